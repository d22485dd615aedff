import AdherenceAnalytics
import AdherenceStatistics
import PlainWords
import Scheduling

extension PageFact {
  /// Returns the known attributes of a patient.
  static func facts(of summary: PatientSummary) -> [PageFact] {
    let patient = summary.patient
    let known: [(String, String?)] = [
      ("Id", patient.id), ("Group", patient.group), ("Sex", patient.sex?.rawValue),
      ("Born", patient.birthDate?.words), ("Zone", patient.zone.id),
      ("Start of treatment", summary.start?.words),
      ("Observed", summary.observation.words),
      ("Tags", patient.tags.isEmpty ? nil : patient.tags.joined(separator: ", ")),
      ("Allergies", patient.allergies.isEmpty ? nil : patient.allergies.joined(separator: ", ")),
    ]
    return known.compactMap { name, value in value.map { PageFact(name, $0) } }
  }
}

extension ObservationPeriod {
  /// The observed days and the end cause as text; `nil` if neither is known.
  fileprivate var words: String? {
    let parts = [
      from.map { "from \($0.words)" }, to.map { "to \($0.words)" },
      endCause.map { "(\($0.rawValue))" },
    ]
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " ")
  }
}

extension TaskLine {
  /// Creates the row of a task with its flags.
  init(
    _ own: PatientCharts.ChartedTask, _ summary: TaskSummary, _ numerator: Numerator,
    _ parameters: MeasureParameters, _ flags: [TaskFlag]
  ) {
    let adherence = summary.adherence
    self.init(own.title)
    plan = (own.task.undatedSchedule ?? own.task.schedule).words
    notes = [
      own.task.impactsAdherence ? nil : "not in totals",
      summary.planEnd.map { "ended \($0.words)" },
    ].compactMap(\.self).joined(separator: ", ")
    ratio = adherence.ratio(numerator)
    // The measures' interval is of occurrences done.
    if numerator == .done {
      let interval = own.measures.interval?.value
      (lower, upper) = (interval?.lower, interval?.upper)
    }
    missing = ratio == nil ? (summary.absence ?? adherence.ratioMissing)?.words ?? "" : ""
    counts = TaskLine.counts(of: adherence)
    streak =
      adherence.dueWithQuotas > 0 && summary.planEnd == nil
      ? summary.perfectDays.current?.length ?? 0 : nil
    longestStreak = adherence.dueWithQuotas > 0 ? summary.perfectDays.longest?.length ?? 0 : nil
    let lastUse = own.course.uses.days.max().map { CivilDate(dayNumber: Int($0)) }
    lastEvent = [own.measures.phases?.last, lastUse].compactMap(\.self).max()?.words
    self.flags = flags.map { PageFlag(of: $0, parameters) }
  }
}

extension TaskLine {
  /// Formats the counts of completed and due: occurrences, quotas, and as-needed uses.
  fileprivate static func counts(of adherence: Adherence) -> String {
    let quota = adherence.quota
    var words: [String] = []
    if adherence.due > 0 {
      words.append("\(PageWords.amount(adherence.done)) of \(PageWords.amount(adherence.due))")
    }
    if quota.periods > 0 {
      words.append(
        "\(PageWords.amount(quota.credited)) of \(PageWords.amount(quota.required)) in "
          + PageWords.count(quota.periods, "period"))
    } else if adherence.uses.count > 0 {
      words.append(PageWords.count(adherence.uses.count, "use"))
    }
    return words.joined(separator: ", ")
  }
}

extension Schedule {
  /// The maximum number of elements described individually.
  private static let mostElements = 8

  /// The schedule as text, truncated if it is long.
  fileprivate var words: String {
    let rest = elements.count - Schedule.mostElements
    if rest < 2 { return summary }
    return Schedule(Array(elements.prefix(Schedule.mostElements))).summary + "; and \(rest) more"
  }
}

extension HoldLine {
  /// Creates the row of a hold.
  init(_ hold: Hold, in record: CareRecord) {
    let task = record.tasks.last { $0.id == hold.task }
    let zone = record.patientZone
    self.init(
      task: task?.title ?? hold.task ?? hold.group ?? "", from: hold.from.clock(in: zone),
      to: hold.to?.clock(in: zone) ?? "", mode: hold.mode.words, reason: hold.reason ?? "")
  }
}

extension LocalOrInstant {
  /// Formats the local time in a zone, as `11 March 2025 03:00`.
  fileprivate func clock(in zone: Zone) -> String {
    let local = civil(in: zone)
    return "\(local.date.words) \(local.time.description.prefix(5))"
  }
}

extension Hold.Mode {
  /// The effect of a hold on the plan.
  fileprivate var words: String {
    switch self {
    case .truncate: "the plan ends"
    case .extend: "the plan moves by its length"
    case .exclude: "onHold: in no ratio"
    case .notMonitored: "not monitored: in no ratio"
    case .annotate: "a label"
    }
  }
}
