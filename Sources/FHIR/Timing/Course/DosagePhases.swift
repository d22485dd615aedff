import Diagnostics
import Formats
import Interchange
import Scheduling

extension DosageFindings {
  /// Returns the dosages by phase with their one-based index; phases follow `sequence` if the
  /// numbers differ.
  func phases(
    of dosages: [Dosage], _ sequences: DosageContext.Sequences
  ) throws(InputError) -> [[(number: Int, dosage: Dosage)]] {
    let numbered = dosages.enumerated().map { (number: $0 + 1, dosage: $1) }
    let all = Set(dosages.compactMap(\.sequence))
    if sequences == .concurrent || all.isEmpty { return numbered.isEmpty ? [] : [numbered] }
    if let mixed = dosages.first(where: { $0.sequence == nil }) {
      throw error(.sequenceMixed, at: mixed.node)
    }
    let groups = Dictionary(grouping: numbered) { $0.dosage.sequence ?? 0 }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// Builds consecutive phases.
struct DosagePhases {
  let context: DosageContext
  /// The start of the next phase; `nil` if unknown.
  private var start: CourseMoment?
  /// The open-ended dosages of the previous phase, and the index of its first part.
  private var open: Set<Int> = []
  private var firstPart = 0
  private(set) var end: CourseMoment?
  var parts: [DosedPart] = []

  init(context: DosageContext, start: CourseMoment?) {
    (self.context, self.start) = (context, start)
  }

  /// Appends a phase, which starts at the end of the previous one or at its own start.
  mutating func append(
    _ phase: [(number: Int, dosage: Dosage)], isFirst: Bool, _ findings: inout DosageFindings
  ) throws(InputError) {
    if !isFirst { try end(before: phase, &findings) }
    firstPart = parts.count
    var (last, resume) = (CourseMoment?.none, Set<Int>())
    for (number, dosage) in phase {
      let (lowered, end) = try lower(dosage, number, &findings)
      parts += lowered.parts
      if let end {
        last = last.map { $0.instant < end.instant ? end : $0 } ?? end
      } else {
        resume.insert(number)
      }
    }
    (open, end) = (resume, resume.isEmpty ? last : nil)
    start = end
  }

  /// Ends the previous phase: at its end, or at the start given by the bounds of the next one.
  private mutating func end(
    before phase: [(number: Int, dosage: Dosage)], _ findings: inout DosageFindings
  ) throws(InputError) {
    let own = phase.map { $0.dosage.ownStart(in: context.zone) }
    let first = own.compactMap(\.self).min { $0.instant < $1.instant }
    if end == nil, first == nil || !own.allSatisfy({ $0 != nil }) {
      throw findings.error(.openPhase, at: phase.first?.dosage.node)
    }
    guard let first, end.map({ first.instant < $0.instant }) ?? true else { return }
    findings.note(.phasesOverlap, at: phase.first { $0.dosage.hasOwnStart }?.dosage.boundsNode)
    for index in firstPart..<parts.count where open.contains(parts[index].dosage) {
      parts[index].stop(at: first, in: context.zone)
    }
  }

  /// Builds the elements of a dosage and returns its end: by its bounds, otherwise by its count.
  private func lower(
    _ dosage: Dosage, _ number: Int, _ findings: inout DosageFindings
  ) throws(InputError) -> (DosageLowering, end: CourseMoment?) {
    let pattern: Result<DosePattern?, InputError> = dosage.pattern(context.profile, findings)
    let isElapsed = !dosage.isAsNeeded && ((try? pattern.get())?.isElapsed ?? false)
    let origin = CourseOrigin(
      zone: context.zone, start: start, firstDose: context.profile.firstDose)
    let course = try findings.course(of: dosage.timing, isElapsed: isElapsed, from: origin)
    // A count alone is spread over the clipped course; a pattern runs on and is clipped afterwards.
    let isCount = (try? pattern.get()) == nil
    let whole = isCount ? context.end.flatMap { course.cut(at: $0) } ?? course : course
    var lowering = DosageLowering(dosage, number: number, context.profile, whole, findings)
    try lowering.run(try pattern.get())
    findings = lowering.findings
    try cut(&lowering, try pattern.get())
    return (lowering, course.end ?? lowering.next)
  }

  /// Clips the parts to the period of the whole plan.
  private func cut(
    _ lowering: inout DosageLowering, _ pattern: DosePattern?
  ) throws(InputError) {
    let (zone, course) = (context.zone, lowering.course)
    let limits = [context.end, context.stop].compactMap {
      $0.map { CourseMoment($0, isDate: false, in: zone) }
    }
    guard let limit = limits.min(by: { $0.instant < $1.instant }) else { return }
    if limit.instant <= course.start.instant {
      for index in lowering.parts.indices { lowering.parts[index].occurs = false }
    } else if let pattern, let cut = course.cut(at: limit.moment) {
      var shorter = DosageLowering(
        lowering.dosage, number: lowering.number, context.profile, cut, lowering.findings)
      try shorter.run(pattern)
      lowering.parts = shorter.parts
    } else if pattern == nil {
      for index in lowering.parts.indices { lowering.parts[index].stop(at: limit, in: zone) }
    }
  }
}

extension Dosage {
  fileprivate var boundsNode: JSONNode? { timing?.rule.node?["boundsPeriod"]?["start"] }

  fileprivate var hasOwnStart: Bool { ownStart(in: .utc) != nil }

  /// The start given by its bounds.
  fileprivate func ownStart(in zone: Zone) -> CourseMoment? {
    guard case .period(let start?, _)? = timing?.rule.bounds else { return nil }
    return CourseMoment(start, in: zone)
  }

  /// Returns the frequency pattern, from `repeat` or the code; `nil` if there are only events or a
  /// count.
  fileprivate func pattern(
    _ profile: DosingProfile, _ findings: DosageFindings
  ) -> Result<DosePattern?, InputError> {
    guard let timing else { return .success(nil) }
    do throws(InputError) {
      if timing.rule.hasPattern {
        let own = try DosePattern(timing.rule, profile, findings)
        // The times that a profile assigns to the code are more specific than 'repeat'.
        if let code = timing.code, !code.times.isEmpty, own.slots.isEmpty,
          own.agrees(with: code, timing.rule.moments)
        {
          return .success(DosePattern(code, profile))
        }
        return .success(own)
      }
      return .success(timing.code.map { DosePattern($0, profile) })
    } catch {
      return .failure(error)
    }
  }
}

extension DosePattern {
  /// Whether intervals are elapsed time.
  fileprivate var isElapsed: Bool { pace.map { !$0.isCivil } ?? false }
}

extension DosedPart {
  /// Ends a part early.
  fileprivate mutating func stop(at end: CourseMoment, in zone: Zone) {
    guard let start = element?.start else { return }
    let isFlexible = kind == .quota
    let date = end.local.date
    element?.end = isFlexible ? .local(CivilDateTime(date: date)) : end.moment
    occurs =
      occurs
      && (isFlexible ? start.civil(in: zone).date < date : start.instant(in: zone) < end.instant)
  }
}

/// The default start of a dosage without its own bounds and events.
struct CourseOrigin {
  var zone: Zone
  /// The end of the previous phase, otherwise the resource's start.
  var start: CourseMoment?
  var firstDose: CivilTime
}

extension DosageFindings {
  /// Returns the course of a dosage.
  ///
  /// - Parameters:
  ///   - timing: Its Timing.
  ///   - isElapsed: Whether intervals are elapsed time, for which a date alone is not a start.
  ///   - origin: The default start.
  /// - Returns: The course, possibly open-ended.
  /// - Throws: The first rule that its bounds violate.
  mutating func course(
    of timing: Timing?, isElapsed: Bool, from origin: CourseOrigin
  ) throws(InputError) -> Course {
    let (rule, zone) = (timing?.rule, origin.zone)
    let own = try limits(of: timing, in: zone)
    guard let start = own.start ?? origin.start else { throw error(.noAnchor, at: timing?.node) }
    var course = Course(zone: zone, start: start, end: own.end)
    try checkOrder(of: course, rule)
    try checkRange(rule?.node?["boundsRange"])
    guard let length = try boundsLength(rule) else {
      if start.isDate, isElapsed { begin(&course, at: origin.firstDose, timing) }
      return course
    }
    if start.isDate, isElapsed || !length.isCivil { begin(&course, at: origin.firstDose, timing) }
    course.end = course.end(after: length)
    return course
  }

  /// Returns the start and end in a Timing: its bounds, otherwise its first event.
  private func limits(
    of timing: Timing?, in zone: Zone
  ) throws(InputError) -> (start: CourseMoment?, end: CourseMoment?) {
    let event = timing?.events.first.map { CourseMoment($0, in: zone) }
    guard case .period(let begin, let limit)? = timing?.rule.bounds else { return (event, nil) }
    let end = limit.flatMap { last in
      last.next.map { CourseMoment($0, isDate: last.isDate, in: zone) }
    }
    return (begin.map { CourseMoment($0, in: zone) } ?? event, end)
  }

  /// Rejects bounds that end before they start, including a start from elsewhere.
  private func checkOrder(of course: Course, _ rule: TimingRepeat?) throws(InputError) {
    guard let end = course.end, end.instant <= course.start.instant else { return }
    let node = rule?.node?["boundsPeriod"]
    if case .period(_?, _)? = rule?.bounds { throw error(.periodReversed, at: node) }
    throw error(.endsBeforeStart, at: node?["end"])
  }

  /// Starts a course of elapsed intervals at the first dose of the day, because no time is given.
  private mutating func begin(_ course: inout Course, at time: CivilTime, _ timing: Timing?) {
    note(.assumedTime, at: timing?.rule.node ?? timing?.node)
    let first = CivilDateTime(date: course.start.local.date, time: time)
    course.start = CourseMoment(.local(first), isDate: false, in: course.zone)
    course.isTimeAssumed = true
  }

  private func boundsLength(_ rule: TimingRepeat?) throws(InputError) -> ISODuration? {
    guard case .length(let length)? = rule?.bounds else { return nil }
    return try period(length, at: rule?.node?["boundsDuration"] ?? rule?.node?["boundsRange"])
  }
}

extension Course {
  /// Returns the moment a length after the start; `nil` beyond the calendar.
  func end(after length: ISODuration) -> CourseMoment? {
    if !length.isCivil {
      let instant = start.instant.adding(seconds: Int64(length.seconds))
      return instant == .latest ? nil : CourseMoment(.instant(instant), isDate: false, in: zone)
    }
    let date = start.local.date.adding(months: length.months).adding(days: length.days)
    if date == .last { return nil }
    let local = CivilDateTime(date: date, time: start.local.time)
    switch start.moment {
    case .local: return CourseMoment(.local(local), isDate: start.isDate, in: zone)
    case .instant: return CourseMoment(.instant(instant(local)), isDate: false, in: zone)
    }
  }
}
