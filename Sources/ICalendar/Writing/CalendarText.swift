public import AdherenceAnalytics
public import Diagnostics
import ScheduleFormats
public import Scheduling

/// Writes a patient's plan as an iCalendar file, readable by other programs and ``CalendarFile``.
///
/// Each element of each version of a task becomes an event. Properties without an iCalendar
/// counterpart are stored in `X-REGIMEN`, so that occurrences, keys, windows and targets
/// round-trip. The output is deterministic.
///
///     let text = CalendarText(of: record).text
///     let again = try CalendarFile(
///       text: text, patient: record.patient.id, zone: record.patient.zone)
///
/// Occurrences in holds are omitted, and so are outcomes except those of to-dos. Elements that follow
/// events are written with their dates; those without an event are omitted with an error.
public struct CalendarText: Sendable {
  /// The content of the file.
  public let text: String
  /// The omitted tasks that iCalendar cannot represent, and a warning about omitted named events.
  ///
  /// A task's error names the element that is the reason: a quota, a paused clock, or occurrences that no rule
  /// expresses and no range lists.
  public let problems: [InputError]

  /// Options for writing a record.
  public struct Options: Hashable, Sendable {
    /// The range in which occurrences are listed if no rule expresses them, as with days on and
    /// off; without it they are an error.
    public var range: Range<Instant>?
    /// Whether all elements are written as to-dos with their outcomes, rather than only those read
    /// as to-dos.
    public var writesTodos: Bool

    /// Creates options; by default elements without a rule are errors.
    public init(listing range: Range<Instant>? = nil, writesTodos: Bool = false) {
      (self.range, self.writesTodos) = (range, writesTodos)
    }
  }

  /// Writes a record.
  ///
  /// - Complexity: O(*n* log *n*) for *n* elements, exclusions and overrides.
  public init(of record: CareRecord, _ options: Options = Options()) {
    let record = record.dated().listingOccurrences
    var writer = CalendarWriter(record, options)
    var problems = record.eventsMissing
    for plan in record.plans {
      var own = writer
      do throws(InputError) {
        try own.append(plan)
        writer = own
      } catch {
        problems.append(error.at(source: "patient \(record.patient.id)"))
      }
    }
    if !record.namedEvents.isEmpty {
      let omission = InputError.namedEventsOmitted(record.namedEvents.count)
      problems.append(omission.at(source: "patient \(record.patient.id)"))
    }
    (text, self.problems) = (writer.text, problems)
  }
}

extension CareRecord {
  /// The errors of parts of schedules that have no dates without an event.
  fileprivate var eventsMissing: [InputError] {
    tasks.flatMap { task in
      task.eventsMissing.map { event in
        InputError(event.missing, field: "tasks.\(task.id).schedule")
          .at(source: "patient \(patient.id)")
      }
    }
  }
}

/// Writes the plans of a record.
private struct CalendarWriter {
  private let options: CalendarText.Options
  private var components: [(name: String, lines: [ContentLine])] = []
  private var zones = ZoneLines()
  /// The number of components by UID.
  private var taken: [String: Int] = [:]
  private let outcomes: [String: [OccurrenceKey: Outcome]]
  /// The latest outcome without an occurrence of each task, the only one that a to-do can hold.
  private var latest: [String: Outcome] = [:]

  init(_ record: CareRecord, _ options: CalendarText.Options) {
    self.options = options
    var outcomes: [String: [OccurrenceKey: Outcome]] = [:]
    for outcome in record.outcomes where !outcome.isNegative && !outcome.isDeleted {
      if let key = outcome.key {
        outcomes[outcome.task, default: [:]][key] = outcome
      } else if let time = outcome.time, latest[outcome.task]?.time ?? .earliest <= time {
        latest[outcome.task] = outcome
      }
    }
    self.outcomes = outcomes
  }

  var text: String {
    // X-WR-TIMEZONE is omitted because some programs shift times by it.
    var lines = [
      ContentLine.begin("VCALENDAR"), ContentLine(name: "VERSION", value: "2.0"),
      ContentLine(name: "PRODID", value: "-//Regimen//Regimen//EN"),
    ]
    lines += zones.lines
    lines += components.sorted { $0.name < $1.name }.flatMap(\.lines)
    return (lines + [.end("VCALENDAR")]).map(\.text).joined()
  }

  mutating func append(_ plan: TaskPlan) throws(InputError) {
    var known: Set<VersionElement> = []
    for part in plan.parts {
      let (task, schedule) = (part.task, part.occurrences.schedule)
      if let problem = part.problem {
        throw InputError(problem.problem, field: "tasks.\(task.id).schedule")
      }
      let isCancelled = plan.isCancelled
      if part.displacement != 0 { throw plan.pauseError }
      let all = isCancelled ? task.schedule : schedule
      for element in all.elements {
        let name = VersionElement(from: task.effectiveFrom, id: element.id)
        guard known.insert(name).inserted else { throw plan.pauseError }
        try append(
          try PlannedElement(
            element, of: task, all, plan.zone, plan.suspensions, isCancelled: isCancelled),
          isFirst: task.effectiveFrom == plan.parts[0].task.effectiveFrom)
      }
    }
  }

  private struct VersionElement: Hashable {
    var from: LocalOrInstant?
    var id: String
  }

