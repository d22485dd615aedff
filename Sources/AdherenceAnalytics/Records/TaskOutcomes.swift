/// The outcomes of one task, in the order of the record.
///
/// An ``Outcome`` is made when it is asked for; evaluations read the rows beneath.
public struct TaskOutcomes: Sendable {
  private(set) var rows: [OutcomeTable.Row] = []
  /// Where the rows stand in the table.
  private(set) var positions: [Int] = []
  private(set) var table = OutcomeTable()

  /// Takes the outcomes of a task into memory that is used again.
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
}

extension TaskOutcomes: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }
  public subscript(position: Int) -> Outcome { table[positions[position]] }
}

extension TaskOutcomes: Hashable {
  public static func == (a: TaskOutcomes, b: TaskOutcomes) -> Bool { a.elementsEqual(b) }

  public func hash(into hasher: inout Hasher) {
    for outcome in self { hasher.combine(outcome) }
  }
}
