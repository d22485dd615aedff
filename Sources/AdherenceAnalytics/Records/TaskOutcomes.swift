import Scheduling

/// The outcomes of one task, copied out of a table into memory that is used again.
struct TaskOutcomes {
  private(set) var rows: [OutcomeTable.Row] = []
  /// Where the rows stand in the table.
  private(set) var positions: [Int] = []
  private(set) var table = OutcomeTable()

  /// The outcome of a row, with all that it has.
  subscript(index: Int) -> Outcome { table[positions[index]] }

  /// Takes the outcomes of a task, in the order of the table.
  ///
  /// - Complexity: O(*n* + *r*) for *n* outcomes of the task and *r* runs of the table.
  mutating func take(_ task: String, from table: OutcomeTable) {
    self.table = table
    rows.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    guard let number = table.names.known(task) else { return }
    for (index, run) in table.runs.enumerated() where run.task == number {
      let end = index + 1 < table.runs.count ? table.runs[index + 1].start : table.rows.count
      rows += table.rows[run.start..<end]
      positions += run.start..<end
    }
  }

  /// The outcomes as values.
  var all: [Outcome] { positions.map { table[$0] } }
}
