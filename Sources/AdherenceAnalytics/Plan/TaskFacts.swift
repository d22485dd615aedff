import Scheduling

/// What the outcomes of a task are held against: all its versions together.
struct TaskFacts {
  private let zone: Zone
  private var versions: [CareTask] = []
  /// The units that targets ask for; `nil` where a target takes any.
  private var units: Set<String>? = []
  /// A moment from which an event is surely not before the task.
  private var begin: Instant?
  /// From when on an event may be of an occurrence; asked for rarely.
  private var opening: Instant?
  /// The units in order, for people; asked for rarely.
  private var knownUnits: [String]?

  init(in zone: Zone) { self.zone = zone }

  mutating func add(_ task: CareTask) {
    versions.append(task)
    addUnits(of: task.schedule)
    let begin = task.planBegin(in: zone)
    self.begin = self.begin.map { min($0, begin) } ?? begin
    (opening, knownUnits) = (nil, nil)
  }

  private mutating func addUnits(of schedule: Schedule) {
    let targets =
      schedule.elements.map(\.targets) + schedule.overrides.values.compactMap(\.targets)
    for target in targets.joined() {
      guard let unit = target.units else { return units = nil }
      units?.insert(unit)
    }
    // What asks for nothing takes whatever is recorded.
    if schedule.elements.contains(where: \.targets.isEmpty) { units = nil }
  }

  /// What no outcome can be doubtful for; its units have their numbers in a table of outcomes.
  func limits(in names: NameTable) -> TaskLimits {
    var limits = TaskLimits(begin: begin?.seconds ?? .min)
    guard let units else { return limits }
    limits.units = units.compactMap { names.known($0) }
    return limits
  }

  /// What is doubtful about an outcome of the task; `nil` where nothing is.
  mutating func doubt(about outcome: Outcome) -> InputError? {
    unitsDoubt(about: outcome) ?? timeDoubt(about: outcome)
  }

  private mutating func unitsDoubt(about outcome: Outcome) -> InputError? {
    guard let units, outcome.status == .completed else { return nil }
    for value in outcome.values {
      guard let unit = value.units, unit != units.first, !units.contains(unit) else { continue }
      let known = knownUnits ?? units.sorted()
      knownUnits = known
      return InputError(.otherUnits(text: unit, known: known), field: "units")
    }
    return nil
  }

  private mutating func timeDoubt(about outcome: Outcome) -> InputError? {
    guard outcome.key == nil, let time = outcome.time, let begin, time < begin else { return nil }
    let opening = self.opening ?? versions.compactMap { $0.opening(in: zone) }.min() ?? begin
    self.opening = opening
    guard time < opening else { return nil }
    return InputError(
      .tooEarly(text: time.description, begin: opening.description), field: "time")
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
