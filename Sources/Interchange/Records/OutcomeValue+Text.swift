import AdherenceAnalytics
import Diagnostics
import Formats
import Scheduling

extension OutcomeValue.Content {
  /// Parses a field of a table; without a type it is a number, `true` or `false`, a date or a
  /// date-time.
  ///
  /// Text needs an explicit type, because otherwise a malformed number would silently become text.
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
