import AdherenceAnalytics
import Diagnostics
import Scheduling

/// An encoder of a record's outcomes as rows of a table.
///
/// The parts before and after the times are encoded once for consecutive similar rows.
struct OutcomeBytes {
  private var nominal = TimeBytes(before: .comma)
  private var time = TimeBytes(before: UInt8(ascii: "Z"))
  /// The last row of the record; its task is -1 if there is none.
  private var last = OutcomeTable.Row(task: -1)
  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  private let secondPass = OutcomeTable.Marks.secondPass.rawValue

  /// Appends the outcomes in order.
  ///
  /// - Throws: `InputError` if a table cannot represent an outcome.
  mutating func append(_ record: CareRecord, to rows: inout RowBytes) throws(InputError) {
    let table = record.outcomes
    let detailed = OutcomeTable.Marks.detailed.rawValue
    last = OutcomeTable.Row(task: -1)
    for (position, row) in table.rows.enumerated() {
      if row.marks.rawValue & detailed == 0, try take(row, of: record.patient.id, table.names) {
        try append(row, to: &rows.bytes)
        last = row
      } else {
        let outcome = table[position]
        try outcome.requireWritable()
        rows.append(outcome, of: record.patient.id)
      }
    }
  }

  /// Encodes the parts around a row's times and returns whether the columns can represent the row.
  private mutating func take(
    _ row: OutcomeTable.Row, of patient: String, _ names: NameTable
  ) throws(InputError) -> Bool {
    let isFirst = last.task < 0
    if isFirst || row.task != last.task || row.element != last.element {
      let texts = [patient, names[row.task], row.element < 0 ? " " : names[row.element]]
      if texts.contains("") { return false }
      head.removeAll(keepingCapacity: true)
      head.append(fields: texts[..<2] + [row.element < 0 ? "" : texts[2]], end: .comma)
    }
    let isAlike =
      row.amount == last.amount && row.units == last.units && row.kind == last.kind
      && row.marks.rawValue == last.marks.rawValue
    if isFirst || !isAlike { return try takeTail(row, names) }
    return true
  }

  private mutating func takeTail(_ row: OutcomeTable.Row, _ names: NameTable) throws(InputError)
    -> Bool
  {
    // Invalidates the parts in case this row cannot be represented.
    last = OutcomeTable.Row(task: -1)
    let units = row.units < 0 ? nil : names[Int32(row.units)]
    let kind = row.kind < 0 ? nil : names[Int32(row.kind)]
    if units == "" || kind == "" { return false }
    tail.removeAll(keepingCapacity: true)
    tail.append(.comma)
    if let content = try content(of: row) { tail.append(contentsOf: content.text.utf8) }
    for name in [units, kind] {
      tail.append(.comma)
      if let name { tail.append(field: name) }
    }
    tail.append(contentsOf: OutcomeBytes.ends[Int(row.marks.intersection(.refused).rawValue) / 2])
    return true
  }

  /// The fields after the kind of a plain row: no type, the status, and no other fields.
  private static let ends = [",,,,,\n", ",,skipped,,,\n", ",,declined,,,\n"].map { Array($0.utf8) }

  private func content(of row: OutcomeTable.Row) throws(InputError) -> OutcomeValue.Content? {
    if row.marks.contains(.boolean) { return .boolean(row.amount > 0) }
    guard row.marks.contains(.number) else { return nil }
    guard row.amount.isFinite else { throw .unwritable(row.amount) }
    return .number(row.amount)
  }

  private mutating func append(_ row: OutcomeTable.Row, to bytes: inout [UInt8]) throws(InputError)
  {
    bytes.append(contentsOf: head)
    if row.nominal == OutcomeTable.Row.none {
      bytes.append(.comma)
    } else {
      nominal.set(row.nominal)
      bytes.append(contentsOf: nominal.text)
      if row.marks.rawValue & secondPass != 0 {
        bytes.removeLast()
        bytes.append(contentsOf: ";fold=1,".utf8)
      }
    }
    if row.time != OutcomeTable.Row.none {
      guard TimeBytes.range.contains(row.time) else { throw .unwritableTime(row.time) }
      time.set(row.time)
      bytes.append(contentsOf: time.text)
    }
    bytes.append(contentsOf: tail)
  }
}

extension [UInt8] {
  /// Appends comma-separated fields.
  fileprivate mutating func append(fields: ArraySlice<String>, end: UInt8) {
    for (place, field) in fields.enumerated() {
      if place > 0 { append(.comma) }
      append(field: field)
    }
    append(end)
  }
}

extension InputError {
  static func unwritable(_ number: Double) -> InputError {
    InputError(.outOfRange(text: "\(number)", rule: "be finite"), field: "value")
  }

  static func unwritableTime(_ seconds: Int64, field: String = "time") -> InputError {
    let text = Instant(seconds: seconds).description
    return InputError(.outOfRange(text: text, rule: "lie in the years 1 to 9999"), field: field)
  }
}
