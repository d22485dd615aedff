import Diagnostics
import Scheduling

extension TaskPlan {
  /// Compiles the plan of a task from its versions in a record.
  ///
  /// If a version's schedule is invalid, the plan is empty and has a ``problem``.
  init(_ versions: ArraySlice<CareTask>, holds: [Hold], within limits: PlanLimits) {
    WorkCounter.countCompilation(of: versions[versions.startIndex].id)
    do throws(InputError) {
      try self.init(compiling: versions, holds: holds, within: limits)
    } catch {
      self.init(unknown: versions[versions.endIndex - 1], in: limits.zone, because: error)
    }
  }

  private init(
    compiling versions: ArraySlice<CareTask>, holds: [Hold], within limits: PlanLimits
  ) throws(InputError) {
    for version in versions { if let problem = version.datingProblem { throw problem } }
    (zone, observedDays) = (limits.zone, limits.observedDays)
    if holds.isEmpty, versions.count == 1, versions[versions.startIndex].isWhole(within: limits) {
      self.holds = []
      parts = [try Part(whole: versions[versions.startIndex], in: zone)]
      return
    }
    let versions = Array(versions).inForce(in: zone)
    let last = versions[versions.count - 1].record
    self.holds = holds.filter { $0.concerns(last) }
    let effects = HoldEffects(self.holds, in: zone)
    if versions.count == 1, effects.isEmpty, last.isWhole(within: limits) {
      parts = [try Part(whole: last, in: zone)]
      return
    }
    var compiling = PlanCompiling(effects, in: zone)
    for version in versions {
      for part in version.parts(within: limits) { try compiling.append(part) }
    }
    parts = compiling.parts.isEmpty ? [Part(empty: last)] : compiling.parts
  }

  /// Creates an empty plan, for an unknown task or one with an invalid schedule.
  init(unknown task: CareTask, in zone: Zone, because problem: InputError? = nil) {
    self.zone = zone
    holds = []
    observedDays = nil
    parts = [Part(empty: task, because: problem)]
  }

  /// The reason why there is nothing to count, if the events that the plan follows are not known.
  var absence: MissingRatio? {
    !last.task.eventsMissing.isEmpty && parts.allSatisfy(\.elements.isEmpty) ? .eventMissing : nil
  }

  /// The reason why the plan is empty; `nil` if it is valid.
  var problem: InputError? {
    last.problem.map { problem in
      let path = problem.field.map { ".\($0)" } ?? ""
      return InputError(problem.problem, field: "task \(last.task.id)\(path)")
    }
  }
}

extension TaskPlan.Part {
  fileprivate convenience init(whole task: CareTask, in zone: Zone) throws(InputError) {
    self.init(
      task: task, elements: task.schedule.elements,
      occurrences: try Occurrences(of: task.schedule, in: zone), firstElement: 0, displacement: 0)
  }

  fileprivate convenience init(
    empty task: CareTask, firstElement: Int = 0, because problem: InputError? = nil
  ) {
    self.init(
      task: task, elements: [], occurrences: .none, firstElement: firstElement, displacement: 0,
      problem: problem)
  }
}

extension Hold {
  /// Returns whether the hold applies to a task.
  package func concerns(_ task: CareTask) -> Bool {
    if let own = self.task { return own == task.id }
    return group == nil || group == task.group
  }
}

extension CareTask {
  /// Returns whether no part of the schedule is outside the version's effective time.
  fileprivate func isWhole(within limits: PlanLimits) -> Bool {
    guard deletedAt == nil, limits.absences(of: self).isEmpty else { return false }
    let zone = limits.zone
    guard let from = effectiveFrom?.civil(in: zone) else { return true }
    guard schedule.overrides.isEmpty else { return false }
    let elements = schedule.elements.span
    for index in elements.indices {
      guard case .floating = elements[index].clockBinding, from <= elements[index].anchor(in: zone)
      else { return false }
    }
    return true
  }
}

extension VersionInForce<CareTask> {
  /// Returns the ranges of time in which the version has something due.
  fileprivate func parts(within limits: PlanLimits) -> [VersionInForce] {
    limits.absences(of: record).reduce([self]) { parts, absence in
      parts.flatMap { $0.without(absence, in: limits.zone) }
    }
  }
}

