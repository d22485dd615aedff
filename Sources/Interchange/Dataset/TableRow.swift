package import AdherenceAnalytics
package import Diagnostics
import Formats
package import Scheduling

/// The known and required columns of a table.
package struct TableColumns: Sendable {
  package let known: [String]
  package let required: [String]

  /// Creates the columns of a kind of record, without fields that only nested JSON can represent.
  package init(fields: [String], required: [String]) {
    known = fields.filter { !["notes", "userInfo", "address", "drug"].contains($0) } + ["more"]
    self.required = required
  }
}

/// The indices of a table's columns.
package struct TableHeader: Sendable {
  private let places: [String: Int]
  /// The columns of objects, such as `userInfo.arm`.
  private let nested: [(object: Substring, name: String, place: Int)]
  /// The column with fields that other columns cannot represent.
  let more: Int?

  /// Creates a header of distinct columns; `hasMore` is `false` for a table in which `more` is an
  /// unknown column.
  package init(_ columns: [String], hasMore: Bool = true) {
    places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
    more = hasMore ? places["more"] : nil
    nested = columns.enumerated().compactMap { place, column in
      guard let dot = column.firstIndex(of: ".") else { return nil }
      return (column[..<dot], String(column[column.index(after: dot)...]), place)
    }
  }

  package subscript(column: String) -> Int? { places[column] }

  /// Returns the columns of an object.
  func columns(of object: String) -> [(name: String, place: Int)] {
    nested.filter { $0.object == object }.map { ($0.name, $0.place) }
  }

  /// Returns whether a column is user-defined.
  package static func isUserInfo(_ column: String) -> Bool {
    column.hasPrefix("userInfo.") && column != "userInfo."
  }
}

/// A row of a table with named fields.
package struct TableRow {
  /// The delimiter of list entries within a field.
  package static let separator: Character = ";"

  private let record: CSVRecord
  let header: TableHeader
  /// The properties in the column `more`; `nil` if it is empty.
  let more: Properties?
  /// Whether zones are only validated, because the zone of a traveller is expensive to create.
  package var onlyChecksZones = false

  /// Parses the column `more` if it is not empty.
  package init(_ record: CSVRecord, _ header: TableHeader) throws(InputError) {
    self.record = record
    self.header = header
    guard let place = header.more, !record[place].isEmpty else {
      more = nil
      return
    }
    do throws(InputError) {
      more = try JSONLine.properties(of: record[place], known: TableRow.knownInMore)
    } catch {
      throw error.within("more").at(line: record.line)
    }
  }

  /// The names of the properties of any kind of record.
  private static let knownInMore = Set(
    Patient.fieldNames + CarePlan.fieldNames + Contact.fieldNames + Hold.fieldNames
      + Outcome.columns + ["values"]
  ).sorted()

  /// The line on which the row starts.
  package var line: Int { record.line }

  /// Returns the field at an index; `nil` if it is empty or there is no such column.
  package subscript(place: Int?) -> String? {
    guard let place, !record[place].isEmpty else { return nil }
    return record[place]
  }
}

// A field is in its own column or in `more`.
extension TableRow: Fields {
  package func text(_ name: String) throws(InputError) -> String? {
    try inMore(name) { more throws(InputError) in try more.text(name) } ?? self[header[name]]
  }

  package func value<Value: LosslessStringConvertible>(
    _ name: String, _ expected: InputError.Expected
  )
    throws(InputError) -> Value?
  {
    let value: Value? = try inMore(name) { more throws(InputError) in
      try more.value(name, expected)
    }
    if let value { return value }
    return try self.value(at: header[name], name, expected)
  }

  package func choice(_ name: String, of allowed: [String]) throws(InputError) -> String? {
    let choice = try inMore(name) { more throws(InputError) in try more.choice(name, of: allowed) }
    if let choice { return choice }
    guard let text = self[header[name]] else { return nil }
    if allowed.contains(text) { return text }
    throw InputError(.notOneOf(text: text, allowed: allowed), field: name)
  }

