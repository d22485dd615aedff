/// A zone's UTC offsets over the whole calendar, as flat integers.
///
/// A *segment* is a maximal range of instants with one offset. Around each change of offset is a *seam*, as
/// wide on either side as the change: it contains all local times that are skipped, repeated or moved by a
/// policy, and all instants to which they can resolve. Changes in quick succession share a seam. Between two
/// seams is a *clean piece*, in which local time and instant differ by a constant, so order and number are
/// preserved. The kernels process clean pieces in bulk, and only seams member by member.
final class OffsetTable: Sendable {
  /// The starts of the segments, in seconds; the first is the lower bound of ``bounds``.
  let starts: [Int64]
  /// The offset of each segment, in seconds east of UTC.
  let offsets: [Int64]
  /// The clean pieces in order; neighbours are not adjacent.
  let pieces: [CleanPiece]
  /// Whether a gap ever skipped a whole date.
  let skipsDays: Bool
  /// The changes of offset caused by travel.
  let journeys: Set<Int64>
  /// The displacement of the clocks from calendar days, in seconds; see ``Zone/displaced(by:)``.
  let displacement: Int64
  /// The search index for seams with many segments; `nil` if there are none.
  let wideSeams: WideSeams?
  private let index: InstantIndex
  /// The least and the greatest offset.
  let leastAndMost: ClosedRange<Int64>

  struct CleanPiece {
    /// In seconds of UTC; `end` is exclusive.
    var start: Int64, end: Int64
    var offset: Int64
    /// The index of the segment that contains the piece.
    var segment: Int

    var localStart: Int64 { start + offset }
    var localEnd: Int64 { end + offset }
  }

  /// The bounds of the time line, such that adding any offset cannot overflow.
  static let bounds = Int64.min / 4..<Int64.max / 4

  /// Creates a table from an initial offset and the changes.
  ///
  /// - Parameters:
  ///   - initialOffset: The offset before the first change, in seconds east of UTC.
  ///   - changes: The changes, ascending.
  ///   - journeys: The changes caused by travel rather than by zone rules.
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

  /// Creates a table from its segments; neighbours must have different offsets.
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

  /// Creates the table of clocks that are `seconds` behind those of another.
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

  /// Returns the parts of the segments outside of seams, however close to each other changes are.
  private static func pieces(starts: [Int64], offsets: [Int64]) -> [CleanPiece] {
    let ends = cleanEnds(starts: starts, offsets: offsets)
    var pieces: [CleanPiece] = []
    pieces.reserveCapacity(starts.count)
    // The end of the seams so far, and the latest local time reached.
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

  /// Returns the ends of the clean part of each segment, where the seam of a later change begins.
  private static func cleanEnds(starts: [Int64], offsets: [Int64]) -> [Int64] {
    var ends = Array(repeating: bounds.upperBound, count: starts.count)
    // The start of the seams from here on, and the earliest local time that follows.
    var (reach, shown) = (bounds.upperBound, bounds.upperBound)
    for index in starts.indices.dropLast().reversed() {
      reach = min(reach, starts[index + 1] - abs(offsets[index + 1] - offsets[index]))
      shown = min(shown, starts[index + 1] + offsets[index + 1])
      ends[index] = min(reach, shown - offsets[index])
    }
    return ends
  }

  /// Returns the segment that contains an instant.
  func segment(at instant: Int64) -> Int {
    let piece = piece(at: instant)
    if pieces[piece].start <= instant, instant < pieces[piece].end { return pieces[piece].segment }
    let first = piece == 0 ? 0 : pieces[piece].segment
    let last = piece + 1 < pieces.count ? pieces[piece + 1].segment : starts.count - 1
    return (first + 1..<last + 1).partitionPoint { starts[$0] <= instant } - 1
  }

  /// Returns the last piece that begins at or before an instant, which is in the piece or in the seam after
  /// it.
  @inline(__always)
  func piece(at instant: Int64) -> Int {
    index.last(at: instant) { pieces[$0].start <= instant }
  }

  /// Returns the last piece that begins at or before a local time.
  func piece(atLocal local: Int64) -> Int {
    let local = local.clamped(to: OffsetTable.bounds.lowerBound...OffsetTable.bounds.upperBound)
    let first = piece(at: local - leastAndMost.upperBound)
    let last = piece(at: local - leastAndMost.lowerBound)
    return (first + 1..<last + 1).partitionPoint { pieces[$0].localStart <= local } - 1
  }
}

/// A search index over ascending instants: buckets of equal length, each with the index of the last instant
/// at or before its start.
///
/// There are at most as many buckets as instants, so a search usually takes one or two steps.
///
/// Safe: the shift is below 64, as a span has no more bits; the time is clamped to the bounds, so that
/// its bucket has an index.
struct InstantIndex: Sendable {
  private let indices: [Int32]
  /// The bounds of the buckets, and the binary logarithm of their length.
  private let first: Int64
  private let last: Int64
  private let shift: Int64

