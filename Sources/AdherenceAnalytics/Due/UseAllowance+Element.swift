import Scheduling

extension UseAllowance {
  /// When an element may be used next; `nil` where the plan does not have it on a day.
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

/// The limits of what is used as needed, seen from its uses so far.
///
/// They allow a use exactly from when on none of the marks that ``UseCaps`` gives uses would be its own.
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

  /// The first moment, now or later, at which all limits allow a use.
  func earliest(from now: Instant) -> Instant {
    let rested = [afterGap, afterStretch].compactMap(\.self).reduce(now, max)
    guard let quota = caps.civil else { return rested }
    let day = moments.day(of: moments.zone.civil(at: rested))
    let period = quota.period(of: day, anchor: element.anchor, weekStart: weekStart)
    let count = uses.count { period.contains($0.day) }
    return count < quota.count
      ? rested : moments.bounds(of: period.upperBound, in: moments.zone).start
  }

  /// When the least time since the last use is over.
  private var afterGap: Instant? {
    guard let minGap = caps.minGap, let last = uses.last else { return nil }
    return element.zone.firstInstant(minGap, behind: last.time)
  }

  /// When the stretch that a use ends has room for it.
  private var afterStretch: Instant? {
    guard caps.civil == nil, let maximum = caps.maximum, let per = caps.per, uses.count >= maximum
    else { return nil }
    return element.zone.firstInstant(per, behind: uses[uses.count - maximum].time)
  }
}

extension FlexibleElement {
  /// The first moment from some moment on that lies on a day of the plan and in no hold; `nil` where there
  /// is none.
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
  /// The first moment that lies a period behind another, counted back from it.
  ///
  /// That is not always the moment a period later: a month before the first of March is the first of
  /// February, and there is no day in February that lies a month behind the thirty-first of January.
  ///
  /// - Complexity: O(log *n*) for *n* seconds by which months and days differ in length.
  fileprivate func firstInstant(_ period: Period, behind moment: Instant) -> Instant {
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
