import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// The figures at the top of a cohort's page.
struct CohortFigures {
  private let patients: Int
  private let collection: PageCollection
  private let parameters: MeasureParameters
  private let numerator: Numerator
  private let row: CohortRow?
  /// The task of which most was due.
  private let task: TaskStatistics?

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

  /// How the cohort is doing, and how many need a call.
  var answer: String {
    let doing =
      pooled.map { "\(TextTable.percent($0)) of what was due was done" } ?? "Nothing was due"
    guard collection.flagged > 0 else { return "\(doing), and nobody has a flag." }
    let flags = PatientFlag.byUrgency.compactMap { flag in
      collection.flags[flag.rawValue].map { "\($0) \(PageFlag(flag, parameters).word)" }
    }
    return "\(doing). \(collection.flagged) of \(patients) patients need a look: "
      + flags.joined(separator: ", ") + "."
  }

  var figures: [PageFigure] {
    [pooledFigure, meanFigure, reachingFigure, persistingFigure, flaggedFigure].compactMap(\.self)
  }

  private var pooledFigure: PageFigure {
    let counts = row?.pooled
    return PageFigure(
      "Pooled ratio", TextTable.percent(pooled),
      note: counts.map {
        "\(PageWords.amount($0.amount(numerator))) of \(PageWords.amount($0.expected)) due"
      } ?? "",
      definition: "What all patients did together, over what was due of all of them: who has more "
        + "to do weighs more.")
  }

  private var meanFigure: PageFigure {
    let interval = Interval.mean(
      of: row.map { Array($0.ratios) } ?? [], level: parameters.confidence)
    return PageFigure(
      "Mean of the patients", TextTable.percent(row?.mean),
      note: PageWords.between(interval.value, level: parameters.confidence),
      definition: "The mean of the patients' own ratios, each weighing the same, with the interval "
        + "of the mean by Student's t.")
  }

  private var reachingFigure: PageFigure {
    let (reaching, all) = (row?.reaching ?? 0, row?.ratios.count ?? 0)
    let interval = ProportionIntervals(level: parameters.confidence).wilson(reaching, of: all)
    return PageFigure(
      "At \(threshold) % or above", TextTable.percent(row?.reachingShare),
      note: "\(reaching) of \(all) patients; "
        + PageWords.between(interval.value, level: parameters.confidence),
      definition: "The share of the patients with a ratio whose ratio is \(threshold) % or more, "
        + "decided on whole numbers, with Wilson's interval.")
  }

  private var persistingFigure: PageFigure? {
    guard let task, task.whole.followed > 0 else { return nil }
    let began = task.whole.followed
    let going = began - task.whole.discontinued
    return PageFigure(
      "Not discontinued: \(task.task.isolated)", TextTable.percent(Double(going) / Double(began)),
      note: "\(going) of \(began) who began and can be judged",
      definition:
        "Of the patients who began, and were observed for \(parameters.gapDays) days of the plan or longer, the share "
        + "that was not seen to stop: no \(parameters.gapDays) days of the plan without an event. A stop within the last "
        + "\(parameters.gapDays) days cannot be seen yet. The curve of persistence shows when the others stopped."
    )
  }

  private var flaggedFigure: PageFigure {
    PageFigure(
      "Need a look", "\(collection.flagged)", note: "of \(patients) patients",
      definition: "Patients with a flag; what the flags mean stands below the table of patients.")
  }
}
