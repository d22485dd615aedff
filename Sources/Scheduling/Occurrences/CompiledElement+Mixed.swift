// Elements whose period has both a civil and an elapsed part: their members are local times that the zone
// resolves, and by so much later as the elapsed parts make since the first.
extension CompiledElement {
  /// Walks the members that start in a range one by one; what an exclusion is sure to cover is passed at once.
  func mixedRuns(in range: Range<Int64>, drift: Int64, _ body: (MemberRun) -> Bool) {
    var ordinal = firstOrdinal(startingAt: range.lowerBound, drift: drift)
    while ordinal < count {
      let local = sequence.nominal(ordinal) + sequence.step(ordinal) * drift
      if local >= latestLocal(before: range.upperBound) { return }
      if let end = endOfExclusion(about: local) {
        ordinal = firstOrdinal(startingAt: end, drift: drift)
        continue
      }
      for (start, run) in resolved(ordinal) where range.contains(start) && !isExcluded(start) {
        if !body(run) { return }
      }
      ordinal += 1
    }
  }

  /// A member before which none starts at an instant or later.
  private func firstOrdinal(startingAt instant: Int64, drift: Int64) -> Int64 {
    sequence.firstOrdinal(atOrAfter: earliestLocal(from: instant), drift: drift, below: count)
  }

  /// Where the exclusion ends that covers whatever is planned at a local time; `nil` where it may not be covered.
  private func endOfExclusion(about local: Int64) -> Int64? {
    let index = excluded.partitionPoint { earliestLocal(from: $0.upperBound) <= local }
    guard index < excluded.count, latestLocal(before: excluded[index].lowerBound) <= local else {
      return nil
    }
    return excluded[index].upperBound
  }

  /// The number of members that start in a range.
  func mixedCount(in range: Range<Int64>, drift: Int64) -> Int {
    let planned = Int(mixedRank(at: range.upperBound) - mixedRank(at: range.lowerBound))
    return isRegular ? planned : planned + surplus(in: range, drift: drift)
  }

  /// The members with a place before an instant, the excluded ones left out.
  private func mixedRank(at instant: Int64) -> Int64 {
    func rank(_ instant: Int64) -> Int64 {
      (0..<count).partitionPoint { place(of: $0) < instant }
    }
    return excluded.prefix { $0.lowerBound < instant }.reduce(rank(instant)) { total, range in
      total - (rank(min(range.upperBound, instant)) - rank(range.lowerBound))
    }
  }

  /// Where a member starts first, or would if clocks had not left out its time.
  private func place(of ordinal: Int64) -> Int64 {
    if let first = starts(of: ordinal).first { return first }
    guard case .mixed(let drift) = clock else { return sequence.nominal(ordinal) }
    return table.firstInstant(atOrAfter: sequence.nominal(ordinal)) + sequence.step(ordinal) * drift
  }

  /// How many more members start in a range than have their place in it: those that clocks show twice, less
  /// those that they leave out.
  private func surplus(in range: Range<Int64>, drift: Int64) -> Int {
    let last = sequence.firstOrdinal(
      atOrAfter: latestLocal(before: range.upperBound), drift: drift, below: count)
    let ordinals = firstOrdinal(startingAt: range.lowerBound, drift: drift)..<last
    guard !ordinals.isEmpty else { return 0 }
    let first = table.piece(atLocal: sequence.nominal(ordinals.lowerBound))
    let end = table.piece(atLocal: sequence.nominal(ordinals.upperBound - 1))
    func isCounted(_ start: Int64) -> Bool { range.contains(start) && !isExcluded(start) }
    return (first...end).reduce(0) { sum, piece in
      ordinals.clamped(to: self.ordinals(inSeamAfter: piece)).reduce(sum) { sum, ordinal in
        let starts = [starts(of: ordinal).first, starts(of: ordinal).second].compactMap(\.self)
        return sum + starts.count(where: isCounted) - (isCounted(place(of: ordinal)) ? 1 : 0)
      }
    }
  }
}

extension NominalSequence {
  /// The first member whose local time, `drift` for each step included, reaches a local time.
  func firstOrdinal(atOrAfter local: Int64, drift: Int64, below limit: Int64) -> Int64 {
    (0..<limit).partitionPoint { nominal($0) + step($0) * drift < local }
  }
}
