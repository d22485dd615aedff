/// The best assignment for any windows, by alignment of two sequences (dynamic programming).
///
/// Each window has a row with a cell for every event that is still relevant: from the first that a later
/// window may take to the last that a window so far may take. The backtrace is stored for as many rows as
/// have a few million cells; before them only the scores at checkpoints are stored, and the rows between are
/// recomputed when the backtrace reaches them.
struct AlignmentTable {
  /// The number of pairs, and their total distance.
  private struct Score {
    var pairs = 0
    var distance: Int64 = 0

    func isBetter(than other: Score) -> Bool {
      pairs != other.pairs ? pairs > other.pairs : distance < other.distance
    }
  }

  /// The last decision on the path to a cell.
  private enum Step: UInt8 {
    case skipWindow, skipEvent, pair
  }

  /// The best scores of the windows so far with the events before `lower + index`.
  private struct Row {
    var lower = 0
    var scores: [Score] = []

    /// Returns the score with the events before `end`; it is constant after the last cell.
    func score(before end: Int) -> Score { scores[min(end - lower, scores.count - 1)] }
  }

  /// The range of a row in the backtrace, and the first event that its first cell excludes.
  private struct BacktraceRow {
    var lower: Int
    var offset: Int
    var count: Int
  }

  /// Rows whose backtrace is stored together.
  private struct Block {
    var ranges: Range<Int>
    /// The row before the block.
    var row: Row
  }

  /// The maximum number of stored backtrace cells, unless one row has more.
  private let limit: Int
  private var row = Row()
  private var next = Row()
  /// The backtrace, row by row.
  private var backtrace: [Step] = []
  private var backtraceRows: [BacktraceRow] = []
  /// The number of cells computed so far.
  private(set) var steps = 0

  init(limit: Int) { self.limit = limit }

  /// Assigns the events of a group to its windows.
  mutating func assign(
    _ group: WindowAssignment.Group, of ranges: [WindowAssignment.CandidateRange],
    _ starts: [Int64],
    _ events: [Int64], into result: inout [Int32]
  ) {
    row.lower = group.events.lowerBound
    row.scores = [Score()]
    let blocks = blocks(of: group, ranges, starts, events)
    var end = group.events.upperBound
    for block in blocks.reversed() {
      row = block.row
      backtrace.removeAll(keepingCapacity: true)
      backtraceRows.removeAll(keepingCapacity: true)
      for index in block.ranges { extend(by: ranges[index], starts, events) }
      for index in block.ranges.reversed() {
        let part = backtraceRows[index - block.ranges.lowerBound]
        guard let event = readBack(part, &end) else { continue }
        result[Int(ranges[index].window)] = Int32(event)
      }
    }
  }

  /// Splits a group into blocks whose backtrace fits into the limit.
  private mutating func blocks(
    of group: WindowAssignment.Group, _ ranges: [WindowAssignment.CandidateRange],
    _ starts: [Int64],
    _ events: [Int64]
  ) -> [Block] {
    var blocks: [Block] = []
    var (first, cells, upper) = (group.ranges.lowerBound, 0, Int32(0))
    for index in group.ranges {
      upper = max(upper, ranges[index].upper)
      let width = Int(upper - ranges[index].needed) + 1
      if cells + width > limit, first < index {
        blocks.append(Block(ranges: first..<index, row: row))
        for index in first..<index { extend(by: ranges[index], starts, events) }
        backtrace.removeAll(keepingCapacity: true)
        backtraceRows.removeAll(keepingCapacity: true)
        (first, cells) = (index, 0)
      }
      cells += width
    }
    return blocks + [Block(ranges: first..<group.ranges.upperBound, row: row)]
  }

  /// Adds a window's row.
  private mutating func extend(
    by candidates: WindowAssignment.CandidateRange, _ starts: [Int64], _ events: [Int64]
  ) {
    let lower = Int(candidates.needed)
    let upper = max(row.lower + row.scores.count - 1, Int(candidates.upper), lower)
    let start = starts[Int(candidates.window)]
    next.lower = lower
    next.scores.removeAll(keepingCapacity: true)
    backtraceRows.append(
      BacktraceRow(lower: lower, offset: backtrace.count, count: upper - lower + 1))
    var last: Score?
    for end in lower...upper {
      var best = row.score(before: end)
      var step = Step.skipWindow
      if let last, last.isBetter(than: best) { (best, step) = (last, .skipEvent) }
      if last != nil, candidates.lower < end, end <= candidates.upper {
        var paired = row.score(before: end - 1)
        paired.pairs += 1
        paired.distance += abs(events[end - 1] - start)
        if paired.isBetter(than: best) { (best, step) = (paired, .pair) }
      }
      next.scores.append(best)
      backtrace.append(step)
      last = best
    }
    steps += upper - lower + 1
    swap(&row, &next)
  }

  /// Returns the event of a row in the backtrace; `nil` if the window is not assigned one.
  private func readBack(_ part: BacktraceRow, _ end: inout Int) -> Int? {
    end = min(end, part.lower + part.count - 1)
    while end >= part.lower, backtrace[part.offset + end - part.lower] == .skipEvent { end -= 1 }
    guard backtrace[part.offset + end - part.lower] == .pair else { return nil }
    end -= 1
    return end
  }
}
