import AdherenceAnalytics
import Foundation
import Scheduling

/// A fast parser of plain rows of `outcomes.csv` from their bytes.
///
/// Rows that it does not support are left to the general reader: quotes, ids, notes, rare formats
/// of times and numbers, and invalid rows. For supported rows both give the same result.
///
/// Most rows differ from the previous one only in their times; then nothing else is parsed again.
struct OutcomeParser {
  private let columns: [Column]
  /// The time columns, if only names precede them and no names follow them; otherwise empty.
  private let times: Range<Int>
  /// Whether these are a nominal time followed by a time, as in most files.
  private let hasUsualTimes: Bool
  /// The marks of rows that have a value.
  private let valueMarks = OutcomeTable.Marks.number.union(.boolean).rawValue
  private var task = NameCache()
  private var element = NameCache()
  private var units = NameCache()
  private var kind = NameCache()
  private var dates = DateCache()
  /// The generation of interned names that the caches refer to.
  private var generation = 0

  /// The patient of the rows.
  private var patient: [UInt8] = []
  private var zone = Zone.utc
  /// Whether the patient has a task with a name, by the number of the name.
  private var isTask: [Bool] = []

  /// The content of a column.
  private enum Column {
    case patient, task, element, nominal, time, value, units, kind, status
    /// A column that must be empty in plain rows.
    case rare
    /// An unknown column.
    case unknown
  }

  /// A parsed row and the locations of its parts, for comparison with the next row.
  ///
  /// Safe: it points into the bytes of one call of `take`, and is gone with it.
  private struct Read {
    var row = OutcomeTable.Row(task: -1)
    var start: UnsafePointer<UInt8>
    /// The number of bytes before the times.
    var head = 0
    /// The bytes after the times, up to and including the line end.
    var tail: UnsafePointer<UInt8>
    var tailLength = -1
    var tailLengthWithEnd = 0
  }

  init(columns names: [String]) {
    columns = names.map { name in
      switch name {
      case "patient": .patient
      case "task": .task
      case "element": .element
      case "nominal": .nominal
      case "time": .time
      case "value": .value
      case "units": .units
      case "kind": .kind
      case "status": .status
      default:
        Outcome.columns.contains(name) || name == "more" || name.contains(".") ? .rare : .unknown
      }
    }
    times = OutcomeParser.times(columns)
    hasUsualTimes = columns[times].elementsEqual([.nominal, .time])
  }

  private static func times(_ columns: [Column]) -> Range<Int> {
    let head = columns.prefix { [.patient, .task, .element].contains($0) }
    let tail = columns[head.count...].drop { [.nominal, .time].contains($0) }
    let isTailApart = tail.allSatisfy {
      [.value, .units, .kind, .status, .rare, .unknown].contains($0)
    }
    return isTailApart ? head.count..<tail.startIndex : 0..<0
  }

  /// Starts the rows of a patient whose tasks are all known.
  mutating func begin(
    _ patient: String, in zone: Zone, tasks: Set<String>, _ rows: OutcomeRows
  ) {
    if rows.generation != generation {
      generation = rows.generation
      (task, element, units, kind) = (.init(), .init(), .init(), .init())
    }
    self.patient = Array(patient.utf8)
    self.zone = zone
    isTask.removeAll(keepingCapacity: true)
    for id in tasks {
      let number = Int(rows.number(of: id))
      while isTask.count <= number { isTask.append(false) }
      isTask[number] = true
    }
  }
}

