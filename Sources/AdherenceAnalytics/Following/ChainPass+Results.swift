import Scheduling

// The outcomes of the occurrences.
extension ChainPass {
  mutating func use(_ result: TaskResults.Result, for link: ChainClock.Link) {
    used.append((result.position, link))
    for other in results.others[result.position] ?? [] { used.append((other, link)) }
  }

  /// Returns the result with the key of an occurrence, or with that of a former planned time of it.
  mutating func keyed(to link: ChainClock.Link) -> TaskResults.Result? {
    guard intake.hasKeys else { return nil }
    if let exact = intake.take(keyedAt: keyTime(of: link)) { return exact }
    for (nominal, until) in former {
      let time = keyTime(of: clock.link(nominal)).nominal
      if let result = intake.take(formerlyAt: time, before: until, in: outcomes) { return result }
    }
    return nil
  }

  private func keyTime(of link: ChainClock.Link) -> ChainIntake.KeyTime {
    let key = clock.key(of: link)
    return ChainIntake.KeyTime(
      nominal: key.nominal.localSeconds, isSecondPass: key.isSecondPass)
  }

  /// Returns the times at which the occurrence after another was planned by earlier versions of its completion,
  /// and before that was recorded.
  func formerTimes(
    after link: ChainClock.Link, _ completion: TaskResults.Result, since earlier: Int64
  ) -> [(nominal: Int64, until: Instant)] {
    guard let current = outcomes.details[completion.position] else { return [] }
    let versions = results.versions[completion.position] ?? [current]
    let planned = clock.interval(after: base, steps + 1)
    var times: [(Int64, Instant)] = []
    for (index, version) in versions.enumerated() {
      guard let recorded = version.recordedAt else { continue }
      let time = index == 0 ? nil : versions[index - 1].completionTime
      let next = time.map { max(earlier, $0.seconds) }.flatMap {
        clock.nominal(after: link, completedAt: $0)
      }
      if let former = next ?? planned {
        let moved = clock.moved(former, from: link.start ?? .max, without: limits.pauses)
        times.append((moved, recorded))
      }
    }
    return times
  }

  /// Returns a former planned time of the occurrence after the one that was planned at another.
  func later(_ former: (nominal: Int64, until: Instant)) -> (
    nominal: Int64, until: Instant
  )? {
    clock.interval(after: former.nominal, 1).map { ($0, former.until) }
  }
}

// The occurrences that a later version of the task counts.
extension ChainPass {
  /// Returns the numbers of dated occurrences that do not start before an instant.
  func dated(since start: Int64) -> Dated {
    let done = used.filter { position, link in
      !outcomes.rows[position].isNegative && link.start ?? .max >= start
    }
    return Dated(
      occurrences: listed(since: start) + repeated(since: start),
      completions: Set(done.map(\.link.nominal)).count)
  }

  private func listed(since start: Int64) -> Int {
    let isCounted = limits.earlier.occurrences == nil && clock.first?.start ?? .min >= start
    return (isCounted ? skipped : 0)
      + times.count { clock.link($0).start ?? .max >= start }
  }

  /// Returns the number of occurrences at the interval after those that are listed.
  private func repeated(since start: Int64) -> Int {
    guard isRepeated, let end = planned(base, notBefore: limits.range.upperBound) else { return 0 }
    let isLater = start > clock.link(base).start ?? .max
    let begin = isLater ? planned(base, notBefore: start)?.steps ?? end.steps : 1
    return min(max(0, end.steps - begin), limits.count - skipped - times.count)
  }

  /// Returns the first planned time after another, at the interval, that does not start before an instant, and the
  /// number of intervals; `nil` beyond the calendar.
  func planned(_ base: Int64, notBefore bound: Int64) -> (nominal: Int64, steps: Int)? {
    let distance = clock.nominal(at: bound) - base
    var steps = max(1, Int(distance / clock.longestInterval) - 2)
    while let nominal = clock.interval(after: base, steps) {
      if clock.link(nominal).start ?? .min >= bound { return (nominal, steps) }
      steps += 1
    }
    return nil
  }
}
