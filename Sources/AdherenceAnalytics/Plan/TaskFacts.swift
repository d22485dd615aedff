import Scheduling

/// What the outcomes of a task are held against: all its versions together.
struct TaskFacts {
  /// The number of the task's name.
  let number: Int32
  private let zone: Zone
  /// The units that targets ask for, each once; `nil` where a target takes any.
  private var units: [String]? = []
  /// A moment from which an event is surely not before the task.
  private var begin: Instant
  /// From when on an event may be of an occurrence; asked for rarely.
  private var opening: Instant?

  init(_ task: CareTask, number: Int32, in zone: Zone) {
    (self.number, self.zone) = (number, zone)
    begin = task.planBegin(in: zone)
    addUnits(of: task.schedule)
  }

  mutating func add(_ task: CareTask) {
    begin = min(begin, task.planBegin(in: zone))
    addUnits(of: task.schedule)
  }

  private mutating func addUnits(of schedule: Schedule) {
    // What asks for nothing takes whatever is recorded.
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

  /// What no outcome can be doubtful for; its units have their numbers in a table of outcomes.
  func limits(in names: NameTable) -> TaskLimits {
    TaskLimits(begin: begin.seconds, units: units?.compactMap { names.known($0) })
  }

  /// What is doubtful about an outcome of the task; `nil` where nothing is.
  mutating func doubt(
    about outcome: Outcome, in record: CareRecord, _ conversions: UnitConversions
  ) -> InputError? {
    unitsDoubt(about: outcome, conversions) ?? timeDoubt(about: outcome, in: record)
  }

  private func unitsDoubt(about outcome: Outcome, _ conversions: UnitConversions)
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

  private mutating func timeDoubt(
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

/// What the outcomes of a task need not exceed to be beyond doubt; others are looked at closely.
struct TaskLimits {
  /// The first second on which an event is not too early.
  var begin: Int64
  /// The numbers of the units that will do; `nil` where any will.
  var units: [Int32]?

  /// Whether an outcome that is no more than its row is surely not doubtful.
  func admit(_ row: OutcomeTable.Row) -> Bool {
    if row.marks.contains(.detailed) { return false }
    guard row.nominal != OutcomeTable.Row.none || row.time >= begin else { return false }
    return row.units < 0 || units?.contains(Int32(row.units)) != false
  }
}

extension CareTask {
  /// The later of the version's beginning and its plan's first anchor.
  fileprivate func planBegin(in zone: Zone) -> Instant {
    let anchors = schedule.elements.map { element in
      guard case .fixed(let zone) = element.frame else { return element.start.instant(in: zone) }
      return element.start.instant(in: zone)
    }
    return max(effectiveFrom?.instant(in: zone) ?? .earliest, anchors.min() ?? .earliest)
  }

  /// From when on an event may belong to the first occurrence; the day of an occurrence without a
  /// window of its own is taken to begin at midnight.
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
