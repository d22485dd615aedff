import Scheduling

extension UseAllowance {
  /// Creates the next allowed use of an element; `nil` if the plan does not have it on a day.
  init?(
    of caps: UseCaps, _ element: FlexibleElement, _ matched: MatchedTask, on day: CivilDate,
    _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    let plan = matched.timeline.plan
    guard element.days.contains(day) else { return nil }
    let uses = (matched.flexible?.uses ?? []).filter { $0.element == element.element.id }
    let limits = UseLimits(caps, element, uses, moments, weekStart: query.weekStart)
    let from = element.firstMoment(
      from: limits.earliest(from: moments.asOf), without: plan.suspensions, moments)
    self.init(
      task: plan.task, element: element.element.id, caps: caps, lastUse: uses.last?.time,
      allowedFrom: from, isAllowed: from == moments.asOf, day: day, zone: moments.zone)
  }
}

/// The limits of as-needed use, given the uses so far.
///
/// They allow a use if and only if ``UseCaps`` would not mark it as exceeding a limit.
private struct UseLimits {
  let caps: UseCaps
  let element: FlexibleElement
  /// The uses of the element, in order of time.
  let uses: [Use]
  let moments: QueryMoments
  let weekStart: Weekday

  init(
    _ caps: UseCaps, _ element: FlexibleElement, _ uses: [Use], _ moments: QueryMoments,
    weekStart: Weekday
  ) {
    (self.caps, self.element, self.uses) = (caps, element, uses)
    (self.moments, self.weekStart) = (moments, weekStart)
  }

  /// Returns the earliest time, now or later, at which all limits allow a use.
  func earliest(from now: Instant) -> Instant {
    let rested = [afterGap, afterPeriod].compactMap(\.self).reduce(now, max)
    guard let quota = caps.civil else { return rested }
    let day = moments.day(of: moments.zone.civil(at: rested))
    let period = quota.period(of: day, anchor: element.anchor, weekStart: weekStart)
    let count = uses.count { period.contains($0.day) }
    return count < quota.count
      ? rested : moments.bounds(of: period.upperBound, in: moments.zone).start
  }

  /// The end of the minimum gap after the last use.
  private var afterGap: Instant? {
    guard let minGap = caps.minGap, let last = uses.last else { return nil }
    return element.zone.firstInstant(minGap, behind: last.time)
  }

  /// The earliest end of a rolling period with room for a use.
  private var afterPeriod: Instant? {
    guard caps.civil == nil, let maximum = caps.maximum, let per = caps.per, uses.count >= maximum
    else { return nil }
    return element.zone.firstInstant(per, behind: uses[uses.count - maximum].time)
  }
}

extension FlexibleElement {
  /// Returns the earliest time at or after an instant that is on a day of the plan and in no hold; `nil` if
  /// there is none.
  fileprivate func firstMoment(
    from moment: Instant, without holds: [Range<Instant>], _ moments: QueryMoments
  ) -> Instant? {
    var moment = moment
    while moment < .latest {
      let day = moments.day(of: moments.zone.civil(at: moment))
      if let hold = holds.first(where: { $0.contains(moment) }) {
        moment = hold.upperBound
      } else if days.contains(day) {
        return moment
      } else {
        guard let next = days.bounds(in: day..<max(day, .last))?.lowerBound else { return nil }
        moment = moments.bounds(of: next, in: moments.zone).start
      }
    }
    return nil
  }
}

extension Zone {
  /// Returns the first instant from which subtracting a period gives an instant at or after another.
  ///
  /// That is not always the instant a period later: a month before March 1 is February 1, and no day in
  /// February is a month after January 31.
  ///
  /// - Complexity: O(log *n*) for *n* seconds by which months and days differ in length.
  fileprivate func firstInstant(_ period: ISODuration, behind moment: Instant) -> Instant {
    let later = instant(period, after: moment)
    guard period.isCivil else { return later }
    let slack: Int64 = 4 * 86_400
    var bounds = later.seconds - slack..<later.seconds + slack
    while bounds.count > 1 {
      let middle = bounds.lowerBound + Int64(bounds.count / 2)
      let isBehind = instant(period, before: Instant(seconds: middle)) >= moment
      bounds = isBehind ? bounds.lowerBound..<middle : middle..<bounds.upperBound
    }
    return Instant(seconds: bounds.upperBound)
  }
}
