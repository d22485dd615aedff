import Interchange
import Scheduling

/// A stream of events as rows whose columns the user has named.
struct ArrowEventTable: EventTable {
  /// What errors call it.
  static let name = "events"

  let table: ArrowTable
  let form: TableForm

  var source: String { table.name }
  var columns: [String] { table.columns.map(\.name) }

  /// Reads a stream to its end.
  ///
  /// - Throws: `InputError` where a column has a wrong type, or the producer fails.
  init(_ stream: ArrowStream, _ columns: EventColumns) throws(InputError) {
    form = columns.form
    let meanings = ArrowEventTable.meanings(columns)
    table = try ArrowTable(stream, name: ArrowEventTable.name) { meanings[$0] != nil }
    for column in table.columns {
      if isCounted(column.field) { continue }
      do throws(InputError) {
        try meanings[column.name]?.check(column)
      } catch {
        throw error.at(source: table.name)
      }
    }
  }

  private static func meanings(_ columns: EventColumns) -> [String: ColumnMeaning] {
    let named: [(String?, ColumnMeaning)] = [
      (columns.patient, .word), (columns.time, .moment), (columns.task, .word),
      (columns.value, .value), (columns.units, .word), (columns.kind, .word),
      (columns.status, .text), (columns.zone, .text), (columns.start, .moment),
      (columns.group, .word),
    ]
    let all = named.compactMap { name, meaning in name.map { ($0, meaning) } }
    return Dictionary(all) { first, _ in first }
  }

  /// Whether a number may be a moment here.
  private func isCounted(_ field: ArrowField) -> Bool {
    guard form.times == .seconds || form.times == .milliseconds else { return false }
    switch field.valueType {
    case .integer, .float: return true
    default: return false
    }
  }

  func place(of column: String, as parameter: String) throws(InputError) -> Int {
    let places = table.columns.indices.filter { table.columns[$0].name == column }
    if let place = places.first, places.count == 1 { return place }
    let problem: InputError.Problem =
      places.count > 1
      ? .duplicate(kind: "column", id: column)
      : .notOneOf(text: column, allowed: table.allNames)
    throw InputError(problem, parameter: parameter, source: source)
  }

  func line(of row: Int) -> Int { row + 1 }

  func text(_ row: Int, _ place: Int?) throws(InputError) -> String? {
    guard let place, let text = try table.text(row, column: place) else { return nil }
    return TableForm.content(of: text)
  }

  func moment(_ row: Int, _ place: Int) throws(InputError) -> Moment? {
    guard let text = try text(row, place) else { return nil }
    do throws(InputError) {
      return try times(of: place).read(text)
    } catch {
      var error = error
      error.field = table.columns[place].name
      throw error
    }
  }

  /// How the moments of a column are written: those of typed columns in one way only.
  func times(of place: Int) -> MomentFormat {
    switch table.columns[place].field.valueType {
    case .date, .timestamp: .automatic
    default: form.times
    }
  }

  func number(_ text: String) -> String {
    form.hasDecimalComma == true ? text.replacing(",", with: ".", maxReplacements: 1) : text
  }
}
