import Diagnostics
import Scheduling

// Quotas and as-needed elements.
extension TimingDraft {
  /// Appends a quota.
  ///
  /// Quotas that a reader would parse as an interval or as daily doses are rejected.
  mutating func add(
    _ quota: Quota, of element: ScheduleElement, _ facts: WrittenTiming
  ) throws(InputError) {
    if quota.isRolling { throw .notATiming("a rolling quota", of: element) }
    if quota.partial != .prorate {
      throw .notATiming("a quota without partial periods", of: element)
    }
    if quota.count == 1 || quota.per == ISODuration(days: 1) {
      throw .notATiming("a quota of one, or per day", of: element)
    }
    if element.begin != nil, quota.isAnchored {
      throw .notATiming("a quota whose periods begin before it", of: element)
    }
    guard let days = try days(of: element) else { return }
    var timing = facts
    timing.start = days.first.description
    timing.end = days.last?.description
    (timing.frequency, timing.period) = (quota.count, WrittenLength(quota.per))
    append(timing)
  }

  /// Returns the dates on which an element applies; `nil` if there are none.
  private func days(
    of element: ScheduleElement
  ) throws(InputError) -> (first: CivilDate, last: CivilDate?)? {
    try element.refuseZone(zone)
    let begin = element.begin?.civil(in: zone).date
    let first = max(element.start.civil(in: zone).date, begin ?? .first)
    let last = element.end.map { $0.civil(in: zone).date.adding(days: -1) }
    return last.map { $0 < first } ?? false ? nil : (first, last)
  }

  /// Appends an as-needed element.
  mutating func add(
    _ caps: UseCaps, of element: ScheduleElement, _ facts: WrittenTiming
  ) throws(InputError) {
    try element.refuseZone(zone)
    var timing = facts
    timing.isAsNeeded = true
    if element.begin != nil, caps.civil?.isAnchored ?? false {
      throw .notATiming("limits whose periods begin before it", of: element)
    }
    timing.start = (element.begin ?? element.start).fhirFirst(in: zone)
    timing.end = element.end?.fhirLast(in: zone)
    try sayMaximum(of: caps, &timing, element)
    if let gap = caps.minGap { try say(gap, &timing, element) }
    append(timing)
  }

  /// Sets the maximum uses per period: as a maximum dose if the period holds the minimum gap,
  /// otherwise as the frequency.
  private func sayMaximum(
    of caps: UseCaps, _ timing: inout WrittenTiming, _ element: ScheduleElement
  ) throws(InputError) {
    guard let maximum = caps.maximum, let per = caps.per else { return }
    guard let length = WrittenLength(per) else {
      throw .notATiming("a limit over days and hours", of: element)
    }
    let isGapElapsed = caps.minGap.map { !$0.isCivil } ?? false
    let hasDose = timing.target?.leastAmount.map { $0 > 0 } ?? false
    if hasDose, isGapElapsed || maximum == 1 && !per.isCivil {
      (timing.maximum, timing.maximumPeriod) = (maximum, length)
    } else if maximum == 1, !per.isCivil {
      throw .notATiming("one use in any \(per)", of: element)
    } else {
      (timing.frequency, timing.period) = (maximum, length.inMinutes)
    }
  }

  /// Sets the minimum gap: as the period if that is free, otherwise by the extension.
  private func say(
    _ gap: ISODuration, _ timing: inout WrittenTiming, _ element: ScheduleElement
  ) throws(InputError) {
    guard let length = WrittenLength(gap) else {
      throw .notATiming("a minimum gap of days and hours", of: element)
    }
    if timing.period == nil, !gap.isCivil {
      (timing.frequency, timing.period) = (1, length)
    } else {
      timing.leastGap = length
    }
  }
}

extension ScheduleElement {
  /// Rejects a time zone of its own.
  fileprivate func refuseZone(_ zone: Zone) throws(InputError) {
    guard case .fixed(let own) = clockBinding, own != zone else { return }
    throw .notATiming("the zone \(own.id)", of: self)
  }
}

extension LocalOrInstant {
  /// Returns the start of a Period: a date for midnight.
  fileprivate func fhirFirst(in zone: Zone) -> String {
    if case .local(let local) = self, local.time == .midnight { return local.date.description }
    return instant(in: zone).fhirText(in: zone)
  }
}
