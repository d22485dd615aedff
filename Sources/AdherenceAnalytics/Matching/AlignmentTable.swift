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
  private struct WayPart {
    var lower: Int
    var offset: Int
    var count: Int
  }

  /// Rows whose backtrace is stored together.
  private struct Block {
    var reaches: Range<Int>
    /// The row before the block.
    var row: Row
  }

  /// The maximum number of stored backtrace cells, unless one row has more.
  private let limit: Int
  private var row = Row()
  private var next = Row()
  /// The backtrace, row by row.
  private var way: [Step] = []
  private var parts: [WayPart] = []
  /// The number of cells computed so far.
  private(set) var steps = 0

  init(limit: Int) { self.limit = limit }

  /// Assigns the events of a group to its windows.
  mutating func assign(
    _ stretch: WindowAssignment.Stretch, of reaches: [WindowAssignment.Reach], _ starts: [Int64],
    _ events: [Int64], into result: inout [Int32]
  ) {
    row.lower = stretch.events.lowerBound
    row.scores = [Score()]
    let blocks = blocks(of: stretch, reaches, starts, events)
    var end = stretch.events.upperBound
    for block in blocks.reversed() {
      row = block.row
      way.removeAll(keepingCapacity: true)
      parts.removeAll(keepingCapacity: true)
      for index in block.reaches { extend(by: reaches[index], starts, events) }
      for index in block.reaches.reversed() {
        let part = parts[index - block.reaches.lowerBound]
        guard let event = readBack(part, &end) else { continue }
        result[Int(reaches[index].window)] = Int32(event)
      }
    }
  }

  /// Splits a group into blocks whose backtrace fits into the limit.
  private mutating func blocks(
    of stretch: WindowAssignment.Stretch, _ reaches: [WindowAssignment.Reach], _ starts: [Int64],
    _ events: [Int64]
  ) -> [Block] {
    var blocks: [Block] = []
    var (first, cells, upper) = (stretch.reaches.lowerBound, 0, Int32(0))
    for index in stretch.reaches {
      upper = max(upper, reaches[index].upper)
      let width = Int(upper - reaches[index].needed) + 1
      if cells + width > limit, first < index {
        blocks.append(Block(reaches: first..<index, row: row))
        for index in first..<index { extend(by: reaches[index], starts, events) }
        way.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
        (first, cells) = (index, 0)
      }
      cells += width
    }
    return blocks + [Block(reaches: first..<stretch.reaches.upperBound, row: row)]
  }

  /// Adds a window's row.
  private mutating func extend(
    by reach: WindowAssignment.Reach, _ starts: [Int64], _ events: [Int64]
  ) {
    let lower = Int(reach.needed)
    let upper = max(row.lower + row.scores.count - 1, Int(reach.upper), lower)
    let start = starts[Int(reach.window)]
    next.lower = lower
    next.scores.removeAll(keepingCapacity: true)
    parts.append(WayPart(lower: lower, offset: way.count, count: upper - lower + 1))
    var last: Score?
    for end in lower...upper {
      var best = row.score(before: end)
      var step = Step.skipWindow
      if let last, last.isBetter(than: best) { (best, step) = (last, .skipEvent) }
      if last != nil, reach.lower < end, end <= reach.upper {
        var paired = row.score(before: end - 1)
        paired.pairs += 1
        paired.distance += abs(events[end - 1] - start)
        if paired.isBetter(than: best) { (best, step) = (paired, .pair) }
      }
      next.scores.append(best)
      way.append(step)
      last = best
    }
    steps += upper - lower + 1
    swap(&row, &next)
  }

  /// Returns the event of a row in the backtrace; `nil` if the window is not assigned one.
  private func readBack(_ part: WayPart, _ end: inout Int) -> Int? {
    end = min(end, part.lower + part.count - 1)
    while end >= part.lower, way[part.offset + end - part.lower] == .skipEvent { end -= 1 }
    guard way[part.offset + end - part.lower] == .pair else { return nil }
    end -= 1
    return end
  }
}