  package func boolean(_ name: String) throws(InputError) -> Bool? {
    let truth = try inMore(name) { more throws(InputError) in try more.boolean(name) }
    if let truth { return truth }
    return try value(at: header[name], name, .boolean)
  }

  package func list(_ name: String) throws(InputError) -> [String] {
    try inMore(name) { more throws(InputError) in try more.list(name) } ?? entries(name)
  }

  package func notes() throws(InputError) -> [RecordNote] {
    let notes = try inMore("note") { more throws(InputError) in try more.notes() }
    if let notes { return notes }
    let note = self[header["note"]]
    guard let more, more.has("notes") else { return note.map { [RecordNote($0)] } ?? [] }
    if note != nil { throw InputError(.conflict(with: "more"), field: "note") }
    do throws(InputError) { return try more.notes() } catch { throw error.within("more") }
  }

  package func texts(in object: String, known: [String]?) throws(InputError) -> [String: String]? {
    var texts = try inMore(object) { more throws(InputError) in
      try more.texts(in: object, known: known)
    }
    for (name, place) in header.columns(of: object) {
      guard let text = self[place] else { continue }
      if texts?[name] != nil {
        throw InputError(.conflict(with: "more"), field: "\(object).\(name)")
      }
      texts = texts ?? [:]
      texts?[name] = text
    }
    return texts
  }

  package func numbers(in object: String, known: [String]) throws(InputError) -> [String: Double]? {
    var numbers = try inMore(object) { more throws(InputError) in
      try more.numbers(in: object, known: known)
    }
    for (name, place) in header.columns(of: object) {
      guard let number: Double = try value(at: place, "\(object).\(name)", .number) else {
        continue
      }
      if numbers?[name] != nil {
        throw InputError(.conflict(with: "more"), field: "\(object).\(name)")
      }
      numbers = numbers ?? [:]
      numbers?[name] = number
    }
    return numbers
  }

  package func labelled(_ name: String) throws(InputError) -> [LabelledValue] {
    let values = try inMore(name) { more throws(InputError) in try more.labelled(name) }
    return values
      ?? entries(name).map { entry in
        let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return LabelledValue(
          parts.count == 2 ? String(parts[0]) : "", String(parts[parts.count - 1]))
      }
  }

  package func zone() throws(InputError) -> Zone? {
    guard let name = try text("zone") else { return nil }
    if onlyChecksZones, Zone.isKnown(name) { return .utc }
    guard let zone = Zone(name) else {
      throw InputError(.malformed(text: name, .zone), field: "zone")
    }
    return zone
  }

  package func path(to name: String) -> String { name }

  /// Reads a field from `more`; `nil` if it is not there.
  func inMore<Value>(
    _ name: String, _ read: (Properties) throws(InputError) -> Value?
  ) throws(InputError) -> Value? {
    guard let more, more.has(name) else { return nil }
    if self[header[name]] != nil { throw InputError(.conflict(with: "more"), field: name) }
    do throws(InputError) { return try read(more) } catch { throw error.within("more") }
  }
}

// Columns.
extension TableRow {
  /// Parses the field at an index.
  func value<Value: LosslessStringConvertible>(
    at place: Int?, _ name: String, _ expected: InputError.Expected
  ) throws(InputError) -> Value? {
    guard let text = self[place] else { return nil }
    guard let value = Value(text) else {
      throw InputError(.malformed(text: text, expected), field: name)
    }
    return value
  }

  /// Parses the field at an index as an enumeration case.
  func choice<Choice: RawRepresentable & CaseIterable>(at place: Int?, _ name: String)
    throws(InputError) -> Choice? where Choice.RawValue == String
  {
    guard let text = self[place] else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    throw InputError(
      .notOneOf(text: text, allowed: Choice.allCases.map(\.rawValue)), field: name)
  }

  /// Returns the error of an invalid field; `rule` completes "must …".
  func outOfRange(_ name: String, _ rule: String) throws(InputError) -> InputError {
    InputError(.outOfRange(text: try text(name) ?? "", rule: rule), field: name)
  }

  private func entries(_ name: String) -> [String] {
    (self[header[name]] ?? "").split(separator: TableRow.separator).map(String.init)
  }
}
