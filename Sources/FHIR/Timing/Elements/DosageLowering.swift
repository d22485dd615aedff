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
