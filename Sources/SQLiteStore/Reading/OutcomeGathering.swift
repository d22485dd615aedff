import AdherenceAnalytics
import GRDBSQLite
import Scheduling

/// Rows of outcomes, as SQLite hands them over while it runs a query.
///
/// It is memory that a function of SQLite writes to, called for each row: that takes half the time of
/// stepping to the row and asking for its columns. Plain memory and no object, so that nothing is counted
/// or checked on the way.
struct OutcomeGathering {
  /// Where the rows go; its owner gives it room for ``capacity``.
  var rows: UnsafeMutablePointer<OutcomeTable.Row>?
  var capacity = 0
  var count = 0
  /// The id that an outcome at position 0 has.
  var base: Int64 = 0
  /// How many values came.
  var valueCount = 0
  /// The key of the value that came last.
  private var lastValue: (outcome: Int64, position: Int64) = (.min, .min)
  /// Whether a row is missing, or one is there that should not be.
  var isBroken = false
  /// The numbers that tasks and names have in the table that is made, by some bits of their own.
  var tasks = SlotTable()
  var names = SlotTable()
  /// What does not fit a row, or cannot be read.
  var exceptions: Unmanaged<OutcomeExceptions>
  private let blank = OutcomeTable.Row(task: -1)
  /// The seconds of all moments that a date can name in some zone.
  private let instants = Instant.earliest.seconds...Instant.latest.seconds
  private let bits = MarkBits()

  init(_ exceptions: OutcomeExceptions) { self.exceptions = .passUnretained(exceptions) }

  /// The local seconds that the calendar has.
  private static let calendar = Int64(-62_135_596_800)...253_402_300_799

  /// Begins with the outcomes of a patient.
  mutating func begin(at base: Int64) {
    self.base = base
    close()
    (count, valueCount, lastValue, isBroken) = (0, 0, (.min, .min), false)
  }

  /// Takes no more rows: the memory for them goes to somebody else.
  mutating func close() { (rows, capacity) = (nil, 0) }

  /// Takes `task, element, nominal, time, status, number, units, kind`, and says whether there was room.
  mutating func takeOutcome(_ values: UnsafeMutablePointer<OpaquePointer?>) -> Bool {
    guard let rows, count < capacity else {
      isBroken = true
      return false
    }
    var row = blank
    row.task = task(sqlite3_value_int64(values[0]))
    let element = sqlite3_value_type(values[1])
    let nominal = sqlite3_value_type(values[2])
    let time = sqlite3_value_type(values[3])
    if element == SQLITE_INTEGER { row.element = name(sqlite3_value_int64(values[1])) }
    if nominal == SQLITE_INTEGER { row.nominal = sqlite3_value_int64(values[2]) }
    if time == SQLITE_INTEGER { row.time = sqlite3_value_int64(values[3]) }
    let status = sqlite3_value_int64(values[4])
    if status != 0 { row.marks.rawValue = status == 1 ? bits.skipped : bits.declined }
    let hasKey =
      element == SQLITE_INTEGER && nominal == SQLITE_INTEGER && row.element >= 0
      && OutcomeGathering.calendar ~= row.nominal
    let hasNoKey = element == SQLITE_NULL && nominal == SQLITE_NULL
    let hasTime = time == SQLITE_INTEGER && instants ~= row.time
    let isSound =
      row.task >= 0 && 0...2 ~= status && (hasKey || hasNoKey && hasTime)
      && (hasTime || time == SQLITE_NULL) && takeNumber(values, &row)
    if !isSound { exceptions._withUnsafeGuaranteedRef { _ = $0.unreadable.insert(count) } }
    rows[count] = row
    count += 1
    return true
  }

  /// Takes the one number that an outcome may have, and says whether it can be read.
  private mutating func takeNumber(
    _ values: UnsafeMutablePointer<OpaquePointer?>, _ row: inout OutcomeTable.Row
  ) -> Bool {
    let type = sqlite3_value_type(values[5])
    if type == SQLITE_NULL { return true }
    let amount = sqlite3_value_double(values[5])
    let units = optionalName(values[6])
    let kind = optionalName(values[7])
    guard type == SQLITE_FLOAT, amount.isFinite, units > -2, kind > -2 else { return false }
    if let units = Int16(exactly: units), let kind = Int16(exactly: kind) {
      row.amount = amount
      (row.units, row.kind) = (units, kind)
      row.marks.rawValue |= bits.number
    } else {
      exceptions._withUnsafeGuaranteedRef { $0.noteValues(of: count) }
    }
    return true
  }