  private mutating func append(_ planned: PlannedElement, isFirst: Bool) throws(InputError) {
    if planned.isEmpty { return }
    let (task, element) = (planned.task, planned.element)
    if case .quota = element.recurrence {
      throw planned.error("iCalendar requires a time", "quota")
    }
    var times = try ElementTimes(planned, in: options.range)
    if element.recurrence.hasOccurrences, times.start == nil { return }
    var uid = task.schedule.elements.count == 1 ? task.id : "\(task.id)/\(element.id)"
    if !isFirst, let from = task.effectiveFrom { uid += "/\(from)" }
    uid = unique(uid)
    times.extras.take(element, of: task, uid: uid, isFirst: isFirst)
    let isTodo = options.writesTodos || task.userInfo["component"] == Component.Kind.todo.rawValue
    let kind: Component.Kind = isTodo || !element.recurrence.hasOccurrences ? .todo : .event
    let lines = ComponentLines(
      planned, times, uid: uid, kind, times.extras.settled(for: kind),
      outcomes: kind == .todo ? outcomes[task.id] ?? [:] : [:],
      latest: kind == .todo ? latest.removeValue(forKey: task.id) : nil)
    components.append((uid, try lines.lines()))
    try takeZone(of: planned, times)
  }

  /// Returns a UID that no other component has.
  private mutating func unique(_ name: String) -> String {
    var uid = name
    while let number = taken[uid] {
      taken[uid] = number + 1
      uid = "\(name)#\(number + 1)"
    }
    taken[uid] = 1
    return uid
  }

  private mutating func takeZone(of planned: PlannedElement, _ times: ElementTimes)
    throws(InputError)
  {
    guard let zone = times.clock.zone, let start = times.start else { return }
    if zone.id.utf8.contains(UInt8(ascii: ";")), !Zone.isOfOffsets(zone.id) {
      throw planned.error("iCalendar cannot represent a change of time zone", "timeZone")
    }
    let last = planned.own.previous(before: .latest)
    let isEndless = last.map { $0.start > Zone.lastChange } ?? true
    zones.take(
      zone, from: zone.firstInstant(atOrAfter: start).adding(seconds: -86_400),
      to: isEndless ? nil : last?.start.adding(seconds: 86_400))
  }
}

extension TaskPlan {
  /// Whether the last version is deleted before its first occurrence.
  fileprivate var isCancelled: Bool {
    task.deletedAt != nil && parts.count == 1
      && parts[0].occurrences.first(startingAtOrAfter: .earliest) == nil
  }

  fileprivate var pauseError: InputError {
    InputError(
      .unwritable(reason: "iCalendar cannot represent paused clocks"),
      field: "tasks.\(task.id).holds")
  }
}

extension PlanExtras {
  /// Returns the extras without redundant component kind; an event for a to-do is marked.
  fileprivate func settled(for kind: Component.Kind) -> PlanExtras {
    var extras = self
    let saysTodo = extras.userInfo?.removeValue(forKey: "component") != nil
    if kind == .todo, !saysTodo {
      extras.userInfo = (userInfo ?? [:]).merging(["component": ""]) { $1 }
    }
    if extras.userInfo?.isEmpty == true { extras.userInfo = nil }
    return extras
  }

  /// Sets the properties that iCalendar cannot hold.
  mutating func take(_ element: ScheduleElement, of task: CareTask, uid: String, isFirst: Bool) {
    let saysTask = uid == task.id && uid == uid.trimmed && !uid.isEmpty
    self.task = saysTask ? nil : task.id
    self.element = element.id == "1" ? nil : element.id
    effectiveFrom = isFirst ? nil : task.effectiveFrom
    let isDistinct = task.schedule.isDistinct
    self.isDistinct = isDistinct ? nil : false
    matching = task.matching == .window ? nil : task.matching
    scoring = task.scoring.flatMap { Scoring(rawValue: $0.rawValue) }
    minWait = task.minWait.map { ISODuration(seconds: $0) }
    impactsAdherence = task.impactsAdherence ? nil : false
    drug = task.drug
    (group, carePlan, remoteID) = (task.group, task.carePlan, task.remoteID)
    let info = task.userInfo.filter { !$0.key.isProperty }
    userInfo = info.isEmpty ? nil : info
    (text, window) = (element.text, element.window)
    targets = element.targets.isEmpty ? nil : element.targets
    duration = element.duration.months > 0 ? element.duration : nil
    gap = element.gap == .shiftForward ? nil : element.gap
    overlap = element.overlap == .first ? nil : element.overlap
    if element.isAllDay, case .fixed(let zone) = element.clockBinding { timeZone = zone.id }
    guard case .asNeeded(let caps) = element.recurrence else { return }
    asNeeded = caps == .none ? nil : caps
    let isEver = element.start == .local(.first)
    (start, end) = (isEver ? nil : element.start, element.end)
    if isEver, end == nil { return }
    if case .fixed(let zone) = element.clockBinding { timeZone = zone.id }
  }
}

extension InputError {
  /// Returns the warning that named events are not written, without the patient.
  fileprivate static func namedEventsOmitted(_ count: Int) -> InputError {
    let rule = Rule(
      "namedEventsOmitted",
      "are omitted, \(count.counting("record")): plans that follow them are written with their dates, and iCalendar"
        + " has no form for the rule (export a dataset folder to keep them)",
      keepsRecord: true)
    return InputError(.against(rule, text: ""), field: "namedEvents")
  }
}
