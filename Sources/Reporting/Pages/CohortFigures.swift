import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// The figures at the top of a cohort's page.
struct CohortFigures {
  private let patients: Int
  private let flags: ReportFlags
  let parameters: MeasureParameters
  private let numerator: Numerator
  private let row: CohortRow?
  private let recent: RecentChange?
  /// The main task: the chosen one, or the one with the most due.
  let task: TaskStatistics?
  let taskTitle: String

  init(
    _ report: CohortReport, _ statistics: CohortStatistics, _ parameters: MeasureParameters,
    _ flags: ReportFlags, mainTask: String?
  ) {
    task =
      statistics.tasks.first { $0.task == mainTask }
      ?? statistics.tasks.max { $0.whole.summary.due < $1.whole.summary.due }
    (self.parameters, self.flags) = (parameters, flags)
    taskTitle = task.map { report.part.titles[$0.task] } ?? ""
    recent = task.flatMap { RecentChange(of: $0.task, report.byPeriod) }
    (patients, numerator) = (report.patients, report.whole.numerator)
    row = report.whole.rows.first { $0.group == nil && $0.scope == .total }
  }

  private var pooled: Double? { row?.pooled.ratio(numerator) }
  private var threshold: String { parameters.threshold.percentText }

  /// The phases of the task; `nil` if initiation was not observed.
  var phases: PhaseSummary? {
    task?.whole.phases.initiated.value == nil ? nil : task?.whole.phases
  }

  /// The summary sentence: the phases, and the number of patients with a flag.
  var answer: String {
    guard flags.patients > 0 else { return "\(doing). No patient has a flag." }
    let counts = PatientFlag.allCases.compactMap { flag in
      let count = flags.patients(with: flag)
      return count == 0 ? nil : "\(PageWords.amount(count)) \(PageFlag(flag, parameters).word)"
    }
    return
      "\(doing). \(PageWords.amount(flags.patients)) of \(PageWords.amount(patients)) patients have a flag: "
      + counts.joined(separator: ", ") + "." + changes
  }

  /// The changes since the previous report, as a sentence; empty without one.
  private var changes: String {
    guard flags.isCompared else { return "" }
    let counts = FlagStatus.allCases.map {
      "\(PageWords.amount(flags.count(of: $0))) \($0.rawValue)"
    }
    return " Flags since the previous report: \(counts.joined(separator: ", "))."
  }

  private var doing: String {
    guard let phases else {
      return pooled.map { "\(TextTable.percent($0)) of what was due was done" } ?? "Nothing was due"
    }
    let persistent = phases.persistent.value.map {
      "; \(TextTable.percent($0)) of them persisted beyond day \(phases.day ?? 0)"
    }
    let implementation = phases.implementation.value.map {
      "; while they persisted, they did \(TextTable.percent($0)) of what was due"
    }
    return
      "\(TextTable.percent(phases.initiated.value)) of the patients initiated \(taskTitle.isolated)"
      + (persistent ?? "") + (implementation ?? "")
  }

  var figures: [PageFigure] {
    phaseFigures + [recentFigure].compactMap(\.self)
      + [flaggedFigure, meanFigure, reachingFigure, pooledFigure]
  }

  private var recentFigure: PageFigure? {
    guard let recent else { return nil }
    let points = recent.points
    let change =
      points == 0
      ? "as in the 28 days before"
      : "\(abs(points)) points \(points > 0 ? "above" : "below") the 28 days before"
    return PageFigure(
      "Last 28 days: \(taskTitle.isolated)", TextTable.percent(recent.ratio), note: change,
      definition:
        "The pooled ratio over \(recent.days.words), the last four whole weeks of the report, against the "
        + "four weeks before: \(TextTable.percent(recent.before)).")
  }

  private var pooledFigure: PageFigure {
    let counts = row?.pooled
    return PageFigure(
      "Pooled ratio", TextTable.percent(pooled),
      note: counts.map {
        "\(PageWords.amount($0.amount(numerator))) of \(PageWords.amount($0.dueWithQuotas)) due"
      } ?? "",
      definition: "What all patients did together, over what was due of all of them: who has more "
        + "to do weighs more, and who never started or stopped counts as if single doses were skipped."
    )
  }

  private var meanFigure: PageFigure {
    let interval = Interval.mean(
      of: row.map { Array($0.ratios) } ?? [], level: parameters.confidence)
    return PageFigure(
      "Mean of the patients", TextTable.percent(row?.meanRatio),
      note: PageWords.between(interval.value, level: parameters.confidence),
      definition: "The mean of the patients' own ratios, each weighing the same, with the interval "
        + "of the mean by Student's t.")
  }

  private var reachingFigure: PageFigure {
    let (reaching, all) = (row?.adherentPatients ?? 0, row?.ratios.count ?? 0)
    let interval = ProportionIntervals(level: parameters.confidence).wilson(reaching, of: all)
    return PageFigure(
      "At \(threshold) % or above", TextTable.percent(row?.adherentShare),
      note: "\(PageWords.amount(reaching)) of \(PageWords.amount(all)) patients; "
        + PageWords.between(interval.value, level: parameters.confidence),
      definition: "The share of the patients with a ratio whose ratio is \(threshold) % or more, "
        + "decided on whole numbers, with Wilson's interval.")
  }

