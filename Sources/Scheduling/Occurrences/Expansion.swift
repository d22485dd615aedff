/// Consecutive members of one element that all start `shift` seconds before their nominal time.
struct MemberRun {
  var ordinals: Range<Int64>
  var shift: Int64
}

extension CompiledElement {
  /// Calls `body` with the members that start in a range, in order of start, in as few runs as possible.
  ///
  /// Members in a clean piece of the zone form one run; those in a seam are resolved one by one. The
  /// iteration stops when `body` returns `false`.
  ///
  /// - Complexity: O(*p* + *s*) for *p* changes of offset in the range and *s* members near them, however far
  ///   the range is from the anchor and however many members the runs have.
  func forEachRun(startingIn range: Range<Int64>, _ body: (MemberRun) -> Bool) {
    guard let range = bounds(within: range) else { return }
    if case .mixed(let drift) = clock {
      mixedRuns(in: range, drift: drift, body)
    } else {
      civilRuns(in: range, body)
    }
  }

  /// Returns the part of a range in which the element may have members; `nil` if it has none.
  func bounds(within range: Range<Int64>) -> Range<Int64>? {
    guard count > 0 else { return nil }
    let lower = max(range.lowerBound, earliest)
    let upper = min(range.upperBound, end)
    return lower < upper ? lower..<upper : nil
  }

  /// An upper bound of the difference between local time and UTC, before displacement.
  static let slack: Int64 = 2 * 86_400

  /// Returns a local time such that nothing planned before it starts at or after an instant.
  func earliestLocal(from instant: Int64) -> Int64 {
    instant - CompiledElement.slack - table.displacement
  }

  /// Returns a local time such that nothing planned at or after it starts before an instant.
  func latestLocal(before instant: Int64) -> Int64 {
    instant + CompiledElement.slack - table.displacement
  }

  private func civilRuns(in range: Range<Int64>, _ body: (MemberRun) -> Bool) {
    var index = table.piece(at: range.lowerBound)
    var piece = table.pieces[index]
    var next = rank(min(range.lowerBound, piece.end) + piece.offset)
    while true {
      countSteps(1)
      let end = rank(min(range.upperBound, piece.end) + piece.offset)
      guard runs(of: next..<end, shift: piece.offset, body) else { return }
      if end == count || piece.end >= range.upperBound { return }
      index += 1
      piece = table.pieces[index]
      next = rank(piece.localStart)
      guard seamRuns(of: end..<next, in: range, body) else { return }
      if piece.start >= range.upperBound { return }
    }
  }

  /// Returns the number of members before a local time.
  @inline(__always)
  func rank(_ local: Int64) -> Int64 { min(count, sequence.rank(local)) }

  /// Returns the first member planned at or after a local time.
  func ordinal(at local: Int64) -> Int64 {
    guard case .mixed(let drift) = clock else { return rank(local) }
    return sequence.firstOrdinal(atOrAfter: local, drift: drift, below: count)
  }

  /// Calls `body` with the runs of ordinals that are not excluded.
  private func runs(of ordinals: Range<Int64>, shift: Int64, _ body: (MemberRun) -> Bool) -> Bool {
    var next = ordinals.lowerBound
    var index = excluded.partitionPoint { $0.upperBound <= next }
    while next < ordinals.upperBound {
      let gap = index < excluded.count ? excluded[index] : ordinals.upperBound..<Int64.max
      let upper = min(gap.lowerBound, ordinals.upperBound)
      if next < upper, !body(MemberRun(ordinals: next..<upper, shift: shift)) { return false }
      next = gap.upperBound
      index += 1
    }
    return true
  }

  private func seamRuns(
    of ordinals: Range<Int64>, in range: Range<Int64>, _ body: (MemberRun) -> Bool
  ) -> Bool {
    let first = max(ordinals.lowerBound, rank(earliestLocal(from: range.lowerBound)))
    let last = min(ordinals.upperBound, rank(latestLocal(before: range.upperBound)))
    let own = first..<max(first, last)
    guard !own.isEmpty else { return true }
    countSteps(Int64(own.count))
    return own.filter { !isExcluded($0) }.flatMap(resolved)
      .sorted { ($0.start, $0.run.ordinals.lowerBound) < ($1.start, $1.run.ordinals.lowerBound) }
      .filter { range.contains($0.start) }
      .allSatisfy { body($0.run) }
  }

  /// Returns the members planned between a piece of the zone and the next.
  func ordinals(inSeamAfter piece: Int) -> Range<Int64> {
    guard piece + 1 < table.pieces.count else { return count..<count }
    return rank(table.pieces[piece].localEnd)..<rank(table.pieces[piece + 1].localStart)
  }

  /// Whether an ordinal (of a mixed sequence, a start) is excluded.
  func isExcluded(_ value: Int64) -> Bool { exclusion(of: value) != nil }

  /// Returns the exclusion that contains an ordinal (of a mixed sequence, a start).
  func exclusion(of value: Int64) -> Range<Int64>? {
    if excluded.isEmpty { return nil }
    let index = excluded.partitionPoint { $0.upperBound <= value }
    return index < excluded.count && excluded[index].contains(value) ? excluded[index] : nil
  }

  /// Returns the starts of one member, each with its run.
  func resolved(_ ordinal: Int64) -> [(start: Int64, run: MemberRun)] {
    let nominal = sequence.nominal(ordinal)
    return starts(of: ordinal).all.map {
      (start: $0, run: MemberRun(ordinals: ordinal..<(ordinal + 1), shift: nominal - $0))
    }
  }
}
