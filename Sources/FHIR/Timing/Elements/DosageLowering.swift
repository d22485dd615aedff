import Diagnostics
import Formats
import Interchange
import Scheduling

/// Builds the schedule elements of one dosage within its course.
struct DosageLowering {
  let dosage: Dosage
  let number: Int
  let profile: DosingProfile
  let course: Course
  var findings: DosageFindings
  var parts: [DosedPart] = []
  /// When the dose after the last counted one would be; a date after single occurrences.
  var next: CourseMoment?

  init(
    _ dosage: Dosage, number: Int, _ profile: DosingProfile, _ course: Course,
    _ findings: DosageFindings
  ) {
    (self.dosage, self.number, self.profile) = (dosage, number, profile)
    (self.course, self.findings) = (course, findings)
  }

  var rule: TimingRepeat? { dosage.timing?.rule }

  /// Returns the node of a member of `repeat`, otherwise that of the code, for errors.
  func node(_ name: StaticString) -> JSONNode? {
    rule?.node?[name] ?? dosage.timing?.node["code"] ?? rule?.node
  }

  mutating func note(_ rule: InputError.Rule, at name: StaticString) {
    findings.note(rule, at: node(name))
  }

  var nextID: String { "\(number).\(parts.count + 1)" }

  /// Appends a part with the properties that all parts of a dosage share.
  mutating func append(
    _ kind: DosedPart.Kind, _ hours: DosedPart.Hours, _ element: ScheduleElement,
    occurs: Bool = true, duration: ISODuration? = nil
  ) {
    var part = DosedPart(dosage: number, kind: kind, hours: hours, element: element, occurs: occurs)
    part.duration = duration
    if let target = dosage.dose?.target { part.element?.targets = [target] }
    if let duration, kind == .timed || kind == .elapsed || kind == .events, !element.isAllDay {
      part.element?.duration = duration
    }
    parts.append(part)
  }

  /// Sets the upper ends of frequency and count on all parts.
  mutating func allow(_ allowed: Int?, inAll: Int? = nil) {
    for index in parts.indices {
      (parts[index].allowed, parts[index].allowedInAll) = (allowed, inAll)
    }
  }

  /// Sets when the dose after the last one would be.
  mutating func end(at next: CourseMoment?) { self.next = next }

  /// Turns the parts of a zero dose into a pause.
  mutating func pause() {
    if dosage.dose != Dose.none { return }
    parts = [DosedPart(dosage: number, kind: .pause)]
  }
}

// Doses at times of day.
extension DosageLowering {
  /// Appends an element for every slot of a series.
  mutating func append(
    _ series: DoseSeries, _ hours: DosedPart.Hours, duration: ISODuration?,
    window: ((DoseSlot) -> ScheduleElement.Window)? = nil
  ) throws(InputError) {
    if series.slots.count > DosingProfile.mostPerDay {
      throw findings.error(.tooMany, at: node("frequency"))
    }
    let shares = rule?.count.map(series.shares)
    for slot in series.slots.indices {
      guard var part = series.element(of: slot, nextID, count: shares?.counts[slot]) else {
        throw InputError(
          .unsupported(part: "times past midnight on dates that do not exist in every month"),
          field: node("when")?.elementPath(in: findings.resource))
      }
      part.element.window = window?(series.slots[slot])
      append(
        series.slots[slot].isAllDay ? .day : .timed, hours, part.element, occurs: part.occurs,
        duration: duration)
    }
    if let next = shares?.next {
      end(at: CourseMoment(.local(next), isDate: false, in: course.zone))
    }
  }
}

// Single occurrences.
extension DosageLowering {
  /// Appends an occurrence for each event.
  mutating func appendEvents(_ events: [FHIRDateTime], duration: ISODuration?) {
    for event in events {
      append(.events, .stated, ScheduleElement(nextID, at: event), duration: duration)
    }
    let last = events.last.map { $0.civil(in: course.zone).date }
    end(at: last.map { CourseMoment($0.adding(days: 1), in: course.zone) })
  }

  /// Appends one occurrence at the start.
  mutating func appendImmediate(offset: Int?, duration: ISODuration?) {
    let start = course.start
    var element = ScheduleElement(nextID, on: start.local.date)
    if !start.isDate {
      let seconds = Int64((offset ?? 0) * 60)
      let moment: LocalOrInstant =
        switch start.moment {
        case .local(let local): .local(local.adding(seconds: seconds))
        case .instant(let instant): .instant(instant.adding(seconds: seconds))
        }
      element = ScheduleElement(nextID, from: moment)
    }
    append(.events, .anchor, element, duration: duration)
    end(at: CourseMoment(start.local.date.adding(days: 1), in: course.zone))
  }

  /// Appends an occurrence at any time within the bounds.
  mutating func appendOnce(duration: ISODuration?) {
    let day = course.start.local.date
    var element = ScheduleElement(nextID, on: day)
    if let end = course.end {
      let days = max(0, end.local.date - day)
      let length = ISODuration(days: days, seconds: end.local.time.secondOfDay)
      element.window = .init(closesAfter: days == 0 ? ISODuration(days: 1) : length)
    } else {
      element.window = .init(closesAfter: ISODuration(days: 1), lateUntil: profile.lateOnce)
    }
    append(.day, .none, element, duration: duration)
    end(at: CourseMoment(day.adding(days: 1), in: course.zone))
  }
}

