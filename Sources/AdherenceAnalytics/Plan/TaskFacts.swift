import Diagnostics
import Scheduling

/// The properties of a task, over all versions, that its outcomes are checked against.
struct TaskFacts {
  /// The number of the task's name.
  let number: Int32
  private let zone: Zone
  /// The distinct units of the targets; `nil` if a target accepts any.
  private var units: [String]? = []
  /// An instant at or after which an event is certainly not before the task.
  private var begin: Instant
  /// The earliest instant at which an event may belong to an occurrence, computed on demand.
  private var opening: Instant?

  init(_ task: CareTask, number: Int32, in zone: Zone) {
    (self.number, self.zone) = (number, zone)
    begin = task.planBegin(in: zone)
    addUnits(of: task.undatedSchedule ?? task.schedule)
  }

  mutating func add(_ task: CareTask) {
    begin = min(begin, task.planBegin(in: zone))
    addUnits(of: task.undatedSchedule ?? task.schedule)
  }

  private mutating func addUnits(of schedule: Schedule) {
    // An element without targets accepts any value.
    if schedule.elements.contains(where: \.targets.isEmpty) { units = nil }
    for element in schedule.elements { add(element.targets) }
    for change in schedule.overrides.values { add(change.targets ?? []) }
  }

  private mutating func add(_ targets: [ScheduleElement.Target]) {
    for target in targets {
      guard let unit = target.units else { return units = nil }
      if units?.contains(unit) == false { units?.append(unit) }
    }
  }

  /// Returns the limits within which an outcome needs no warning, with units as numbers in a table of
  /// outcomes.
  func limits(in names: NameTable) -> TaskLimits {
    TaskLimits(begin: begin.seconds, units: units?.compactMap { names.known($0) })
  }

  /// Returns the warning about an outcome of the task; `nil` if there is none.
  mutating func warning(
    about outcome: Outcome, in record: CareRecord, _ conversions: UnitConversions
  ) -> InputError? {
    unitsWarning(about: outcome, conversions) ?? timeWarning(about: outcome, in: record)
  }

  private func unitsWarning(about outcome: Outcome, _ conversions: UnitConversions)
    -> InputError?
  {
    guard let units, outcome.status == .completed else { return nil }
    for value in outcome.values {
      guard let unit = value.units, !units.contains(unit),
        !units.contains(where: { conversions.convert(unit, to: $0, kind: value.kind) })
      else { continue }
      return InputError(.otherUnits(text: unit, known: units.sorted()), field: "units")
    }
    return nil
  }

  private mutating func timeWarning(
    about outcome: Outcome, in record: CareRecord
  ) -> InputError? {
    guard outcome.key == nil, let time = outcome.time, time < begin else { return nil }
    let opening = self.opening ?? self.opening(of: record.tasks.filter { $0.id == outcome.task })
    self.opening = opening
    guard time < opening else { return nil }
    return InputError(
      .tooEarly(text: time.description, begin: opening.description), field: "time")
  }

  private func opening(of versions: [CareTask]) -> Instant {
    versions.map { $0.opening(in: zone) }.min() ?? begin
  }
}

/// Limits within which an outcome of a task certainly needs no warning; others are checked in full.
struct TaskLimits {
  /// The first second at which an event is not too early.
  var begin: Int64
  /// The numbers of the accepted units; `nil` if any is accepted.
  var units: [Int32]?

  /// Returns whether an outcome stored as a row alone certainly needs no warning.
  func admit(_ row: OutcomeTable.Row) -> Bool {
    if row.marks.contains(.detailed) { return false }
    guard row.nominal != OutcomeTable.Row.none || row.time >= begin else { return false }
    return row.units < 0 || units?.contains(Int32(row.units)) != false
  }
}

extension CareTask {
  /// Returns the later of the version's start and its plan's first anchor; a plan that the first completion starts has
  /// none.
  fileprivate func planBegin(in zone: Zone) -> Instant {
    let isStartedByCompletion = writtenSchedule.elements.contains {
      $0.isChain && $0.start == ScheduleElement.unknownStart
    }
    let anchors = schedule.elements.map { element in
      guard case .fixed(let zone) = element.clockBinding else {
        return element.start.instant(in: zone)
      }
      return element.start.instant(in: zone)
    }
    let anchor = isStartedByCompletion ? nil : anchors.min()
    return max(effectiveFrom?.instant(in: zone) ?? .earliest, anchor ?? .earliest)
  }

  /// Returns the earliest instant at which an event may belong to the first occurrence; without a window, the
  /// day of the occurrence from midnight.
  fileprivate func opening(in zone: Zone) -> Instant {
    let begin = planBegin(in: zone)
    let from = effectiveFrom?.instant(in: zone) ?? .earliest
    guard let occurrences = try? Occurrences(of: schedule, in: zone),
      let first = occurrences.first(startingAtOrAfter: from)
    else { return begin }
    if let window = occurrences.window(of: first) {
      return min(begin, zone.instant(window.opensBefore, before: first.start))
    }
    let midnight = CivilDateTime(date: zone.civil(at: first.start).date)
    let day = zone.firstInstant(atOrAfter: midnight)
    let next = occurrences.first(startingAtOrAfter: first.start.adding(seconds: 1))
    guard matching == .nearest, let next else { return min(begin, day) }
    return min(begin, first.start.adding(seconds: -((next.start - first.start + 1) / 2)))
  }
}