  /// Takes `outcome, position, boolean, units, kind` of a listed value, and says whether it belongs there;
  /// a single truth value fits a row.
  mutating func takeListedValue(_ values: UnsafeMutablePointer<OpaquePointer?>) -> Bool {
    let key = (outcome: sqlite3_value_int64(values[0]), position: sqlite3_value_int64(values[1]))
    let position = key.outcome &- base
    guard key > lastValue, position >= 0, position < min(count, capacity), let rows else {
      isBroken = true
      return false
    }
    lastValue = key
    valueCount += 1
    let index = Int(position)
    let truth = sqlite3_value_int64(values[2])
    let units = optionalName(values[3])
    let kind = optionalName(values[4])
    guard key.position == 0, sqlite3_value_type(values[2]) == SQLITE_INTEGER,
      0...1 ~= truth, let units = Int16(exactly: units), let kind = Int16(exactly: kind),
      units > -2, kind > -2, rows[index].marks.rawValue & bits.amount == 0
    else {
      exceptions._withUnsafeGuaranteedRef { $0.noteValues(of: index) }
      return true
    }
    rows[index].amount = Double(truth)
    (rows[index].units, rows[index].kind) = (units, kind)
    rows[index].marks.rawValue |= bits.boolean
    return true
  }

  private mutating func task(_ number: Int64) -> Int32 {
    if let known = tasks[number] { return known }
    let found = exceptions._withUnsafeGuaranteedRef { $0.task(number) }
    tasks[number] = found
    return found ?? -1
  }

  private mutating func name(_ number: Int64) -> Int32 {
    if let known = names[number] { return known }
    let found = exceptions._withUnsafeGuaranteedRef { $0.name(number) }
    names[number] = found
    return found ?? -2
  }

  /// The number of a name, -1 for none.
  private mutating func optionalName(_ value: OpaquePointer?) -> Int32 {
    switch sqlite3_value_type(value) {
    case SQLITE_NULL: -1
    case SQLITE_INTEGER: name(sqlite3_value_int64(value))
    default: -2
    }
  }
}

/// A few numbers and what they stand for; one displaces another with the same low bits.
struct SlotTable {
  private typealias Slot = (key: Int64, value: Int32)
  private let slots: UnsafeMutablePointer<Slot>
  private static let count = 64

  init() {
    slots = .allocate(capacity: SlotTable.count)
    slots.initialize(repeating: (-1, 0), count: SlotTable.count)
  }

  subscript(number: Int64) -> Int32? {
    get {
      let slot = slots[Int(truncatingIfNeeded: number) & (SlotTable.count - 1)]
      return slot.key == number ? slot.value : nil
    }
    nonmutating set {
      slots[Int(truncatingIfNeeded: number) & (SlotTable.count - 1)] =
        newValue.map { (number, $0) } ?? (-1, 0)
    }
  }

  func removeAll() { slots.update(repeating: (-1, 0), count: SlotTable.count) }

  func deallocate() { slots.deallocate() }
}

/// What gathering meets seldom: names it has not seen, values that fill no row, rows that make no sense.
final class OutcomeExceptions {
  private let terms: StoredTerms
  /// The names of the rows that are made, which neighbouring patients share.
  private(set) var table = NameTable()
  private var tableCount = 0
  /// The positions of rows that cannot be read.
  var unreadable: Set<Int> = []
  /// The positions of outcomes whose values have to be read one by one, in order.
  private(set) var crowded: [Int] = []

  init(_ terms: StoredTerms) { self.terms = terms }

  /// Begins with a patient, and says whether the names began anew.
  func begin() -> Bool {
    unreadable.removeAll(keepingCapacity: true)
    crowded.removeAll(keepingCapacity: true)
    guard tableCount > 128 else { return false }
    table = NameTable()
    tableCount = 0
    return true
  }

  func noteValues(of position: Int) {
    if crowded.last != position { crowded.append(position) }
  }

  func task(_ number: Int64) -> Int32? {
    terms.tasks[number].map { self.number(of: $0) }
  }

  func name(_ number: Int64) -> Int32? {
    (try? terms.name(number)).map { self.number(of: $0) }
  }

  private func number(of name: String) -> Int32 {
    let number = table.number(of: name)
    tableCount = max(tableCount, Int(number) + 1)
    return number
  }
}
