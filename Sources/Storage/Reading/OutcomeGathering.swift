package import AdherenceAnalytics
import Scheduling

/// A buffer of outcome rows as they arrive from a database.
///
/// Uses unmanaged memory without objects to avoid reference counting and bounds checks per row.
///
/// Safe: a row is written below `capacity` alone, and `close` takes the room away before its owner
/// does; who makes this holds the exceptions.
package struct OutcomeGathering {
  /// The rows, in memory of the owner for ``capacity`` rows.
  package var rows: UnsafeMutablePointer<OutcomeTable.Row>?
  package var capacity = 0
  package private(set) var count = 0
  /// The number of values received.
  package private(set) var valueCount = 0
  /// The sum of the digests of all received rows.
  package private(set) var sum: UInt64 = 0
  /// The key of the last received value.
  private var lastValue: (outcome: Int64, position: Int64) = (.min, .min)
  /// Whether a row is missing or out of sequence.
  package private(set) var isBroken = false
  /// Direct-mapped caches from stored numbers to the interned numbers of tasks and names.
  private let tasks = SlotTable()
  private let names = SlotTable()
  /// The rows and values that need slow handling.
  private let exceptions: Unmanaged<OutcomeExceptions>
  private let blank = OutcomeTable.Row(task: -1)
  /// The seconds of all instants that are a valid date in some zone.
  private let instants = Instant.earliest.seconds...Instant.latest.seconds
  private let bits = MarkBits()

  /// Creates a buffer; the exceptions must outlive it.
  package init(_ exceptions: OutcomeExceptions) { self.exceptions = .passUnretained(exceptions) }

  /// The local seconds of the supported calendar.
  private let calendar = CivilDateTime.localSeconds

  /// Starts the outcomes of a patient.
  package mutating func begin() {
    if exceptions._withUnsafeGuaranteedRef({ $0.begin() }) { names.removeAll() }
    // Task numbers are only valid for their own patient.
    tasks.removeAll()
    close()
    (count, valueCount, lastValue, isBroken) = (0, 0, (.min, .min), false)
    sum = 0
  }

  /// Stops accepting rows and releases the borrowed memory.
  package mutating func close() { (rows, capacity) = (nil, 0) }

  /// Deallocates the caches.
  package func deallocate() {
    tasks.deallocate()
    names.deallocate()
  }

  /// Appends a row and returns whether there was room.
  package mutating func take(_ cells: OutcomeCells) -> Bool {
    guard let rows, count < capacity else {
      isBroken = true
      return false
    }
    var row = blank
    var digest = OutcomeDigest(position: count)
    (row.task, digest.task) = task(cells.task)
    let none = OutcomeCells.none
    let isNamed = cells.element != none
    if isNamed { (row.element, digest.element) = name(cells.element) }
    // An unreadable column is digested like one without a value.
    row.nominal = cells.nominal == OutcomeCells.unreadable ? none : cells.nominal
    row.time = cells.time == OutcomeCells.unreadable ? none : cells.time
    let status = cells.status
    (digest.nominal, digest.time, digest.status) = (row.nominal, row.time, status)
    if status != 0 { row.marks.rawValue = status == 1 ? bits.skipped : bits.declined }
    let hasKey = isNamed && row.element >= 0 && calendar ~= row.nominal
    let hasNoKey = !isNamed && cells.nominal == none
    let hasTime = instants ~= row.time
    let isSound =
      row.task >= 0 && 0...2 ~= status && (hasKey || hasNoKey && hasTime)
      && (hasTime || cells.time == none)
      && (cells.number == nil || takeNumber(cells, &row, &digest))
    if !isSound { exceptions._withUnsafeGuaranteedRef { _ = $0.unreadable.insert(count) } }
    rows[count] = row
    count += 1
    sum &+= digest.value
    return true
  }

  /// Reads the optional number of an outcome and returns whether it is valid.
  private mutating func takeNumber(
    _ cells: OutcomeCells, _ row: inout OutcomeTable.Row, _ digest: inout OutcomeDigest
  ) -> Bool {
    guard let amount = cells.number else { return true }
    let (units, kind): (Int32, Int32)
    digest.number = amount
    (units, digest.units) = optionalName(cells.units)
    (kind, digest.kind) = optionalName(cells.kind)
    guard amount.isFinite, units > -2, kind > -2 else { return false }
    if let units = Int16(exactly: units), let kind = Int16(exactly: kind) {
      row.amount = amount
      (row.units, row.kind) = (units, kind)
      row.marks.rawValue |= bits.number
    } else {
      exceptions._withUnsafeGuaranteedRef { $0.noteValues(of: count) }
    }
    return true
  }

  /// Appends a listed value and returns whether it is valid; a single Boolean is stored in the row.
  package mutating func take(_ cells: ListedCells) -> Bool {
    let key = (outcome: cells.outcome, position: cells.position)
    guard key > lastValue, key.outcome >= 0, key.outcome < min(count, capacity), let rows else {
      isBroken = true
      return false
    }
    lastValue = key
    valueCount += 1
    let index = Int(key.outcome)
    let (units, unitsDigest) = optionalName(cells.units)
    let (kind, kindDigest) = optionalName(cells.kind)
    if var digest = cells.digest {
      digest.add(unitsDigest, at: ListedCells.unitsColumn)
      digest.add(kindDigest, at: ListedCells.kindColumn)
      sum &+= digest.value
    }
    guard key.position == 0, let truth = cells.boolean, 0...1 ~= truth,
      let units = Int16(exactly: units), let kind = Int16(exactly: kind),
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

  private func task(_ number: Int64) -> GatheredName {
    if let known = tasks[number] { return known }
    let found = exceptions._withUnsafeGuaranteedRef { $0.task(number) }
    tasks[number] = found
    return found ?? (-1, 0)
  }

  private func name(_ number: Int64) -> GatheredName {
    if let known = names[number] { return known }
    let found = exceptions._withUnsafeGuaranteedRef { $0.name(number) }
    names[number] = found
    return found ?? (-2, 0)
  }

  /// Returns an interned name, or -1 for none.
  private func optionalName(_ number: Int64) -> GatheredName {
    number == OutcomeCells.none ? (-1, 0) : name(number)
  }
}

/// The interned number of a name, and its digest.
private typealias GatheredName = (number: Int32, digest: UInt64)

/// A direct-mapped cache of 64 entries keyed by the low bits of a number.
///
/// Safe: six bits choose among 64 slots, whatever the number is.
private struct SlotTable {
  private typealias Slot = (key: Int64, value: GatheredName)
  private let slots: UnsafeMutablePointer<Slot>
  private static let count = 64

  init() {
    slots = .allocate(capacity: SlotTable.count)
    for slot in 0..<SlotTable.count { (slots + slot).initialize(to: SlotTable.free(slot)) }
  }

  /// The content of an empty slot: a key that maps to another slot, so that no lookup finds it.
  private static func free(_ slot: Int) -> Slot { (Int64(slot ^ 1), (number: 0, digest: 0)) }

  private static func slot(of number: Int64) -> Int {
    Int(truncatingIfNeeded: number) & (count - 1)
  }

  subscript(number: Int64) -> GatheredName? {
    get {
      let slot = slots[SlotTable.slot(of: number)]
      return slot.key == number ? slot.value : nil
    }
    nonmutating set {
      let slot = SlotTable.slot(of: number)
      slots[slot] = newValue.map { (number, $0) } ?? SlotTable.free(slot)
    }
  }

  func removeAll() { for slot in 0..<SlotTable.count { slots[slot] = SlotTable.free(slot) } }

  func deallocate() { slots.deallocate() }
}

/// The slow path of reading outcomes: new names, values that do not fit a row, and invalid rows.
package final class OutcomeExceptions {
  private let terms: StoredTerms
  /// The interned names of the rows, shared by consecutive patients.
  package private(set) var table = NameTable()
  private var tableCount = 0
  /// The positions of rows that cannot be read.
  package var unreadable: Set<Int> = []
  /// The positions of outcomes whose values are read one by one, in ascending order.
  package private(set) var crowded: [Int] = []

  package init(_ terms: StoredTerms) { self.terms = terms }

  /// Starts a patient and returns whether the table of names was reset.
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

  fileprivate func task(_ number: Int64) -> GatheredName? {
    terms.tasks[number].map(gathered)
  }

  fileprivate func name(_ number: Int64) -> GatheredName? {
    (try? terms.name(number)).map(gathered)
  }

  private func gathered(_ name: String) -> GatheredName {
    let number = table.number(of: name)
    tableCount = max(tableCount, Int(number) + 1)
    return (number, CellDigest.text(name))
  }
}

/// The columns of a stored row of outcomes; those without a value are ``none``.
///
/// A value of the wrong type is ``unreadable``; NaN represents an unreadable number.
package struct OutcomeCells {
  package var task = OutcomeCells.unreadable
  package var element = OutcomeCells.none
  package var nominal = OutcomeCells.none
  package var time = OutcomeCells.none
  package var status: Int64 = 0
  package var number: Double?
  package var units = OutcomeCells.none
  package var kind = OutcomeCells.none

  /// A column without a value.
  package static var none: Int64 { OutcomeTable.Row.none }
  /// A column of the wrong type, and the key of no row.
  package static var unreadable: Int64 { none + 1 }

  package init() {}
}

/// The columns of a row of listed values that determine whether the value fits the row of its
/// outcome.
package struct ListedCells {
  /// The position of the outcome within the patient.
  package var outcome: Int64
  /// The position of the value within the outcome.
  package var position: Int64
  package var boolean: Int64?
  /// The digest of the row without position and names, if the database has checksums.
  package var digest: RowDigest?
  package var units = OutcomeCells.none
  package var kind = OutcomeCells.none

  /// The indices of the name columns in `outcome, position, number, boolean, text, date, data,
  /// units, kind`.
  package static let unitsColumn = 7
  package static let kindColumn = 8

  package init(outcome: Int64, position: Int64) {
    self.outcome = outcome
    self.position = position
  }
}
