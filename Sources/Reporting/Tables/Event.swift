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
    .key("key", "which occurrence, as `walk/2025-03-10T17:00:00`; of an orphan its old key") {
      $0.key?.description
    },
    .text("element", "the part of the plan") { $0.key?.element ?? $0.quota },
    .key("nominal", "the planned local time; `;fold=1` where clocks show it a second time") {
      $0.key?.nominalText
    },
    .date("day", "the day on which it counts; of a quota the last of its period") { $0.day },
    .instant("start", "when it starts; of a quota its period") { $0.start },
    .localTime("local", "what the patient's clock shows then") { $0.local },
    .instant("end", "when it ends") { $0.end },
    .instant("open", "from when on an outcome is in time") { $0.window?.open },
    .instant("close", "from when on it is late") { $0.window?.close },
    .instant("expiry", "from when on it is too late") { $0.window?.expiry },
  ]

  private static let found: [Column<Event>] = [
    .text(
      "state",
      "`cancelled`, `suspended`, `declined`, `completed`, `partial`, `started`, `upcoming`, `open`, "
        + "`overdue`, `missed`, or `unscheduled`"
    ) { $0.state },
    .text("timing", "of an outcome `early`, `onTime`, `late`, `outside` or `untimed`") {
      $0.timing?.rawValue
    },
    .number("progress", "share", "how much of what it asks for was done") { $0.progress },
    .number("value", "as recorded", "the sum of the values credited; of a quota the uses") {
      $0.value
    },
    .number(
      "target", "as recorded",
      "the sum of what the targets ask for at least; of a quota the uses expected"
    ) { $0.target },
    .integer("uncredited", "values", "those in other units than the targets'") { $0.uncredited },
    .instant("time", "when the outcome came") { $0.time },
    .integer("events", "events", "those in the time of the occurrence") { $0.events },
    .boolean("due", "whether it is in the denominator") { $0.isDue },
    .text("hold", "why it is held or marked") { $0.hold },
    .text(
      "disposition",
      "of an unscheduled outcome `extra`, `unmatched`, `held`, `orphaned` or `used`"
    ) { $0.disposition?.rawValue },
  ]

  private static let words: [Column<Event>] = [
    .text("title", "what the task is called") { $0.words?.title },
    .text("instructions", "what to do, in words") { $0.words?.instructions },
    .text("text", "what the part of the plan says to the person who follows it") {
      $0.words?.element?.text
    },
    .list("units", "those of what was recorded, each once; without any, of what is asked for") {
      $0.values.isEmpty ? $0.words?.element?.units : $0.values.units
    },
    .json("values", "each value recorded: a list of `value`, `type`, `units` and `kind`") {
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
  var words: EventWords?
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
    var words = WordsOfEvents(evaluation.plan)
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
