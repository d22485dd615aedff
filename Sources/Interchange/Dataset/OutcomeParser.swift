import AdherenceAnalytics
import Foundation
import Scheduling

/// Reads plain rows of `outcomes.csv` from their bytes.
///
/// What it does not take is left to whoever reads rows as texts: quotes, ids, notes, rare forms of times
/// and numbers, everything doubtful, and everything wrong. What it takes means the same there.
final class OutcomeParser {
  private let columns: [Column]
  private var task = NameMemo()
  private var element = NameMemo()
  private var units = NameMemo()
  private var kind = NameMemo()
  private var dates = DateMemo()
  /// Whose numbers the names have.
  private var generation = 0

  /// Whose rows they are.
  private var patient: [UInt8] = []
  private var zone = Zone.utc
  /// By the number of a task's name; `nil` where the patient has no such task.
  private var limits: [Limits?] = []

  /// What a column holds.
  private enum Column {
    case patient, task, element, nominal, time, value, units, kind, status
    /// What makes a row one for the other reader, if there is anything.
    case rare
    /// A column that nobody knows.
    case unknown
  }

  /// The limits of a task; of units the number of the only ones that will do, -2 for any.
  private struct Limits {
    var begin: Int64
    var units: Int16
  }

  init(columns: [String]) {
    self.columns = columns.map { name in
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
      default: Outcome.fields.contains(name) || name.contains(".") ? .rare : .unknown
      }
    }
  }

  /// Begins with the rows of a patient, whose tasks are all known.
  func begin(_ patient: Patient, facts: [String: TaskFacts], _ rows: OutcomeRows) {
    if rows.generation != generation {
      generation = rows.generation
      (task, element, units, kind) = (.init(), .init(), .init(), .init())
    }
    self.patient = Array(patient.id.utf8)
    zone = patient.zone
    limits.removeAll(keepingCapacity: true)
    for (id, facts) in facts {
      let number = Int(rows.number(of: id))
      while limits.count <= number { limits.append(nil) }
      let own = facts.limits
      let units = own.units.flatMap { Int16(exactly: rows.number(of: $0)) }
      limits[number] = Limits(begin: own.begin, units: own.takesAnyUnits ? -2 : units ?? -3)
    }
  }
}

extension OutcomeParser {
  /// Takes rows from the start of the bytes, up to one that is not plain or not whole.
  ///
  /// - Returns: The bytes and the lines that were taken.
  func take(_ bytes: UnsafeBufferPointer<UInt8>, into rows: OutcomeRows) -> (
    bytes: Int, lines: Int
  ) {
    guard let base = bytes.baseAddress else { return (0, 0) }
    // Out of the object and back: what a loop owns costs no check of exclusive access.
    var all = rows.rows
    rows.rows = []
    let known = all.count
    defer { rows.rows = all }
    var position = 0
    while true {
      let row = base + position
      let length = row.distance(to: .newline, before: bytes.count - position)
      if position + length >= bytes.count { break }
      let hasReturn = length > 0 && row[length - 1] == .carriageReturn
      guard let outcome = parse(row, hasReturn ? length - 1 : length, rows) else { break }
      all.append(outcome)
      position += length + 1
    }
    return (position, all.count - known)
  }

  /// Reads a row without its line end; `nil` where it is not plain.
  private func parse(_ start: UnsafePointer<UInt8>, _ length: Int, _ rows: OutcomeRows)
    -> OutcomeTable.Row?
  {
    var cursor = RowCursor(next: start, end: start + length)
    var row = OutcomeTable.Row(task: -1)
    for (place, column) in columns.enumerated() {
      if place > 0, !cursor.passComma() { return nil }
      let isRead =
        switch column {
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
      if !isRead { return nil }
    }
    return cursor.isAtEnd && isBeyondDoubt(&row) ? row : nil
  }

  /// Whether nothing is wrong with the row as a whole, and nothing doubtful.
  private func isBeyondDoubt(_ row: inout OutcomeTable.Row) -> Bool {
    let hasKey = row.nominal != OutcomeTable.Row.none
    guard row.task >= 0, Int(row.task) < limits.count, let limits = limits[Int(row.task)],
      hasKey == (row.element >= 0), hasKey || row.time != OutcomeTable.Row.none
    else { return false }
    if !hasKey, row.time < limits.begin { return false }
    if row.marks.isDisjoint(with: [.number, .boolean]) {
      // Units and kind of no value are dropped.
      (row.units, row.kind) = (-1, -1)
    }
    return row.units < 0 || limits.units == -2 || limits.units == row.units
  }
}
