package import AdherenceAnalytics
package import Diagnostics
import Formats
import Scheduling

/// The encoded lines of some records by file.
///
/// Threads encode blocks of records concurrently; a ``DatasetWriter`` then writes the blocks in
/// order.
package struct DatasetLines: Sendable {
  var patients = RowBytes()
  var plans = RowBytes()
  var contacts = RowBytes()
  var tasks: [UInt8] = []
  var outcomes = RowBytes()
  var holds = RowBytes()
  var namedEvents = RowBytes()
  private var taskBytes = TaskBytes()
  private var outcomeBytes = OutcomeBytes()

  package init() {}

  /// The size of all lines in bytes.
  package var size: Int {
    DatasetLines.tables.reduce(tasks.count) { $0 + self[keyPath: $1].bytes.count }
  }

  private static var tables: [WritableKeyPath<DatasetLines, RowBytes>] {
    [\.patients, \.plans, \.contacts, \.outcomes, \.holds, \.namedEvents]
  }

  /// Appends the lines of a record.
  ///
  /// - Throws: `InputError` if a folder cannot represent the record: a patient without an id, a
  ///   time outside the years 1 to 9999, a custom scoring function, a negative number or NaN.
  ///   Nothing of the record is appended then.
  /// - Complexity: O(*n*) for *n* outcomes.
  package mutating func append(_ record: CareRecord) throws(InputError) {
    let id = record.patient.id
    let sizes = DatasetLines.tables.map { self[keyPath: $0].bytes.count } + [tasks.count]
    do throws(InputError) {
      try record.requireWritable()
      for patient in record.patients { patients.append(patient) }
      for plan in record.carePlans { plans.append(plan, of: id) }
      for contact in record.contacts { contacts.append(contact, of: id) }
      for task in record.tasks { try taskBytes.append(task, of: id, to: &tasks) }
      try outcomeBytes.append(record, to: &outcomes)
      for hold in record.holds { holds.append(hold, of: id) }
      for event in record.namedEvents { namedEvents.append(event, of: id) }
    } catch {
      truncate(to: sizes)
      throw error.at(source: "the record of '\(id)'")
    }
  }

  /// Removes the lines of a record that cannot be written.
  private mutating func truncate(to sizes: [Int]) {
    for (table, size) in zip(DatasetLines.tables, sizes) {
      self[keyPath: table].removeLast(self[keyPath: table].bytes.count - size)
    }
    tasks.removeLast(tasks.count - sizes[sizes.count - 1])
  }

  /// Moves the lines with their memory to a new block, which another thread may read.
  package mutating func take() -> DatasetLines {
    var taken = DatasetLines()
    for table in DatasetLines.tables { swap(&taken[keyPath: table], &self[keyPath: table]) }
    swap(&taken.tasks, &tasks)
    return taken
  }

  /// Removes the lines and keeps the capacity.
  package mutating func removeAll() {
    for table in DatasetLines.tables {
      self[keyPath: table].removeLast(self[keyPath: table].bytes.count)
    }
    tasks.removeAll(keepingCapacity: true)
  }
}

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
      if let name { tail.put(csv: name) }
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
      put(csv: field)
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

/// An encoder of seconds as `2025-01-13T08:00:00` with a trailing byte, which caches the last date.
struct TimeBytes {
  private(set) var text: [UInt8]
  private var day: Int64 = 0

  /// The seconds of years with four digits.
  static let range = CivilDateTime.first.localSeconds...CivilDateTime.last.localSeconds

  /// Creates an encoder of times followed by a byte.
  init(before end: UInt8) { text = Array("1970-01-01T00:00:00".utf8) + [end] }

  /// Sets ``text`` to a time.
  mutating func set(_ seconds: Int64) {
    var (day, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    if second < 0 { (day, second) = (day - 1, second + 86_400) }
    if day != self.day {
      self.day = day
      let date = CivilDate(dayNumber: Int(day)).parts
      set(Int64(date.year / 100), at: 0)
      set(Int64(date.year % 100), at: 2)
      set(Int64(date.month), at: 5)
      set(Int64(date.day), at: 8)
    }
    let minute = second / 60
    set(minute / 60, at: 11)
    set(minute % 60, at: 14)
    set(second % 60, at: 17)
  }

  // Safe: numbers have two digits: callers refuse times outside of `range`.
  private mutating func set(_ number: Int64, at place: Int) {
    text[place] = UInt8(truncatingIfNeeded: 48 + number / 10)
    text[place + 1] = UInt8(truncatingIfNeeded: 48 + number % 10)
  }
}
