import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Interchange

/// The figures at the top of the page of refills.
struct RefillFigures {
  private let report: RefillReport
  private let collection: RefillCollection
  /// The values of the first measure, of the first class.
  private let line: RefillSummary.Line?

  init(_ report: RefillReport, _ collection: RefillCollection) {
    (self.report, self.collection) = (report, collection)
    line = collection.summary.lines.first
  }

  private var measure: String { collection.measure.rawValue }
  private var threshold: String { collection.summary.threshold.percentText }

  /// How the cohort is doing.
  var answer: String {
    guard let line, line.count > 0 else { return "No patient has a value of \(measure)." }
    let whose = line.drugClass.map { " of \(RefillText.name($0).isolated)" } ?? ""
    return
      "The mean of \(measure)\(whose) is \(TextTable.percent(line.mean.value)), and "
      + "\(line.reaching) of \(PageWords.count(line.count, "patient")) reach \(threshold) %."
  }

  var figures: [PageFigure] {
    [fillsFigure] + means + [reachingFigure, adherentFigure, persistenceFigure].compactMap(\.self)
  }

  private var fillsFigure: PageFigure {
    let stays = report.counts.stays
    return PageFigure(
      "Fills", "\(report.counts.usedFills)",
      note: "of \(PageWords.count(report.patients, "patient")); "
        + PageWords.count(stays.read - stays.setAside, "stay"),
      definition: "The fills that could be read, of all dates and classes.")
  }

  /// The first measures of the table.
  private var means: [PageFigure] {
    report.summary.lines.prefix(4).map { line in
      let missing = line.missing.values.reduce(0, +)
      return PageFigure(
        "Mean of \(line.measure.rawValue)\(whose(line))", TextTable.percent(line.mean.value),
        note: "median \(TextTable.percent(line.median.value)); \(line.count) \(values)"
          + (missing > 0 ? ", \(missing) missing" : ""),
        definition: RefillDefinitions.words[line.measure] ?? "")
    }
  }

  /// The class that a figure is of, behind its name; nothing where classes are not told apart.
  private func whose(_ line: RefillSummary.Line) -> String {
    line.drugClass.map { ", \(RefillText.name($0).isolated)" } ?? ""
  }

  /// What the rows of the table are, each of which has a value.
  private var values: String {
    switch report.request.part {
    case .observation: "values"
    case .windows: "windows"
    case .episodes: "episodes"
    }
  }

  private var reachingFigure: PageFigure? {
    line.map { line in
      PageFigure(
        "\(measure) at \(threshold) % or above\(whose(line))",
        TextTable.percent(line.reachingShare.value),
        note: "\(line.reaching) of \(PageWords.count(line.count, "patient"))",
        definition: "The share of the patients with a value whose value is \(threshold) % or more.")
    }
  }

  private var adherentFigure: PageFigure? {
    guard let line, line.eligible > 0 else { return nil }
    return PageFigure(
      "Adherent of the eligible\(whose(line))", TextTable.percent(line.adherentShare.value),
      note: "\(line.adherent) of \(line.eligible)",
      definition:
        "Of the patients whose fill dates and days of treatment reach the fewest that are "
        + "asked for, the share at \(threshold) % or above, as quality programmes count it.")
  }

  private var persistenceFigure: PageFigure? {
    let followUps = collection.followUps.sorted { $0.key < $1.key }.flatMap(\.value)
    guard !followUps.isEmpty else { return nil }
    let median = SurvivalCurve(followUps).median.time.value
    return PageFigure(
      "Median persistence", median.map { "\(PageWords.amount($0)) days" } ?? PageText.none,
      note: "\(followUps.count { $0.hasEvent }) of \(followUps.count) first episodes ended",
      definition:
        "The time by which half of the first treatment episodes have ended, by Kaplan and "
        + "Meier: with \(report.request.query.episodes.words). An end is seen once "
        + "the permissible gap has passed, so that follow-up is censored that long before its end.")
  }
}
