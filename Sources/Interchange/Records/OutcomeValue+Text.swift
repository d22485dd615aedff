import AdherenceAnalytics
import Scheduling

extension OutcomeValue.Content {
  /// Reads a field of a table; where it says no type, a number, `true` or `false`, a date or a
  /// date-time.
  ///
  /// Text has to be said to be text, because a number with a comma would become one without a word.
  init(cell: String, _ type: ValueType?) throws(InputError) {
    let field = "value"
    switch (type, cell) {
    case (.some(let type), _): self = try type.value(cell, field: field)
    case (nil, "true"): self = .boolean(true)
    case (nil, "false"): self = .boolean(false)
    case (nil, _):
      do throws(InputError) {
        self = try .number(reading: cell, field: field)
      } catch {
        guard let moment = LocalOrInstant(cell) else { throw error }
        self = .date(moment)
      }
    }
  }
}