extension ScheduleElement {
  /// Returns the local time of the element's anchor.
  func anchor(in zone: Zone) -> CivilDateTime {
    let anchor = start.civil(in: zone)
    return isAllDay ? CivilDateTime(date: anchor.date) : anchor
  }
}

/// The parts of a plan compiled so far.
private struct PlanCompiling {
  private let effects: HoldEffects
  private let zone: Zone
  private(set) var parts: [TaskPlan.Part] = []
  /// The previous version, and the start of its clock.
  private var last: (version: VersionInForce<CareTask>, began: LocalOrInstant?)?
  private var firstElement = 0

  init(_ effects: HoldEffects, in zone: Zone) {
    self.effects = effects
    self.zone = zone
  }

  mutating func append(_ version: VersionInForce<CareTask>) throws(InputError) {
    var began = effects.isEmpty ? nil : version.begin(in: zone)
    if let last, began != nil, version.continues(last.version) { began = last.began }
    last = (version, began)
    let (version, pauses) = effects.apply(to: version, began: began)
    guard !version.isEmpty(in: zone) else { return }
    if version.record.schedule.elements.isEmpty {
      parts.append(TaskPlan.Part(empty: version.record, firstElement: firstElement))
    }
    // The pauses of listed occurrences are those of their dating.
    let isListed = version.record.schedule.elements.contains { $0.listedStarts != nil }
    let own = isListed ? [] : pauses
    for clock in clocks(of: version.record.schedule, isPaused: !own.isEmpty) {
      for piece in clock.pieces(of: version, own) {
        try append(piece, clock, of: version.record)
      }
    }
  }

  private mutating func append(
    _ piece: ClockPiece, _ clock: ElementClock, of task: CareTask
  ) throws(InputError) {
    let schedule = task.schedule.keeping(clock.elements)
    let displaced = clock.zone.displaced(by: piece.displacement)
    parts.append(
      TaskPlan.Part(
        task: task, elements: schedule.elements,
        occurrences: try Occurrences(
          of: schedule.within(piece, in: clock.zone, displaced), in: displaced),
        firstElement: firstElement, displacement: piece.displacement))
    firstElement += schedule.elements.count
  }

  /// Returns the clocks of a schedule: several only if elements have fixed zones or are displaced by whole
  /// days.
  private func clocks(of schedule: Schedule, isPaused: Bool) -> [ElementClock] {
    var clocks: [ElementClock] = []
    for (position, element) in schedule.elements.enumerated() {
      let own = ElementClock(
        of: element, at: position, in: zone, countsDays: isPaused && element.isAllDay)
      if let index = clocks.firstIndex(where: own.isSame) {
        clocks[index].elements.append(position)
      } else {
        clocks.append(own)
      }
    }
    return clocks
  }
}

/// The limits shared by all plans of a record: the clocks they follow, and when nothing is due because the
/// patient is deleted or not observed, or the care plan has ended.
struct PlanLimits {
  /// The zone of the patient's clocks.
  let zone: Zone
  /// The times without a patient or without observation.
  private let absences: [Absence]
  /// The days on which the patient is observed, by number; `nil` if unbounded.
  let observedDays: Range<Int>?
  /// The ends of care plans, by id.
  private var ends: [String: [Absence]] = [:]

  init(_ record: CareRecord, _ timeline: PatientTimeline) {
    zone = timeline.zone
    absences = timeline.absences
    observedDays = timeline.observation.dayNumbers
    guard record.carePlans.contains(where: { $0.deletedAt != nil }) else { return }
    for (id, versions) in Dictionary(grouping: record.carePlans, by: \.id) {
      ends[id] = versions.inForce(in: zone).ends(in: zone)
    }
  }

  /// Returns the times at which a version of a task has nothing due.
  func absences(of task: CareTask) -> [Absence] {
    guard !ends.isEmpty, let plan = task.carePlan else { return absences }
    return absences + ends[plan, default: []]
  }
}
