import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// The figures at the top of a cohort's page.
struct CohortFigures {
  private let patients: Int
  private let collection: PageCollection
  let parameters: MeasureParameters
  private let numerator: Numerator
  private let row: CohortRow?
  /// The task with the most due.
  let task: TaskStatistics?

  init(
    _ report: CohortReport, _ statistics: CohortStatistics, _ parameters: MeasureParameters,
    _ collection: PageCollection
  ) {
    task = statistics.tasks.max {
      $0.whole.summary.due < $1.whole.summary.due
    }
    (self.parameters, self.collection) = (parameters, collection)
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
    guard collection.flagged > 0 else { return "\(doing), and nobody has a flag." }
    let flags = PatientFlag.byUrgency.compactMap { flag in
      collection.flags[flag.rawValue].map { "\($0) \(PageFlag(flag, parameters).word)" }
    }
    return "\(doing). \(collection.flagged) of \(patients) patients need a look: "
      + flags.joined(separator: ", ") + "."
  }

  private var doing: String {
    guard let task, let phases else {
      return pooled.map { "\(TextTable.percent($0)) of what was due was done" } ?? "Nothing was due"
    }
    let persistent = phases.persistent.value.map {
      "; \(TextTable.percent($0)) of them persisted beyond day \(phases.day ?? 0)"
    }
    let implementation = phases.implementation.value.map {
      "; while they persisted, they did \(TextTable.percent($0)) of what was due"
    }
    return
      "\(TextTable.percent(phases.initiated.value)) of the patients initiated \(task.task.isolated)"
      + (persistent ?? "") + (implementation ?? "")
  }

  var figures: [PageFigure] {
    phaseFigures + [flaggedFigure, meanFigure, reachingFigure, pooledFigure]
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
      note: "\(reaching) of \(all) patients; "
        + PageWords.between(interval.value, level: parameters.confidence),
      definition: "The share of the patients with a ratio whose ratio is \(threshold) % or more, "
        + "decided on whole numbers, with Wilson's interval.")
  }

  private var flaggedFigure: PageFigure {
    PageFigure(
      "Need a look", "\(collection.flagged)", note: "of \(patients) patients",
      definition: "Patients with a flag, whose plan and observation continue; the flags are "
        + "explained below the table of patients.")
  }
}
