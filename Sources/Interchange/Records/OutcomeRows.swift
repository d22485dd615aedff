package import AdherenceAnalytics
import Diagnostics
import Scheduling

/// The outcomes of one patient being read, as compact rows and a side table for rare fields.
///
/// It is reused for the next patient, with its memory and interned names.
package final class OutcomeRows {
  package var rows: [OutcomeTable.Row] = []
  var names = NameTable()
  /// The number of times the names were reset.
  package private(set) var generation = 0
  /// The number of ``names``.
  private var nameCount = 0
  private var details: [Int: Outcome] = [:]
  /// The position of each version of an outcome with an id.
  private var positions: [EventIdentity: Int] = [:]

  /// The number of names above which they are reset before the next patient.
  private static let nameLimit = 256

  package init() {}

  /// Removes the outcomes.
  func begin() {
    // A previous record may share the rows, and a long one must not make all later ones as long.
    rows = []
    if !details.isEmpty { details = [:] }
    if !positions.isEmpty { positions = [:] }
    if nameCount <= OutcomeRows.nameLimit { return }
    names = NameTable()
    nameCount = 0
    generation += 1
  }

  /// The outcomes as a table of the record.
  var table: OutcomeTable { OutcomeTable(rows: rows, names: names, details: details) }

  /// Returns the number of a name, assigning one to a new name.
  package func number(of name: String) -> Int32 {
    let number = names.number(of: name)
    nameCount = max(nameCount, Int(number) + 1)
    return number
  }

  /// Adds an outcome, or its values to an existing version of it, and returns its position.
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

  /// Translates units and kind of a row; if they do not fit, the row becomes one with details.
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

  /// Appends the values of an outcome to an existing version of it; `nil` if there is none.
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
  /// Returns whether two rows are about the same outcome, apart from its values.
  fileprivate func isSame(as other: Outcome) -> Bool {
    task == other.task && key == other.key && time == other.time && status == other.status
      && isDeleted == other.isDeleted
  }
}
