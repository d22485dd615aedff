package import AdherenceAnalytics
import Scheduling

/// The outcomes of one patient as they are read: a row each, and what rows have no room for.
///
/// It is used again for the next patient, with its memory and the names it has seen.
package final class OutcomeRows {
  package var rows: [OutcomeTable.Row] = []
  var names = NameTable()
  /// How often the names were forgotten.
  package private(set) var generation = 0
  /// How many of ``names`` there are.
  private var nameCount = 0
  private var details: [Int: Outcome] = [:]
  /// Where the version of an outcome with an id stands.
  private var positions: [EventIdentity: Int] = [:]

  /// More names than these are forgotten before the next patient.
  private static let nameLimit = 256

  /// Begins without outcomes.
  package init() {}

  /// Forgets the outcomes.
  func begin() {
    // The record before may keep its rows, and a long one must not make all that follow as long.
    rows = []
    if !details.isEmpty { details = [:] }
    if !positions.isEmpty { positions = [:] }
    if nameCount <= OutcomeRows.nameLimit { return }
    names = NameTable()
    nameCount = 0
    generation += 1
  }

  /// The outcomes as a record has them.
  var table: OutcomeTable { OutcomeTable(rows: rows, names: names, details: details) }

  /// The number of a name, a new one where it has none.
  package func number(of name: String) -> Int32 {
    let number = names.number(of: name)
    nameCount = max(nameCount, Int(number) + 1)
    return number
  }

  /// Adds an outcome, or its values to the same version of it that is there; answers where it stands.
  func add(_ outcome: Outcome) throws(InputError) -> Int {
    if let position = try join(outcome) { return position }
    let single = OutcomeTable([outcome])
    var row = single.rows[0]
    row.task = number(of: outcome.task)
    if let key = outcome.key { row.element = number(of: key.element) }
    if row.units >= 0 || row.kind >= 0 { rename(&row, in: single.names) }
    if row.marks.contains(.detailed) { details[rows.count] = outcome }
    rows.append(row)
    return rows.count - 1
  }

  /// Gives a row the numbers of its units and kind here; where they do not fit it is a row of details.
  private func rename(_ row: inout OutcomeTable.Row, in other: NameTable) {
    func renamed(_ number: Int16) -> Int16? {
      number < 0 ? -1 : Int16(exactly: self.number(of: other[Int32(number)]))
    }
    if let units = renamed(row.units), let kind = renamed(row.kind) {
      (row.units, row.kind) = (units, kind)
    } else {
      (row.units, row.kind, row.amount) = (-1, -1, 0)
      row.marks.subtract([.number, .boolean])
      row.marks.insert(.detailed)
    }
  }

  /// Gives the values of an outcome to the same version of it that is there; `nil` where none is.
  private func join(_ outcome: Outcome) throws(InputError) -> Int? {
    guard let id = outcome.id, let version = EventIdentity(id, outcome.recordedAt) else {
      return nil
    }
    guard let position = positions[version], let known = details[position] else {
      positions[version] = rows.count
      return nil
    }
    guard known.isSame(as: outcome) else {
      throw InputError(.overlappingVersions(kind: "outcome", id: id), field: "recordedAt")
    }
    details[position]?.values += outcome.values
    return position
  }
}

extension Outcome {
  /// Whether two rows say the same of an outcome but for its values.
  fileprivate func isSame(as other: Outcome) -> Bool {
    task == other.task && key == other.key && time == other.time && status == other.status
      && isDeleted == other.isDeleted
  }
}
