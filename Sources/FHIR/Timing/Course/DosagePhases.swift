import Interchange
import Scheduling

extension DosageFindings {
  /// The dosages by phase, each with its number from 1: by `sequence`, where that differs.
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

/// Phases that come one after the other.
struct DosagePhases {
  let context: DosageContext
  /// Where the next phase begins; `nil` where nothing says it.
  private var start: CourseMoment?
  /// The dosages of the phase before that go on, and where its parts begin.
  private var open: Set<Int> = []
  private var firstPart = 0
  private(set) var end: CourseMoment?
  var parts: [DosedPart] = []

  init(context: DosageContext, start: CourseMoment?) {
    (self.context, self.start) = (context, start)
  }

  /// Appends a phase, which begins with the end of the one before, or at a start of its own.
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

  /// Ends the phase before: at its end, or where its next one begins by its own bounds.
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

  /// Makes the elements of a dosage, and says when it ends: with its bounds, else by its count.
  private func lower(
    _ dosage: Dosage, _ number: Int, _ findings: inout DosageFindings
  ) throws(InputError) -> (DosageLowering, end: CourseMoment?) {
    let pattern: Result<DosePattern?, InputError> = dosage.pattern(context.profile, findings)
    let isElapsed = !dosage.isAsNeeded && ((try? pattern.get())?.isElapsed ?? false)
    let origin = CourseOrigin(
      zone: context.zone, start: start, firstDose: context.profile.firstDose)
    let course = try findings.course(of: dosage.timing, isElapsed: isElapsed, from: origin)
    // A count alone is held within the whole time; a pattern goes on, and is cut.
    let isCount = (try? pattern.get()) == nil
    let whole = isCount ? context.end.flatMap { course.cut(at: $0) } ?? course : course
    var lowering = DosageLowering(dosage, number: number, context.profile, whole, findings)
    try lowering.run(try pattern.get())
    findings = lowering.findings
    try cut(&lowering, try pattern.get())
    return (lowering, course.end ?? lowering.next)
  }

  /// Leaves out what lies beyond the time of the whole.
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

  /// The start that its bounds name.
  fileprivate func ownStart(in zone: Zone) -> CourseMoment? {
    guard case .period(let start?, _)? = timing?.rule.bounds else { return nil }
    return CourseMoment(start, in: zone)
  }

  /// How often, by the part of its Timing that says it; `nil` where only events or a count do.
  fileprivate func pattern(
    _ profile: DosingProfile, _ findings: DosageFindings
  ) -> Result<DosePattern?, InputError> {
    guard let timing else { return .success(nil) }
    do throws(InputError) {
      if timing.rule.hasPattern {
        let own = try DosePattern(timing.rule, profile, findings)
        // The hours that a profile has for the code are more than 'repeat' says.
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
  /// Whether it counts hours.
  fileprivate var isElapsed: Bool { pace.map { !$0.isCivil } ?? false }
}

extension DosedPart {
  /// Ends a part before it would end by itself.
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
