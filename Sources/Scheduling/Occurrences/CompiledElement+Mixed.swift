// Elements whose period has both a civil and an elapsed part: their members are local times that the zone
// resolves, and by so much later as the elapsed parts make since the first.
extension CompiledElement {
  /// Walks the members that start in a range one by one; what an exclusion is sure to cover is passed at once.
  func mixedRuns(in range: Range<Int64>, drift: Int64, _ body: (MemberRun) -> Bool) {
    var ordinal = ordinal(at: earliestLocal(from: range.lowerBound))
    while ordinal < count {
      countSteps(1)
      let local = sequence.nominal(ordinal) + sequence.step(ordinal) * drift
      if local >= latestLocal(before: range.upperBound) { return }
      if let end = endOfExclusion(about: local) {
        ordinal = self.ordinal(at: earliestLocal(from: end))
        continue
      }
      for (start, run) in resolved(ordinal) where range.contains(start) && !isExcluded(start) {
        if !body(run) { return }
      }
      ordinal += 1
    }
  }

  /// Where the exclusion ends that covers whatever is planned at a local time; `nil` where it may not be covered.
  private func endOfExclusion(about local: Int64) -> Int64? {
    let index = excluded.partitionPoint { earliestLocal(from: $0.upperBound) <= local }
    guard index < excluded.count, latestLocal(before: excluded[index].lowerBound) <= local else {
      return nil
    }
    return excluded[index].upperBound
  }

  /// The members with a place before an instant, the excluded ones left out.
  func mixedRank(at instant: Int64) -> Int64 {
    func rank(_ instant: Int64) -> Int64 {
      (0..<count).partitionPoint { place(of: $0) < instant }
    }
    return excluded.prefix { $0.lowerBound < instant }.reduce(rank(instant)) { total, range in
      total - (rank(min(range.upperBound, instant)) - rank(range.lowerBound))
    }
  }
}

extension NominalSequence {
  /// The first member whose local time, `drift` for each step included, reaches a local time.
  func firstOrdinal(atOrAfter local: Int64, drift: Int64, below limit: Int64) -> Int64 {
    (0..<limit).partitionPoint { nominal($0) + step($0) * drift < local }
  }
}
