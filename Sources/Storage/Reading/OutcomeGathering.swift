package import AdherenceAnalytics
import Scheduling

/// Rows of outcomes, as a database hands them over.
///
/// Plain memory and no object, so that nothing is counted or checked on the way.
///
/// Safe: a row is written below `capacity` alone, and `close` takes the room away before its owner does; who
/// makes this holds the exceptions.
package struct OutcomeGathering {
  /// Where the rows go; its owner gives it room for ``capacity``.
  package var rows: UnsafeMutablePointer<OutcomeTable.Row>?
  package var capacity = 0
  package private(set) var count = 0
  /// How many values came.
  package private(set) var valueCount = 0
  /// The sum of the digests of all that came.
  package private(set) var sum: UInt64 = 0
  /// The key of the value that came last.
  private var lastValue: (outcome: Int64, position: Int64) = (.min, .min)
  /// Whether a row is missing, or one is there that should not be.
  package private(set) var isBroken = false
  /// The numbers that tasks and names have in the table that is made, by some bits of their own.
  private let tasks = SlotTable()
  private let names = SlotTable()
  /// What does not fit a row, or cannot be read.
  private let exceptions: Unmanaged<OutcomeExceptions>
  private let blank = OutcomeTable.Row(task: -1)
  /// The seconds of all moments that a date can name in some zone.
  private let instants = Instant.earliest.seconds...Instant.latest.seconds
  private let bits = MarkBits()

  /// The exceptions have to live as long.
  package init(_ exceptions: OutcomeExceptions) { self.exceptions = .passUnretained(exceptions) }

  /// The local seconds that the calendar has.
  private static let calendar = Int64(-62_135_596_800)...253_402_300_799

  /// Begins with the outcomes of a patient.
  package mutating func begin() {
    if exceptions._withUnsafeGuaranteedRef({ $0.begin() }) { names.removeAll() }
    // A task counts as known only for the patient whose it is.
    tasks.removeAll()
    close()
    (count, valueCount, lastValue, isBroken) = (0, 0, (.min, .min), false)
    sum = 0
  }

  /// Takes no more rows: the memory for them goes to somebody else.
  package mutating func close() { (rows, capacity) = (nil, 0) }

  /// Gives back its memory.
  package func deallocate() {
    tasks.deallocate()
    names.deallocate()
  }

  /// Takes a row, and says whether there was room.
  package mutating func take(_ cells: OutcomeCells) -> Bool {
    guard let rows, count < capacity else {
      isBroken = true
      return false
    }
    var row = blank
    var digest = OutcomeDigest(position: count)
    (row.task, digest.task) = task(cells.task)
    if let element = cells.element { (row.element, digest.element) = name(element) }
    if let nominal = cells.nominal { row.nominal = nominal }
    if let time = cells.time { row.time = time }
    let status = cells.status
    (digest.nominal, digest.time, digest.status) = (row.nominal, row.time, status)
    if status != 0 { row.marks.rawValue = status == 1 ? bits.skipped : bits.declined }
    let hasKey =
      cells.element != nil && cells.nominal != nil && row.element >= 0
      && OutcomeGathering.calendar ~= row.nominal
    let hasNoKey = cells.element == nil && cells.nominal == nil
    let hasTime = cells.time != nil && instants ~= row.time
    let isSound =
      row.task >= 0 && 0...2 ~= status && (hasKey || hasNoKey && hasTime)
      && (hasTime || cells.time == nil) && takeNumber(cells, &row, &digest)
    if !isSound { exceptions._withUnsafeGuaranteedRef { _ = $0.unreadable.insert(count) } }
    rows[count] = row
    count += 1
    sum &+= digest.value
    return true
  }

  /// Takes the one number that an outcome may have, and says whether it can be read.
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

  /// Takes a listed value, and says whether it belongs there; a single truth value fits a row.
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

  /// A name, or -1 for none.
  private func optionalName(_ number: Int64?) -> GatheredName { number.map(name) ?? (-1, 0) }
}

/// The number that a name has in the table that is made, and its digest.
private typealias GatheredName = (number: Int32, digest: UInt64)

/// A few numbers and what they stand for; one displaces another with the same low bits.
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

  /// What a free slot holds: a number that would stand in another one, so that no number is found there.
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

/// What gathering meets seldom: names it has not seen, values that fill no row, rows that make no sense.
package final class OutcomeExceptions {
  private let terms: StoredTerms
  /// The names of the rows that are made, which neighbouring patients share.
  package private(set) var table = NameTable()
  private var tableCount = 0
  /// The positions of rows that cannot be read.
  package var unreadable: Set<Int> = []
  /// The positions of outcomes whose values have to be read one by one, in order.
  package private(set) var crowded: [Int] = []

  package init(_ terms: StoredTerms) { self.terms = terms }

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