  /// Creates an index of `count` instants, ascending and at least one.
  init(_ count: Int, _ instant: (Int) -> Int64) {
    (first, last) = (instant(min(1, count - 1)), instant(count - 1))
    let span = last - first
    var shift: Int64 = 0
    while span &>> shift >= count { shift += 1 }
    self.shift = shift
    // Everything before the second instant belongs to the first.
    var (indices, index): ([Int32], Int) = ([0], 0)
    for bucket in 0..<(span &>> shift) {
      let end = first + (bucket + 1) &<< shift
      while index + 1 < count, instant(index + 1) <= end { index += 1 }
      indices.append(Int32(index))
    }
    self.indices = indices + [Int32(count - 1)]
  }

  /// Returns the index of the last instant that has begun; 0 if none has.
  @inline(__always)
  func last(at instant: Int64, hasBegun: (Int) -> Bool) -> Int {
    let bucket = Int((min(max(instant, first), last) &- first) &>> shift)
    let (low, high) = (Int(indices[bucket]), Int(indices[bucket + 1]))
    return (low + 1..<high + 1).partitionPoint(where: hasBegun) - 1
  }
}

/// A cursor over the clean pieces of a zone, for mostly ascending queries.
struct PieceCursor {
  private let table: OffsetTable
  private var index: Int
  private var piece: OffsetTable.CleanPiece

  init(_ table: OffsetTable, at instant: Int64) {
    self.table = table
    index = table.piece(at: instant)
    piece = table.pieces[index]
  }

  /// The local times of the current piece.
  var localRange: Range<Int64> { piece.localStart..<piece.localEnd }

  /// Returns the offset of the clean piece that contains an instant; `nil` within a seam.
  mutating func offset(at instant: Int64) -> Int64? {
    if piece.start <= instant, instant < piece.end { return piece.offset }
    if !turn(where: { $0.start <= instant }) { move(to: table.piece(at: instant)) }
    return piece.start <= instant && instant < piece.end ? piece.offset : nil
  }

  /// Returns the offset of the clean piece that contains a local time; `nil` within a seam.
  mutating func offset(atLocal local: Int64) -> Int64? {
    if piece.localStart <= local, local < piece.localEnd { return piece.offset }
    if !turn(where: { $0.localStart <= local }) { move(to: table.piece(atLocal: local)) }
    return piece.localStart <= local && local < piece.localEnd ? piece.offset : nil
  }

  /// Advances to the next piece if it is the last that has begun; returns whether it is.
  private mutating func turn(where hasBegun: (OffsetTable.CleanPiece) -> Bool) -> Bool {
    let (pieces, next) = (table.pieces, index + 1)
    guard next < pieces.count, hasBegun(pieces[next]),
      next + 1 == pieces.count || !hasBegun(pieces[next + 1])
    else { return false }
    move(to: next)
    return true
  }

  private mutating func move(to index: Int) {
    self.index = index
    piece = table.pieces[index]
  }
}