  private var flaggedFigure: PageFigure {
    PageFigure(
      "Flagged", PageWords.amount(flags.patients),
      note: "of \(PageWords.count(patients, "patient"))",
      definition: "Patients with a flag, whose plan and observation continue; the flags are "
        + "explained below the table of patients.")
  }
}

/// The ratio of a task in the last 28 days of a report, and in the 28 days before.
struct RecentChange: Equatable {
  /// The pooled ratio of the last 28 days.
  let ratio: Double
  /// The pooled ratio of the 28 days before.
  let before: Double
  /// The last 28 days.
  let days: Range<CivilDate>

  /// The change in percentage points, with a decimal.
  var points: Double { ((ratio - before) * 100 * 10).rounded() / 10 }

  /// Sums the rows of a task by day or week, of a group or of all patients; `nil` for other periods,
  /// and unless both have a ratio.
  ///
  /// Weeks that the report covers only in part, and those that are not over, are left out.
  init?(of task: String, _ cohort: CohortAdherence, group: String? = nil) {
    guard let end = RecentChange.end(of: task, cohort) else { return nil }
    self.init(of: task, cohort, group: group, before: end)
  }

  /// Returns the end (exclusive) of the last day or week that is over; `nil` for other periods.
  static func end(of task: String, _ cohort: CohortAdherence) -> CivilDate? {
    guard [.day, .week].contains(cohort.periods.period) else { return nil }
    let unresolved = Set(cohort.unresolved(of: .task(task)).map(\.span.number))
    return cohort.spans.last { !$0.isClipped && !unresolved.contains($0.number) }?.end
  }

  /// Sums the rows of the 28 days before an end, and of the 28 before these.
  init?(of task: String, _ cohort: CohortAdherence, group: String?, before end: CivilDate) {
    let start = end.adding(days: -28)
    let earlierStart = start.adding(days: -28)
    guard cohort.periods.range.lowerBound <= earlierStart else { return nil }
    let rows = cohort.rows(of: .task(task), group: group, in: earlierStart..<end)
    func ratio(_ days: Range<CivilDate>) -> Double? {
      var sum = Adherence()
      for row in rows where days.lowerBound <= row.span.start && row.span.end <= days.upperBound {
        sum.merge(row.pooled)
      }
      return sum.ratio(cohort.numerator)
    }
    guard let recent = ratio(start..<end), let earlier = ratio(earlierStart..<start) else {
      return nil
    }
    (self.ratio, before, days) = (recent, earlier, start..<end)
  }
}

// Initiation, persistence and implementation of the task with the most due.
extension CohortFigures {
  /// The figures of each phase, and of their product.
  var phaseFigures: [PageFigure] {
    guard let phases else { return [] }
    let name = taskTitle.isolated
    return [
      initiatedFigure(phases, name), persistentFigure(phases, name),
      implementationFigure(phases, name), productFigure(phases, name),
    ]
  }

  private func initiatedFigure(_ phases: PhaseSummary, _ task: String) -> PageFigure {
    figure(
      "Initiated: \(task)", phases.initiated, phases.initiatedInterval,
      "The share of the \(PageWords.amount(phases.patients)) patients with anything due who have begun: an event was recorded. With "
        + "Wilson's interval.")
  }

  private func persistentFigure(_ phases: PhaseSummary, _ task: String) -> PageFigure {
    let day = phases.day.map { " beyond day \($0)" } ?? ""
    return figure(
      "Persistent\(day): \(task)", phases.persistent, phases.persistentInterval,
      "Of the patients who initiated, the share that had not stopped by then, after Kaplan and Meier: no "
        + "\(parameters.gapDays) days of the plan without an event. A stop within the last \(parameters.gapDays) days "
        + "cannot be seen yet. The day is the last of \(CohortFigures.days) with a tenth of them at risk."
    )
  }

  private func implementationFigure(_ phases: PhaseSummary, _ task: String) -> PageFigure {
    figure(
      "Implementation: \(task)", phases.implementation, phases.implementationInterval,
      "The mean of the patients' own ratios from the first event to the end of persistence, each patient weighing the "
        + "same: how well the plan was followed while it was followed. With an interval over patients."
    )
  }

  private func productFigure(_ phases: PhaseSummary, _ task: String) -> PageFigure {
    PageFigure(
      "All three: \(task)", TextTable.percent(phases.product.value),
      note: "initiated × persistent × implementation",
      definition:
        "The product of the three shares: about the share of the doses due on that day that all patients "
        + "together take, if implementation does not depend on how long a patient persists.")
  }

  private func figure(
    _ name: String, _ share: Estimate<Double>, _ interval: Estimate<Interval>,
    _ definition: String
  ) -> PageFigure {
    PageFigure(
      name, TextTable.percent(share.value),
      note: share.value == nil
        ? "cannot be judged yet" : PageWords.between(interval.value, level: parameters.confidence),
      definition: definition)
  }

  /// The landmarks as text.
  private static let days = SurvivalCurve.landmarks.map { "\(Int($0))" }.joined(separator: ", ")
}
