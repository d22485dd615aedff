// Elements whose period has a civil and an elapsed part: members are local times that the zone resolves, plus
// the elapsed parts accumulated since the first.
extension CompiledElement {
  /// Calls `body` with the members that start in a range, one by one; members that are certainly excluded are
  /// skipped in one step.
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

  /// Returns the end of the exclusion that certainly contains everything planned at a local time; `nil` if
  /// there is none.
  private func endOfExclusion(about local: Int64) -> Int64? {
    let index = excluded.partitionPoint { earliestLocal(from: $0.upperBound) <= local }
    guard index < excluded.count, latestLocal(before: excluded[index].lowerBound) <= local else {
      return nil
    }
    return excluded[index].upperBound
  }

  /// Returns the number of members with a virtual start before an instant, without excluded ones.
  func mixedRank(at instant: Int64) -> Int64 {
    func rank(_ instant: Int64) -> Int64 {
      (0..<count).partitionPoint { virtualStart(of: $0) < instant }
    }
    return excluded.prefix { $0.lowerBound < instant }.reduce(rank(instant)) { total, range in
      total - (rank(min(range.upperBound, instant)) - rank(range.lowerBound))
    }
  }
}

extension NominalSequence {
  /// Returns the first member whose local time, including `drift` for each step, is at or after a local time.
  func firstOrdinal(atOrAfter local: Int64, drift: Int64, below limit: Int64) -> Int64 {
    (0..<limit).partitionPoint { nominal($0) + step($0) * drift < local }
  }
}
