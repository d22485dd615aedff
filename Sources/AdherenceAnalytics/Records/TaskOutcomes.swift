/// The outcomes of one task, in the order of the record.
///
/// An ``Outcome`` is made when it is asked for; evaluations read the rows beneath.
public struct TaskOutcomes: Sendable {
  package private(set) var rows: [OutcomeTable.Row] = []
  /// Where the rows stand in the table, stretch by stretch.
  private var stretches: [Range<Int>] = []
  private(set) var table = OutcomeTable()

  /// Takes the outcomes of a task into memory that is used again.
  ///
  /// - Parameters:
  ///   - task: The id of the task.
  ///   - table: The outcomes of a record.
  ///   - first: The local second from which on outcomes play a part, where those with keys are in
  ///     order and the others have no occurrence; the ones before the first of those are left out.
  /// - Complexity: O(*n* + *r*) for *n* outcomes of the task and *r* runs of the table.
  mutating func take(_ task: String, from table: OutcomeTable, since first: Int64? = nil) {
    self.table = table
    rows.removeAll(keepingCapacity: true)
    stretches.removeAll(keepingCapacity: true)
    guard let number = table.names.known(task) else { return }
    for (index, run) in table.runs.enumerated() where run.task == number {
      let end = index + 1 < table.runs.count ? table.runs[index + 1].start : table.rows.count
      var start = run.start
      if let first {
        start = (start..<end).first { table.rows[$0].playsPart(since: first) } ?? end
      }
      rows += table.rows[start..<end]
      stretches.append(start..<end)
    }
  }
}

extension TaskOutcomes: RandomAccessCollection {
  /// The first position, which is 0.
  public var startIndex: Int { 0 }
  /// The position behind the last.
  public var endIndex: Int { rows.count }

  /// The outcome at a position.
  ///
  /// - Complexity: O(*r*) for *r* stretches of the task in the record, mostly one.
  public subscript(position: Int) -> Outcome { table[place(of: position)] }

  /// The values of the outcome at a position, without the rest of it.
  func values(at position: Int) -> [OutcomeValue] {
    if rows[position].marks.contains(.detailed) { return self[position].values }
    return table.value(of: rows[position]).map { [$0] } ?? []
  }

  /// Where an outcome stands in the table.
  private func place(of position: Int) -> Int {
    var position = position
    for stretch in stretches {
      if position < stretch.count { return stretch.lowerBound + position }
      position -= stretch.count
    }
    preconditionFailure("there is no outcome \(position)")
  }
}

extension TaskOutcomes: Hashable {
  /// Compares outcome by outcome, wherever they come from.
  public static func == (a: TaskOutcomes, b: TaskOutcomes) -> Bool { a.elementsEqual(b) }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    for outcome in self { hasher.combine(outcome) }
  }
}

extension OutcomeTable.Row {
  /// Whether the outcome's local time may be a moment or later; no zone is two days ahead of UTC.
  fileprivate func playsPart(since first: Int64) -> Bool {
    nominal == OutcomeTable.Row.none ? time >= first - 2 * 86_400 : nominal >= first
  }
}
