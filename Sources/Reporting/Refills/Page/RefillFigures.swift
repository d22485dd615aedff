import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Interchange

/// The figures at the top of the page of refills.
struct RefillFigures {
  private let report: RefillReport
  private let collection: RefillCollection
  /// The values of the first measure, for the first drugs or classes.
  private let lines: [RefillSummary.Line]
  private static let limit = 4

  init(_ report: RefillReport, _ collection: RefillCollection) {
    (self.report, self.collection) = (report, collection)
    lines = Array(collection.summary.lines.prefix(RefillFigures.limit))
  }

  private var measure: String { collection.measure.rawValue }
  private var threshold: String { collection.summary.threshold.percentText }

  /// A sentence for each of the first drugs or classes, and the number of the others.
  var answer: String {
    let known = lines.filter { $0.count > 0 }
    if known.isEmpty { return "No patient has a value of \(measure)." }
    let others = collection.summary.lines.count - lines.count
    let rest = others > 0 ? ["\(others) more are in the table."] : []
    return (known.map(sentence) + rest).joined(separator: " ")
  }

  private func sentence(_ line: RefillSummary.Line) -> String {
    let whose = line.unit.name.map { " of \($0.isolated)" } ?? ""
    return
      "The mean of \(measure)\(whose) is \(TextTable.percent(line.mean.value)), and "
      + "\(line.reaching) of \(PageWords.count(line.count, "patient")) reach \(threshold) %."
  }

  var figures: [PageFigure] {
    [fillsFigure] + means + lines.map(reachingFigure) + lines.compactMap(adherentFigure)
      + persistenceFigures
  }

  private var fillsFigure: PageFigure {
    let stays = report.counts.stays
    return PageFigure(
      "Fills", PageWords.amount(report.counts.usedFills),
      note: "of \(PageWords.count(report.patients, "patient")); "
        + PageWords.count(stays.read - stays.rejected, "stay"),
      definition: "The fills that could be read, of all dates and classes.")
  }

  /// The figures of the first lines of the table.
  private var means: [PageFigure] {
    report.summary.lines.prefix(RefillFigures.limit).map { line in
      let missing = line.missing.values.reduce(0, +)
      return PageFigure(
        "Mean of \(line.measure.rawValue)\(whose(line.unit))", TextTable.percent(line.mean.value),
        note:
          "median \(TextTable.percent(line.median.value)); \(PageWords.amount(line.count)) \(values)"
          + (missing > 0 ? ", \(missing) missing" : ""),
        definition: RefillDefinitions.words[line.measure] ?? "")
    }
  }

  /// Returns the suffix with the drug or class of a figure; empty for all fills.
  private func whose(_ unit: RefillUnit) -> String { unit.name.map { ", \($0.isolated)" } ?? "" }

  /// The noun for the rows of the table that have a value.
  private var values: String {
    switch report.request.part {
    case .observation: "values"
    case .windows: "windows"
    case .episodes: "episodes"
    }
  }

  private func reachingFigure(_ line: RefillSummary.Line) -> PageFigure {
    PageFigure(
      "\(measure) at \(threshold) % or above\(whose(line.unit))",
      TextTable.percent(line.reachingShare.value),
      note: "\(line.reaching) of \(PageWords.count(line.count, "patient"))",
      definition: "The share of the patients with a value whose value is \(threshold) % or more.")
  }

  private func adherentFigure(_ line: RefillSummary.Line) -> PageFigure? {
    guard line.eligible > 0 else { return nil }
    return PageFigure(
      "Adherent of the eligible\(whose(line.unit))", TextTable.percent(line.adherentShare.value),
      note: "\(line.adherent) of \(line.eligible)",
      definition:
        "Of the patients whose fill dates and days of treatment reach the fewest that are "
        + "asked for, the share at \(threshold) % or above, as quality programmes count it.")
  }

  private var persistenceFigures: [PageFigure] {
    collection.followUps.sorted { $0.key < $1.key }.prefix(RefillFigures.limit)
      .map { persistenceFigure($0.value, of: $0.key) }
  }

  private func persistenceFigure(_ followUps: [FollowUp], of unit: RefillUnit) -> PageFigure {
    let median = SurvivalCurve(followUps).median.time.value
    return PageFigure(
      "Median persistence\(whose(unit))",
      median.map { "\(PageWords.amount($0)) days" } ?? PageText.none,
      note: PageWords.amount(followUps.count { $0.hasEvent })
        + " of \(PageWords.amount(followUps.count)) first episodes ended",
      definition:
        "The time by which half of the first treatment episodes have ended, by Kaplan and "
        + "Meier: with \(report.request.query.episodes.words). An end is seen once "
        + "the permissible gap has passed, so that follow-up is censored that long before its end.")
  }
}
