/// A zone's UTC offsets from the first to the last moment of the calendar, as flat integers.
///
/// A *segment* is a stretch of one offset. Around each change of offset lies a *seam*, as wide on
/// either side as the change: all local times that are skipped, doubled or moved by a policy, and all
/// instants where they may end, lie in seams. Changes that follow each other faster than that share a
/// seam. Between two seams is a *clean piece*, in which local time and instant differ by a constant
/// and neither order nor number can change. The kernels copy clean pieces and look closely at seams
/// alone.
final class OffsetTable: Sendable {
  /// The instants, in seconds, where the segments begin; the first is the beginning of time.
  let starts: [Int64]
  /// The seconds east of UTC in each segment.
  let offsets: [Int64]
  /// The clean pieces in order; neighbours never touch.
  let pieces: [CleanPiece]
  /// Whether clocks ever jumped so far that a whole date was lost.
  let skipsDays: Bool
  /// The changes of offset that are journeys.
  let journeys: Set<Int64>
  /// The seconds by which clocks are behind those on the wall, whose days are the calendar's.
  let displacement: Int64
  /// What finds segments in seams of many; `nil` where none has.
  let wideSeams: WideSeams?
  private let index: InstantIndex
  /// The least and the greatest of the offsets.
  let leastAndMost: ClosedRange<Int64>

  struct CleanPiece {
    /// In seconds of UTC; `end` is exclusive.
    var start: Int64, end: Int64
    var offset: Int64
    /// The segment that the piece is a part of.
    var segment: Int

    var localStart: Int64 { start + offset }
    var localEnd: Int64 { end + offset }
  }

  /// The ends of the time line, with room for every offset to be added without overflow.
  static let bounds = Int64.min / 4..<Int64.max / 4

  /// Creates a table from the offset at the beginning of time and each later change.
  ///
  /// - Parameters:
  ///   - initialOffset: The seconds east of UTC before the first change.
  ///   - changes: The changes, ascending.
  ///   - journeys: The changes that a journey makes, and not a government.
  convenience init(
    initialOffset: Int64, changes: [(at: Int64, offset: Int64)], journeys: Set<Int64> = []
  ) {
    var (starts, offsets) = ([OffsetTable.bounds.lowerBound], [initialOffset])
    for change in changes where change.offset != offsets[offsets.count - 1] {
      starts.append(change.at)
      offsets.append(change.offset)
    }
    self.init(starts: starts, offsets: offsets, journeys: journeys)
  }

  /// Creates a table from its segments, of which no two neighbours have one offset.
  init(starts: [Int64], offsets: [Int64], journeys: Set<Int64>) {
    self.starts = starts
    self.offsets = offsets
    self.journeys = journeys
    let pieces = OffsetTable.pieces(starts: starts, offsets: offsets)
    self.pieces = pieces
    index = InstantIndex(pieces.count) { pieces[$0].start }
    leastAndMost = (offsets.min() ?? 0)...(offsets.max() ?? 0)
    displacement = 0
    wideSeams = WideSeams(starts, offsets, pieces)
    skipsDays = starts.indices.dropFirst().contains { index in
      offsets[index] - offsets[index - 1] >= 86_400 && !journeys.contains(starts[index])
    }
  }

  /// Creates the table of clocks that are so many seconds behind another's.
  init(_ table: OffsetTable, displacedBy seconds: Int64) {
    starts = table.starts
    offsets = table.offsets.map { $0 - seconds }
    pieces = table.pieces.map { piece in
      CleanPiece(
        start: piece.start, end: piece.end, offset: piece.offset - seconds,
        segment: piece.segment)
    }
    index = table.index
    leastAndMost =
      table.leastAndMost.lowerBound - seconds...table.leastAndMost.upperBound - seconds
    journeys = table.journeys
    displacement = table.displacement + seconds
    skipsDays = table.skipsDays
    wideSeams = table.wideSeams?.displaced(by: seconds)
  }

  /// The parts of the segments that no change of offset reaches, however close to each other changes lie.
  private static func pieces(starts: [Int64], offsets: [Int64]) -> [CleanPiece] {
    let ends = cleanEnds(starts: starts, offsets: offsets)
    var pieces: [CleanPiece] = []
    pieces.reserveCapacity(starts.count)
    // How far the changes so far reach, and the local time up to which clocks have gone.
    var (reach, shown) = (starts[0], starts[0] + offsets[0])
    for index in starts.indices {
      if index > 0 {
        reach = max(reach, starts[index] + abs(offsets[index] - offsets[index - 1]))
        shown = max(shown, starts[index] + offsets[index - 1])
      }
      let start = max(reach, shown - offsets[index])
      if start < ends[index] {
        pieces.append(
          CleanPiece(start: start, end: ends[index], offset: offsets[index], segment: index))
      }
    }
    return pieces
  }

  /// Where the changes that follow each segment begin to reach.
  private static func cleanEnds(starts: [Int64], offsets: [Int64]) -> [Int64] {
    var ends = Array(repeating: bounds.upperBound, count: starts.count)
    // Where the changes from here on begin to reach, and the least local time that clocks will show.
    var (reach, shown) = (bounds.upperBound, bounds.upperBound)
    for index in starts.indices.dropLast().reversed() {
      reach = min(reach, starts[index + 1] - abs(offsets[index + 1] - offsets[index]))
      shown = min(shown, starts[index + 1] + offsets[index + 1])
      ends[index] = min(reach, shown - offsets[index])
    }
    return ends
  }

  /// The segment that holds an instant.
  func segment(at instant: Int64) -> Int {
    let piece = piece(at: instant)
    if pieces[piece].start <= instant, instant < pieces[piece].end { return pieces[piece].segment }
    let first = piece == 0 ? 0 : pieces[piece].segment
    let last = piece + 1 < pieces.count ? pieces[piece + 1].segment : starts.count - 1
    return (first + 1..<last + 1).partitionPoint { starts[$0] <= instant } - 1
  }

  /// The last piece that begins at or before an instant; the instant lies in it or in the seam after.
  @inline(__always)
  func piece(at instant: Int64) -> Int {
    index.last(at: instant) { pieces[$0].start <= instant }
  }

  /// The last piece that begins at or before a local time.
  func piece(atLocal local: Int64) -> Int {
    let local = local.clamped(to: OffsetTable.bounds.lowerBound...OffsetTable.bounds.upperBound)
    let first = piece(at: local - leastAndMost.upperBound)
    let last = piece(at: local - leastAndMost.lowerBound)
    return (first + 1..<last + 1).partitionPoint { pieces[$0].localStart <= local } - 1
  }
}
