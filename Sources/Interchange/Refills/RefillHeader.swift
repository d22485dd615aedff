import Scheduling

/// Where the columns of a file of fills stand, and its fields as values.
struct RefillHeader {
  private var places: [String: Int] = [:]

  init(_ columns: [String] = []) {
    places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
  }

  /// A field; `nil` where it is empty or the file has no such column.
  subscript(name: String, record: CSVRecord) -> String? {
    guard let place = places[name], !record[place].isEmpty else { return nil }
    return record[place]
  }

  func text(_ name: String, _ record: CSVRecord) throws(InputError) -> String {
    guard let text = self[name, record] else { throw InputError(.missing, field: name) }
    return text
  }

  func date(_ name: String, _ record: CSVRecord) throws(InputError) -> CivilDate {
    let text = try text(name, record)
    guard let date = CivilDate(text) else {
      throw InputError(.malformed(text: text, .date), field: name)
    }
    return date
  }

  func number(_ name: String, _ record: CSVRecord) throws(InputError) -> Double? {
    guard let text = self[name, record] else { return nil }
    guard let number = Double(text) else {
      throw InputError(.malformed(text: text, .number), field: name)
    }
    return number
  }

  func outOfRange(_ name: String, _ record: CSVRecord, _ rule: String) -> InputError {
    InputError(.outOfRange(text: self[name, record] ?? "", rule: rule), field: name)
  }
}