extension OutcomeParser {
  /// Parses rows from the start of the bytes up to one that is not plain or incomplete.
  ///
  /// Safe: rows end before `base + bytes.count`: a line feed is looked for within the bytes, and a
  /// cursor stops at its end.
  ///
  /// - Returns: The numbers of parsed bytes and lines.
  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, into rows: OutcomeRows) -> (
    bytes: Int, lines: Int
  ) {
    guard let base = bytes.baseAddress else { return (0, 0) }
    // A local copy avoids exclusivity checks in the loop.
    var all = rows.rows
    rows.rows = []
    let known = all.count
    defer { rows.rows = all }
    var position = 0
    var last = Read(start: base, tail: base)
    while true {
      let start = base + position
      var row = last.row
      if let end = parseAlike(start, base + bytes.count, &last, &row) {
        all.append(row)
        position = end - base
        continue
      }
      let length = start.distance(to: .newline, before: bytes.count - position)
      if position + length >= bytes.count { break }
      let end = start + (length > 0 && start[length - 1] == .carriageReturn ? length - 1 : length)
      guard parse(start, end, after: &last, rows) else { break }
      last.tailLengthWithEnd = start + length + 1 - last.tail
      if all.isEmpty { all.reserveCapacity(bytes.count / (length + 1) + 1) }
      all.append(last.row)
      position += length + 1
    }
    return (position, all.count - known)
  }

  /// Parses a row that differs from the previous one only in the two usual times.
  ///
  /// Safe: the row before lies in the same bytes, and no more is compared than is left.
  ///
  /// - Returns: The start of the next row; `nil` if the row needs full parsing.
  @inline(__always)
  private mutating func parseAlike(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ last: inout Read,
    _ row: inout OutcomeTable.Row
  ) -> UnsafePointer<UInt8>? {
    var cursor = RowCursor(next: start, end: end)
    guard hasUsualTimes, last.head > 0, cursor.isNext(last.start, last.head + 1) else { return nil }
    cursor.next += last.head + 1
    (row.nominal, row.time) = (OutcomeTable.Row.none, OutcomeTable.Row.none)
    guard cursor.readLocal(&dates, &row.nominal), cursor.passComma(),
      cursor.readTime(&dates, zone, &row.time), cursor.isNext(last.tail, last.tailLengthWithEnd),
      // A key has an element; a row with neither key nor time is invalid.
      (row.nominal != OutcomeTable.Row.none) == (row.element >= 0),
      row.element >= 0 || row.time != OutcomeTable.Row.none
    else { return nil }
    (last.start, last.tail) = (start, cursor.next)
    return cursor.next + last.tailLengthWithEnd
  }

  /// Parses a row without its line end and returns whether it is plain.
  ///
  /// Safe: as above; the end is that of a line feed that was found.
  private mutating func parse(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, after last: inout Read,
    _ rows: OutcomeRows
  ) -> Bool {
    var cursor = RowCursor(next: start, end: end)
    var row = last.row
    row.time = OutcomeTable.Row.none
    row.nominal = OutcomeTable.Row.none
    if last.head > 0, cursor.isNext(last.start, last.head + 1) {
      // Including the comma, so that a longer name does not match.
      cursor.next += last.head
    } else {
      (row.task, row.element) = (-1, -1)
      guard read(0..<times.lowerBound, &cursor, &row, rows) else { return false }
      last.head = cursor.next - start
    }
    guard read(times, &cursor, &row, rows) else { return false }
    let tailLength = end - cursor.next
    let isAlike = tailLength == last.tailLength && cursor.isNext(last.tail, tailLength)
    (last.tail, last.tailLength) = (cursor.next, times.isEmpty ? -1 : tailLength)
    if !isAlike {
      (row.units, row.kind, row.amount) = (-1, -1, 0)
      // An empty literal would be built by the slow path of option sets.
      row.marks = OutcomeTable.Marks(rawValue: 0)
      guard read(times.upperBound..<columns.count, &cursor, &row, rows), cursor.isAtEnd else {
        return false
      }
    }
    guard isWhole(&row) else { return false }
    last.row = row
    last.start = start
    return true
  }

  private mutating func read(
    _ places: Range<Int>, _ cursor: inout RowCursor, _ row: inout OutcomeTable.Row,
    _ rows: OutcomeRows
  ) -> Bool {
    for place in places {
      if place > 0, !cursor.passComma() { return false }
      let isRead =
        switch columns[place] {
        case .patient: cursor.pass(patient)
        case .task: cursor.readName(&task, rows, &row.task)
        case .element: cursor.readName(&element, rows, &row.element)
        case .nominal: cursor.readLocal(&dates, &row.nominal)
        case .time: cursor.readTime(&dates, zone, &row.time)
        case .value: cursor.readValue(&row)
        case .units: cursor.readName(&units, rows, &row.units)
        case .kind: cursor.readName(&kind, rows, &row.kind)
        case .status: cursor.readStatus(&row.marks)
        case .rare: cursor.isAtFieldEnd
        case .unknown: cursor.passPlainField()
        }
      if !isRead { return false }
    }
    return true
  }

  /// Returns whether the row is valid as a whole.
  private mutating func isWhole(_ row: inout OutcomeTable.Row) -> Bool {
    let hasKey = row.nominal != OutcomeTable.Row.none
    guard row.task >= 0, Int(row.task) < isTask.count, isTask[Int(row.task)],
      hasKey == (row.element >= 0), hasKey || row.time != OutcomeTable.Row.none
    else { return false }
    // Units and kind without a value are dropped.
    if row.marks.rawValue & valueMarks == 0 { (row.units, row.kind) = (-1, -1) }
    return true
  }
}

/// A small cache of a column's names with their numbers, keyed by bytes.
///
/// Safe: only names of equal length are compared, and copies of names are kept.
struct NameCache {
  /// The name of the previous row.
  private(set) var last: [UInt8] = []
  private(set) var lastNumber: Int32 = -1
  private var others: [(name: [UInt8], number: Int32)] = []

  /// The capacity; names that are not cached are looked up as strings.
  private static let limit = 32

  /// Looks up a name and makes it the last one; -1 if it is not cached.
  mutating func find(_ name: UnsafeBufferPointer<UInt8>) -> Int32 {
    for place in others.indices where others[place].name.count == name.count {
      if others[place].name.withUnsafeBufferPointer({ $0.isEqual(name) }) {
        (last, lastNumber) = others[place]
        return lastNumber
      }
    }
    return -1
  }

  /// Adds a name and makes it the last one.
  mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ number: Int32) {
    if others.count >= NameCache.limit { others.removeFirst() }
    (last, lastNumber) = (Array(name), number)
    others.append((last, number))
  }
}

// Safe: both have `count` bytes, which the caller has checked.
extension UnsafeBufferPointer<UInt8> {
  /// Returns whether two buffers of equal length have the same bytes.
  func isEqual(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let own = baseAddress, let other = other.baseAddress else { return true }
    return memcmp(own, other, count) == 0
  }
}
