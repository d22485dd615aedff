import AdherenceAnalytics
import Scheduling

/// Writes the outcomes of a record, row by row from the rows of its table.
struct OutcomeBytes {
  private var time = TimeBytes()
  private var patient: [UInt8] = []
  /// The names of a table as fields, by their numbers.
  private var names: [[UInt8]] = []

  /// Appends the outcomes in order.
  ///
  /// - Throws: `InputError` where an outcome has what a table cannot say.
  mutating func append(_ record: CareRecord, to rows: inout RowBytes) throws(InputError) {
    let table = record.outcomes
    patient.removeAll(keepingCapacity: true)
    patient.append(field: record.patient.id)
    names.removeAll(keepingCapacity: true)
    for (position, row) in table.rows.enumerated() {
      if row.marks.contains(.detailed) || !takeNames(of: row, in: table) {
        let outcome = table[position]
        try outcome.requireWritable()
        rows.append(outcome, of: record.patient.id)
      } else {
        try append(row, to: &rows.bytes)
      }
    }
  }

  /// Makes fields of a row's names; answers whether all are such as columns can say.
  private mutating func takeNames(of row: OutcomeTable.Row, in table: OutcomeTable) -> Bool {
    takeName(row.task, table) && takeName(row.element, table)
      && takeName(Int32(row.units), table) && takeName(Int32(row.kind), table)
  }

  private mutating func takeName(_ number: Int32, _ table: OutcomeTable) -> Bool {
    if number < 0 { return true }
    while names.count <= Int(number) {
      var name: [UInt8] = []
      name.append(field: table.names[Int32(names.count)])
      names.append(name)
    }
    return !names[Int(number)].isEmpty
  }

  private mutating func append(_ row: OutcomeTable.Row, to bytes: inout [UInt8]) throws(InputError)
  {
    bytes.append(contentsOf: patient)
    bytes.append(.comma)
    bytes.append(contentsOf: names[Int(row.task)])
    bytes.append(.comma)
    if row.nominal != OutcomeTable.Row.none {
      bytes.append(contentsOf: names[Int(row.element)])
      bytes.append(.comma)
      time.append(row.nominal, to: &bytes)
      if row.marks.contains(.secondPass) { bytes.append(contentsOf: ";fold=1".utf8) }
    } else {
      bytes.append(.comma)
    }
    bytes.append(.comma)
    if row.time != OutcomeTable.Row.none {
      guard TimeBytes.range.contains(row.time) else { throw .unwritableTime(row.time) }
      time.append(row.time, to: &bytes)
      bytes.append(UInt8(ascii: "Z"))
    }
    bytes.append(.comma)
    try appendValue(of: row, to: &bytes)
    bytes.append(contentsOf: OutcomeBytes.ends[Int(row.marks.intersection(.refused).rawValue) / 2])
  }

  /// What follows the kind of a plain row: no type, its status, nothing else.
  private static let ends = [",,,,,\n", ",,skipped,,,\n", ",,declined,,,\n"].map { Array($0.utf8) }

  private func appendValue(of row: OutcomeTable.Row, to bytes: inout [UInt8]) throws(InputError) {
    if row.marks.contains(.number) {
      guard row.amount >= 0, row.amount.isFinite else { throw .unwritable(row.amount) }
      bytes.append(number: row.amount)
    } else if row.marks.contains(.boolean) {
      bytes.append(contentsOf: (row.amount > 0 ? "true" : "false").utf8)
    }
    bytes.append(.comma)
    if row.units >= 0 { bytes.append(contentsOf: names[Int(row.units)]) }
    bytes.append(.comma)
    if row.kind >= 0 { bytes.append(contentsOf: names[Int(row.kind)]) }
  }
}

extension [UInt8] {
  /// Appends the shortest digits that read back as the same number.
  mutating func append(number: Double) {
    let whole = Int(truncatingIfNeeded: Int64(number < 1e9 ? number : 0))
    guard number < 1e9, Double(whole) == number else { return append(contentsOf: number.written) }
    var divisor = 1
    while whole / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: whole / divisor % 10))
      divisor /= 10
    }
  }
}

extension InputError {
  static func unwritable(_ number: Double) -> InputError {
    InputError(.outOfRange(text: "\(number)", rule: "be 0 or more"), field: "value")
  }

  static func unwritableTime(_ seconds: Int64, field: String = "time") -> InputError {
    let text = Instant(seconds: seconds).description
    return InputError(.outOfRange(text: text, rule: "lie in the years 1 to 9999"), field: field)
  }
}
