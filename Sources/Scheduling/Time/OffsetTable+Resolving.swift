/// What a local time means in a zone.
enum LocalTime: Equatable {
  case unique(Int64)
  /// The zone's clocks skip it when they change at `change`, by `length` seconds.
  case gap(change: Int64, length: Int64, offsetBefore: Int64)
  /// Clocks show it more than once.
  case overlap(first: Int64, last: Int64)
}

extension OffsetTable {
  /// The meaning of a local time.
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

  /// The instants at which clocks show a local time, ascending.
  func instants(showing local: Int64) -> [Int64] {
    let index = piece(atLocal: local)
    if local < pieces[index].localEnd { return [local - pieces[index].offset] }
    return instants(showing: local, in: segments(inSeamAfter: index))
  }

  /// The first instant at which clocks show a local time or a later one; it never falls as `local` rises.
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

  /// The local times about one that all have their instant at one distance; `nil` for one that is near a change.
  func cleanTimes(aboutLocal local: Int64) -> (times: Range<Int64>, offset: Int64)? {
    let piece = pieces[piece(atLocal: local)]
    guard piece.localStart <= local, local < piece.localEnd else { return nil }
    return (piece.localStart..<piece.localEnd, piece.offset)
  }

  /// The segments about a seam, with those of the clean pieces on either side.
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

  /// The gap that holds a local time: clocks pass it at the first change that goes beyond it.
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

/// What finds the segments of a local time where many changes follow each other, as in a journey with a
/// leg a minute: there a look at each would make every question cost the journey.
struct WideSeams {
  /// The offsets of the table, each once and descending, so that instants ascend.
  let offsets: [Int64]
  /// Up to each segment's beginning and end, the latest local time that clocks have shown.
  private let beginnings: [Int64]
  private let ends: [Int64]

  /// The most segments of a seam that are looked at one by one.
  static let limit = 8

  /// Prepares a table; `nil` where each seam has few segments.
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

  /// The first segment that begins with a later local time.
  func segment(beginningBeyond local: Int64) -> Int? {
    let segment = beginnings.partitionPoint { $0 <= local }
    return segment < beginnings.count ? segment : nil
  }

  /// The first segment in which clocks come to a later local time.
  func segment(goingBeyond local: Int64) -> Int? {
    let segment = ends.partitionPoint { $0 <= local }
    return segment < ends.count ? segment : nil
  }
}
