import AdherenceAnalytics
import Interchange
import Scheduling

/// The state of an occurrence, of a quota's period, or of an unscheduled outcome; fields that do
/// not apply are `nil`.
struct Event {
  static let columns = Column<Event>.list(
    Column<Patient>.names.of(\.patient), planned, found, words)

  private static let planned: [Column<Event>] = [
    .text("task", "the task's id") { $0.task },
    .key(
      "key",
      "the key of the occurrence, such as `walk/2025-03-10T17:00:00`; of an orphaned outcome its old key"
    ) {
      $0.key?.description
    },
    .text("element", "the element's id") { $0.key?.element ?? $0.quota },
    .key("nominal", "the planned local time; with `;fold=1` where clocks show it a second time") {
      $0.key?.nominalText
    },
    .date("day", "the day on which the row counts; of a quota the last day of its period") {
      $0.day
    },
    .instant("start", "the start of the occurrence or of the quota's period") { $0.start },
    .localTime("local", "the start as the patient's clock shows it") { $0.local },
    .instant("end", "the end of the occurrence or of the quota's period (exclusive)") { $0.end },
    .instant("open", "the instant at which the window opens") { $0.window?.open },
    .instant("close", "the instant at which the window closes, from which on an outcome is late") {
      $0.window?.close
    },
    .instant("expiry", "the instant at which the window expires") { $0.window?.expiry },
  ]

  private static let found: [Column<Event>] = [
    .text(
      "state",
      "the state: `cancelled`, `onHold`, `declined`, `done`, `partial`, `started`, `upcoming`, `open`, "
        + "`overdue`, `missed`, or `unscheduled`"
    ) { $0.state },
    .text(
      "timing",
      "when the outcome came, by the window: `early`, `inWindow`, `late`, `expired` or `untimed`"
    ) {
      $0.timing?.rawValue
    },
    .number("progress", "share", "the share of what was asked for that was done") { $0.progress },
    .number(
      "value", "as recorded",
      "the sum of the recorded values that can be credited; of a quota the number of uses"
    ) {
      $0.value
    },
    .number(
      "target", "as recorded",
      "the sum of the least that the targets ask for; of a quota the uses due"
    ) { $0.target },
    .integer(
      "uncredited", "values",
      "the recorded values that cannot be credited, as their unit is none of the targets'"
    ) { $0.uncredited },
    .instant("time", "the time of the outcome") { $0.time },
    .integer("events", "events", "the events in the time of the occurrence") { $0.events },
    .boolean("due", "whether the row is in the denominator") { $0.isDue },
    .text("hold", "the reason of the hold that the row lies in, or the mode of the hold") {
      $0.hold
    },
    .text(
      "disposition",
      "why an outcome is unscheduled: `extra`, `unmatched`, `held`, `orphaned` or `used`"
    ) { $0.disposition?.rawValue },
  ]

  private static let words: [Column<Event>] = [
    .text("title", "the title of the task") { $0.words?.title },
    .text("instructions", "the instructions of the task") { $0.words?.instructions },
    .text("text", "the text of the element for the patient") {
      $0.words?.element?.text
    },
    .list(
      "units",
      "the units of the recorded values, each once; without values, the units of the targets"
    ) {
      $0.values.isEmpty ? $0.words?.element?.units : $0.values.units
    },
    .json("values", "the recorded values: a list of `value`, `type`, `units` and `kind`") {
      OutcomeValue.json(of: $0.values)
    },
  ]

  /// The sort key of events.
  let order: Instant
  let patient: Patient
  let task: String
  let key: OccurrenceKey?
  /// The element of a quota, whose periods have no key.
  var quota: String?
  let day: CivilDate
  var start: Instant?
  var local: CivilDateTime?
  var end: Instant?
  var window: OccurrenceWindow?
  var state = "unscheduled"
  var timing: Timing?
  var progress: Double?
  var value: Double?
  var target: Double?
  var uncredited: Int?
  var time: Instant?
  var events: Int?
  var isDue = false
  var hold: String?
  var disposition: Disposition?
  var words: EventTexts?
  var values: [OutcomeValue] = []
}

extension Event {
  /// Creates the event of an occurrence.
  init(_ scored: ScoredOccurrence, of evaluation: TaskEvaluation, _ patient: Patient, _ zone: Zone)
  {
    let (plan, start) = (evaluation.plan, scored.occurrence.start)
    self.init(
      order: start, patient: patient, task: evaluation.task.id,
      key: plan.key(of: scored.occurrence), day: scored.day, start: start,
      local: zone.civil(at: start), end: plan.end(of: scored.occurrence), window: scored.window,
      state: scored.state.rawValue, timing: scored.timing, progress: scored.progress,
      value: scored.timing == nil ? nil : scored.sums.value, target: scored.sums.target,
      uncredited: scored.sums.uncredited, time: scored.time, events: scored.events,
      isDue: evaluation.query.status(of: scored, asOf: evaluation.asOf) == .due,
      hold: plan.holdLabel(at: start))
  }