extension DosingProfile {
  /// How long a one-time occurrence may be late, at least one day.
  fileprivate var lateOnce: ISODuration {
    onceWithin.usualSeconds < 86_400 ? ISODuration(days: 1) : onceWithin
  }
}

extension ScheduleElement {
  /// Creates an element that occurs at a moment, all-day if there is no time of day.
  fileprivate init(_ id: String, at moment: FHIRDateTime) {
    if moment.isDate {
      self.init(id, on: moment.local.date)
    } else {
      self.init(id, from: moment.moment)
    }
  }
}

// Events beside a pattern: all of its occurrences, or examples of them.
extension DosageLowering {
  /// Uses the events as the occurrences if their numbers agree; otherwise checks that each event
  /// matches an occurrence.
  mutating func compare(_ events: [FHIRDateTime], with pattern: DosePattern) throws(InputError) {
    let schedule = Schedule(
      parts.lazy.filter { $0.occurs && $0.kind != .quota }.compactMap(\.element))
    let plan = try Occurrences(of: schedule, in: course.zone)
    if total(of: plan, upTo: events.count) == events.count {
      noteOutside(events)
      let (duration, allowed) = (parts.first?.duration, parts.first?.allowed)
      parts = []
      appendEvents(events, duration: duration)
      return allow(allowed, inAll: rule?.countMax)
    }
    let isStated = pattern.source == .stated || parts.first?.kind == .elapsed
    for event in events where !isMet(event, by: plan, byTime: isStated) {
      findings.note(.eventsDisagree, at: dosage.timing?.node["event"])
    }
  }

  /// Returns the total number of occurrences, capped at `count` + 1; `nil` if the plan is
  /// open-ended.
  private func total(of plan: Occurrences, upTo count: Int) -> Int? {
    guard course.end != nil || rule?.count != nil else { return nil }
    if parts.contains(where: { $0.kind == .quota }) { return rule?.count }
    return plan.starting(in: .earliest ..< .latest, limit: count + 1).count
  }

  private func isMet(_ event: FHIRDateTime, by plan: Occurrences, byTime: Bool) -> Bool {
    let first = event.first(in: course.zone)
    if byTime, !event.isDate {
      return !plan.starting(in: first..<first.adding(seconds: 1), limit: 1).isEmpty
    }
    if parts.contains(where: { $0.kind == .quota }) { return course.contains(first) }
    let day = event.civil(in: course.zone).date
    let range =
      course.zone.firstInstant(
        atOrAfter: CivilDateTime(date: day))..<course.zone.firstInstant(
        atOrAfter: CivilDateTime(date: day.adding(days: 1)))
    return !plan.starting(in: range, limit: 1).isEmpty
  }
}

// Quotas: *n* doses per period at times of the patient's choice.
extension DosageLowering {
  /// Appends a quota from the start date.
  ///
  /// With a count: whole periods, and the remainder over the days that it takes at the same rate.
  mutating func appendQuota(_ frequency: Int, per period: ISODuration, _ duration: ISODuration?)
    throws(InputError)
  {
    if frequency > 1_000_000 { throw findings.error(.tooMany, at: node("frequency")) }
    if period.months > 1200 || period.days > 36_525 {
      throw findings.error(.tooLong, at: node("period"))
    }
    let start = course.start.local.date
    guard let count = rule?.count else {
      return append(Quota(frequency, per: period), from: start, to: nil, duration)
    }
    let (periods, rest) = count.quotientAndRemainder(dividingBy: frequency)
    var end = start.adding(periods, of: period)
    if periods > 0 { append(Quota(frequency, per: period), from: start, to: end, duration) }
    if rest > 0 {
      let length = start.adding(periods + 1, of: period) - end
      let days = max(1, (length * rest + frequency - 1) / frequency)
      append(
        Quota(rest, per: ISODuration(days: days)), from: end, to: end.adding(days: days), duration)
      end = end.adding(days: days)
    }
    if end < .last { self.end(at: CourseMoment(end, in: course.zone)) }
  }

  /// Appends a number of doses within the bounds.
  mutating func appendCounted(_ count: Int, _ duration: ISODuration?) throws(InputError) {
    guard let end = course.end else {
      throw findings.error(.countWithoutPeriod, at: node("count"))
    }
    if count > 1_000_000 { throw findings.error(.tooMany, at: node("count")) }
    let start = course.start.local.date
    let days = max(1, end.local.date - start)
    if days > 36_525 { throw findings.error(.tooLong, at: node("boundsPeriod")) }
    append(
      Quota(count, per: ISODuration(days: days)), from: start, to: start.adding(days: days),
      duration)
  }

  private mutating func append(
    _ quota: Quota, from start: CivilDate, to limit: CivilDate?, _ duration: ISODuration?
  ) {
    var element = ScheduleElement(nextID, on: start)
    element.recurrence = .quota(quota)
    let end = [limit, course.end?.local.date].compactMap(\.self).min()
    if let end, end < .last { element.end = .local(CivilDateTime(date: end)) }
    append(.quota, .none, element, occurs: end.map { start < $0 } ?? true, duration: duration)
  }
}

extension CivilDate {
  /// Returns the date `count` periods of days or months later.
  fileprivate func adding(_ count: Int, of period: ISODuration) -> CivilDate {
    let (months, isOver) = count.multipliedReportingOverflow(by: period.months)
    let (days, isFar) = count.multipliedReportingOverflow(by: period.days)
    return isOver || isFar ? .last : adding(months: months).adding(days: days)
  }
}
