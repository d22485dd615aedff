/// The resolution of a local time in a zone.
enum LocalTime: Equatable {
  case unique(Int64)
  /// A time in a gap: clocks skip it at the instant `change`, by `length` seconds.
  case gap(change: Int64, length: Int64, offsetBefore: Int64)
  /// A time that clocks show more than once.
  case overlap(first: Int64, last: Int64)
}

extension OffsetTable {
  /// Resolves a local time.
  ///
  /// - Complexity: O(log *n*) for *n* changes of offset.
  func resolve(_ local: Int64) -> LocalTime {
    let index = piece(atLocal: local)
    let piece = pieces[index]
    if local < piece.localEnd { return .unique(local - piece.offset) }
    let segments = segments(inSeamAfter: index)
    let matches = instants(showing: local, in: segments)
    guard let first = matches.first, let last = matches.last else {
      return gap(local, in: segments)
    }
    return matches.count == 1 ? .unique(first) : .overlap(first: first, last: last)
  }

  /// Returns the instants with a local time, ascending.
  func instants(showing local: Int64) -> [Int64] {
    let index = piece(atLocal: local)
    if local < pieces[index].localEnd { return [local - pieces[index].offset] }
    return instants(showing: local, in: segments(inSeamAfter: index))
  }

  /// Returns the first instant at which the local time is at or after `local`; monotonic in `local`.
  ///
  /// - Complexity: O(log *n*) for *n* changes of offset.
  func firstInstant(atOrAfter local: Int64) -> Int64 {
    let index = piece(atLocal: local)
    if local < pieces[index].localEnd { return local - pieces[index].offset }
    let segments = segments(inSeamAfter: index)
    let segment =
      isWide(segments)
      ? wideSeams?.segment(goingBeyond: local)
      : segments.dropLast().first { local < starts[$0 + 1] + offsets[$0] }
    let found = segment ?? segments.upperBound
    return max(starts[found], local - offsets[found])
  }

  /// Returns the range of local times around one with the same constant offset; `nil` near a change.
  func cleanTimes(aboutLocal local: Int64) -> (times: Range<Int64>, offset: Int64)? {
    let piece = pieces[piece(atLocal: local)]
    guard piece.localStart <= local, local < piece.localEnd else { return nil }
    return (piece.localStart..<piece.localEnd, piece.offset)
  }

  /// Returns the segments that overlap a seam, including those of the adjacent clean pieces.
  private func segments(inSeamAfter piece: Int) -> ClosedRange<Int> {
    let last = piece + 1 < pieces.count ? pieces[piece + 1].segment : starts.count - 1
    return pieces[piece].segment...last
  }

  private func isWide(_ segments: ClosedRange<Int>) -> Bool { segments.count > WideSeams.limit }

  private func instants(showing local: Int64, in segments: ClosedRange<Int>) -> [Int64] {
    guard isWide(segments), let wideSeams else {
      return segments.filter { segment(at: local - offsets[$0]) == $0 }.map { local - offsets[$0] }
    }
    return wideSeams.offsets.filter { offsets[segment(at: local - $0)] == $0 }.map { local - $0 }
  }

  /// Returns the gap that contains a local time: the first change that goes beyond it.
  private func gap(_ local: Int64, in segments: ClosedRange<Int>) -> LocalTime {
    let after =
      isWide(segments)
      ? wideSeams?.segment(beginningBeyond: local)
      : segments.first { local < starts[$0] + offsets[$0] }
    let segment = max(1, after ?? segments.upperBound)
    return .gap(
      change: starts[segment], length: offsets[segment] - offsets[segment - 1],
      offsetBefore: offsets[segment - 1])
  }
}

/// A search index for seams with many segments, as in a journey with many short legs, where a linear search
/// would make each query O(*n*).
struct WideSeams {
  /// The distinct offsets, descending, so that instants ascend.
  let offsets: [Int64]
  /// The latest local time reached up to the start and the end of each segment.
  private let beginnings: [Int64]
  private let ends: [Int64]

  /// The number of segments in a seam up to which they are searched linearly.
  static let limit = 8

  /// Creates an index; `nil` if every seam has few segments.
  init?(_ starts: [Int64], _ offsets: [Int64], _ pieces: [OffsetTable.CleanPiece]) {
    let isWide = zip(pieces, pieces.dropFirst()).contains { before, after in
      after.segment - before.segment >= WideSeams.limit
    }
    guard isWide else { return nil }
    self.init(
      offsets: Set(offsets).sorted(by: >),
      beginnings: WideSeams.latest(zip(starts, offsets).map { $0 + $1 }),
      ends: WideSeams.latest(
        zip(starts.dropFirst() + [OffsetTable.bounds.upperBound], offsets).map { $0 + $1 }))
  }

  private init(offsets: [Int64], beginnings: [Int64], ends: [Int64]) {
    self.offsets = offsets
    self.beginnings = beginnings
    self.ends = ends
  }

  private static func latest(_ locals: [Int64]) -> [Int64] {
    var latest = Int64.min
    return locals.map { local in
      latest = max(latest, local)
      return latest
    }
  }

  func displaced(by seconds: Int64) -> WideSeams {
    WideSeams(
      offsets: offsets.map { $0 - seconds }, beginnings: beginnings.map { $0 - seconds },
      ends: ends.map { $0 - seconds })
  }

  /// Returns the first segment that begins at a later local time.
  func segment(beginningBeyond local: Int64) -> Int? {
    let segment = beginnings.partitionPoint { $0 <= local }
    return segment < beginnings.count ? segment : nil
  }

  /// Returns the first segment in which clocks reach a later local time.
  func segment(goingBeyond local: Int64) -> Int? {
    let segment = ends.partitionPoint { $0 <= local }
    return segment < ends.count ? segment : nil
  }
}