  /// Creates the event of a quota's period.
  init(_ period: QuotaPeriod, of evaluation: TaskEvaluation, _ patient: Patient, _ zone: Zone) {
    let start = period.window.open
    self.init(
      order: start, patient: patient, task: evaluation.task.id, key: nil, quota: period.element,
      day: period.day, start: start, local: zone.civil(at: start), end: period.window.close,
      window: period.window, state: period.state(asOf: evaluation.asOf).rawValue,
      progress: period.progress, value: Double(period.done), target: period.required,
      isDue: evaluation.isDue(period), hold: evaluation.plan.holdLabel(at: start))
  }

  /// Creates the event of an unscheduled outcome.
  init(
    _ unscheduled: UnscheduledOutcome, of evaluation: TaskEvaluation, _ patient: Patient,
    _ zone: Zone
  ) {
    let outcome = unscheduled.outcome
    let planned = outcome.key.map { zone.firstInstant(atOrAfter: $0.nominal) }
    let moment = outcome.time ?? planned ?? .earliest
    let amount = outcome.values.reduce(0) { $0 + $1.amount }
    self.init(
      order: moment, patient: patient, task: evaluation.task.id, key: outcome.key,
      day: unscheduled.day, value: outcome.values.isEmpty ? nil : amount, time: outcome.time,
      hold: evaluation.plan.holdLabel(at: moment), disposition: unscheduled.disposition)
  }
}

/// The events of one patient while they are sorted.
struct EventList {
  private let record: CareRecord
  private let zone: Zone
  private var events: [Event] = []

  init(of record: CareRecord) {
    self.record = record
    zone = record.patientZone
  }

  /// The events by time; those of one moment in the order of the record.
  var rows: [Event] {
    events.indices.sorted { (events[$0].order, $0) < (events[$1].order, $1) }.map { events[$0] }
  }

  /// Adds the occurrences, the quota periods and the unscheduled outcomes of a task.
  mutating func add(_ evaluation: TaskEvaluation) {
    var words = EventTextCache(evaluation.plan)
    let values = evaluation.recordedValues
    for scored in evaluation.found {
      var event = Event(scored, of: evaluation, patient(on: scored.day, evaluation), zone)
      event.words = words.words(of: scored.occurrence)
      if !values.isEmpty { event.values = values[scored.occurrence] ?? [] }
      events.append(event)
    }
    for period in evaluation.quotaPeriods {
      var event = Event(period, of: evaluation, patient(on: period.day, evaluation), zone)
      event.words = words.words(ofElement: period.element)
      events.append(event)
    }
    for outcome in evaluation.unscheduled {
      var event = Event(outcome, of: evaluation, patient(on: outcome.day, evaluation), zone)
      event.words = words.words(ofElement: outcome.outcome.key?.element)
      event.values = outcome.outcome.values
      events.append(event)
    }
  }

  /// Returns the version of the patient in effect on a day.
  private func patient(on day: CivilDate, _ evaluation: TaskEvaluation) -> Patient {
    record.earlierPatients.isEmpty
      ? record.patient : record.patient(on: day, dayBoundary: evaluation.query.dayBoundary)
  }
}

extension TaskPlan {
  /// Returns the reason of the first hold at a moment, or its mode if no reason is given.
  fileprivate func holdLabel(at moment: Instant) -> String? {
    holds(at: moment).first.map { $0.reason ?? $0.mode.rawValue }
  }
}

extension OccurrenceKey {
  /// Returns the planned time, and whether the local time is repeated.
  var nominalText: String { "\(nominal)\(isSecondPass ? ";fold=1" : "")" }
}

/// The texts of a task and a schedule element.
final class EventTexts: Sendable {
  let title: String?
  let instructions: String?
  let element: ElementWords?

  /// Creates the texts; `nil` if there are none.
  init?(_ task: CareTask, _ element: ScheduleElement?) {
    let element = ElementWords(text: element?.text, targets: element?.targets ?? [])
    if task.title == nil, task.instructions == nil, element == nil { return nil }
    (title, instructions, self.element) = (task.title, task.instructions, element)
  }
}

/// The texts of a task's events, cached for each schedule element.
struct EventTextCache {
  private let plan: TaskPlan
  private var known: [Int: EventTexts?] = [:]
  private var last: (position: Int, words: EventTexts?)?

  init(_ plan: TaskPlan) { self.plan = plan }

  /// Returns the texts of an occurrence, from the version of the task that schedules it.
  mutating func words(of occurrence: Occurrence) -> EventTexts? {
    let position = occurrence.element
    if let last, last.position == position { return last.words }
    let task = plan.parts[plan.part(ofElement: position)].task
    let words = known[position] ?? EventTexts(task, plan.element(at: position))
    known[position] = .some(words)
    last = (position, words)
    return words
  }

  /// Returns the texts of an element, from the last version of the task.
  func words(ofElement id: String?) -> EventTexts? {
    EventTexts(plan.task, id.flatMap { id in plan.task.schedule.elements.first { $0.id == id } })
  }
}
