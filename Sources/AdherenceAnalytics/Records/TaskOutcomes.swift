/// The outcomes of one task, in the order of the record.
///
/// An ``Outcome`` is created on access; evaluation reads the underlying rows.
public struct TaskOutcomes: Sendable {
  package private(set) var rows: [OutcomeTable.Row] = []
  /// The ranges of the rows in the table.
  private var ranges: [Range<Int>] = []
  private(set) var table = OutcomeTable()

  /// Copies the outcomes of a task, reusing memory.
  mutating func take(_ task: String, from table: OutcomeTable, since first: Int64? = nil) {
    self.table = table
    rows.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    guard let number = table.names.known(task) else { return }
    for (index, run) in table.runs.enumerated() where run.task == number {
      let end = index + 1 < table.runs.count ? table.runs[index + 1].start : table.rows.count
      var start = run.start
      if let first {
        start = (start..<end).first { table.rows[$0].playsPart(since: first) } ?? end
      }
      rows += table.rows[start..<end]
      ranges.append(start..<end)
    }
  }
}

extension TaskOutcomes: RandomAccessCollection {
  /// The first index, which is 0.
  public var startIndex: Int { 0 }
  /// The index after the last.
  public var endIndex: Int { rows.count }

  /// Returns the outcome at an index.
  ///
  /// - Complexity: O(*r*) for *r* runs of the task in the record, usually one.
  public subscript(position: Int) -> Outcome { table[tableIndex(of: position)] }

  /// Returns the values of the outcome at an index.
  func values(at position: Int) -> [OutcomeValue] {
    if rows[position].marks.contains(.detailed) { return self[position].values }
    return table.value(of: rows[position]).map { [$0] } ?? []
  }

  /// Returns the index of an outcome in the table.
  private func tableIndex(of position: Int) -> Int {
    var position = position
    for range in ranges {
      if position < range.count { return range.lowerBound + position }
      position -= range.count
    }
    preconditionFailure("there is no outcome \(position)")
  }
}

extension TaskOutcomes: Hashable {
  /// Compares the outcomes, independently of how they are stored.
  public static func == (a: TaskOutcomes, b: TaskOutcomes) -> Bool { a.elementsEqual(b) }

  /// Hashes the outcomes, independently of how they are stored.
  public func hash(into hasher: inout Hasher) {
    for outcome in self { hasher.combine(outcome) }
  }
}

extension OutcomeTable.Row {
  /// Returns whether the outcome's local time may be at or after a local second; no zone is two days ahead of
  /// UTC.
  fileprivate func playsPart(since first: Int64) -> Bool {
    nominal == OutcomeTable.Row.none ? time >= first - 2 * 86_400 : nominal >= first
  }
}
