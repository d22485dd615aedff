import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Diagnostics
import Scheduling

/// Creates the pages of patients.
final class PageWorker: BlockWorker {
  private let maker: PatientFactsMaker
  private let contents: ReportContents
  private let statistics: MeasureEvaluator
  private let source: ChartSource
  private let data: PageData
  private var evaluator: AdherenceEvaluator
  private var files: [ReportFile] = []

  init(_ task: ReportTask) {
    contents = task.contents
    let parameters = contents.parameters
    maker = PatientFactsMaker(task.query, parameters)
    statistics = MeasureEvaluator(parameters, groups: MeasureGroup.ofPages)
    source = ChartSource(ReportHeader(task))
    data = contents.pageData
    evaluator = AdherenceEvaluator(task.query)
  }

  func add(_ entry: CohortEntry) {
    let entry = entry.withoutLostData
    let compiled = CompiledRecord(entry.record, evaluator.query)
    let charts = PatientCharts(compiled, &evaluator, statistics)
    let flags = PatientFlags(
      of: entry.record, charts.measures, evaluator.query, contents.parameters,
      mainTask: contents.mainTask)
    let facts = maker.facts(of: entry.record, charts.adherence, charts.measures, flags)
    files +=
      PatientPageFiles(
        entry.examined(compiled), facts, compiled.query,
        (consume charts).onPlannedDays(&evaluator, statistics), source, data
      ).files
  }

  var size: Int { files.reduce(0) { $0 + $1.bytes.count } }

  func take() -> [ReportFile] {
    defer { files = [] }
    return files
  }
}

/// The page of one patient, and the files of its charts.
struct PatientPageFiles {
  /// The files, by path in the report's folder.
  let files: [ReportFile]

  /// Creates the page of a query, with charts of the planned days, and the files of their data.
  init(
    _ entry: CohortEntry, _ facts: PatientFacts, _ query: AdherenceQuery, _ charts: PatientCharts,
    _ source: ChartSource, _ data: PageData
  ) {
    var draft = PatientPageDraft(entry, facts, query, charts, data)
    draft.addSections(of: charts)
    let page = ReportFile(PagePath.page(of: facts.id), draft.page.bytes)
    let named = draft.charts.map { $0.from(source.over(charts.query.range), patient: facts.id) }
    files = [page] + data.files(of: named, in: PagePath.folder(of: facts.id))
  }
}

/// A patient's page under construction.
private struct PatientPageDraft {
  private(set) var page: PatientPage
  /// The charts for the files.
  private(set) var charts: [NamedChart] = []
  private let record: CareRecord
  private let data: PageData
  /// The name of the folder of the data, relative to the page.
  private let folder: String

  init(
    _ entry: CohortEntry, _ facts: PatientFacts, _ query: AdherenceQuery, _ charts: PatientCharts,
    _ data: PageData
  ) {
    (record, self.data, folder) = (charts.record, data, PageName.file(for: facts.id))
    page = PatientPage(
      name: facts.name ?? facts.id, subtitle: charts.span,
      index: "../../\(PagePath.page)", style: "../../\(PagePath.style)")
    page.facts = PageFact.facts(of: charts.summary)
    let flags = facts.believing(TaskFlag.singleP).flags
    page.flags = flags.map { PageFlag($0, charts.parameters, isTested: false) }
    page.figures = PatientFigures(facts, charts.summary, charts.parameters).figures
    page.tasks = zip(charts.tasks, charts.summary.tasks).map { own, summary in
      TaskLine(
        own, summary, query.numerator, charts.parameters, flags.filter { $0.task == own.task.id })
    }
    page.holds = record.holds.map { HoldLine($0, in: record) }
    page.problems = (entry.problems + charts.problems).map(\.description)
  }

  /// Adds the charts of all tasks together, then those of each task.
  mutating func addSections(of charts: PatientCharts) {
    let whole: [(String, ChartData?)] = [
      ("Treatment", try? charts.chart(.swimmer)), ("By period", try? charts.chart(.bars)),
    ]
    let pictures = whole.compactMap { heading, chart in
      chart.map { picture(heading, NamedChart($0)) }
    }
    page.sections.append(PageSection("All tasks", pictures))
    for own in charts.tasks {
      var pictures: [PagePicture] = []
      for (heading, kind) in [("Calendar", ChartKind.calendar), ("Chronology", .chronology)] {
        guard let chart = try? charts.chart(kind, of: own) else { continue }
        pictures.append(picture(heading, NamedChart(chart, task: own.task.id)))
      }
      pictures += charts.valueCharts(of: own).map { picture("Values", $0) }
      page.sections.append(
        PageSection(own.title, text: own.task.instructions ?? "", pictures))
    }
  }

  private mutating func picture(_ heading: String, _ chart: NamedChart) -> PagePicture {
    charts.append(chart)
    return PagePicture(
      "c\(charts.count)", heading, chart.chart,
      files: data.links(to: chart, in: folder))
  }
}

/// The figures at the top of a patient's page.
struct PatientFigures {
  let facts: PatientFacts
  let summary: PatientSummary
  let parameters: MeasureParameters

  init(_ facts: PatientFacts, _ summary: PatientSummary, _ parameters: MeasureParameters) {
    (self.facts, self.summary, self.parameters) = (facts, summary, parameters)
  }

  var figures: [PageFigure] { [ratio, streak, perfectDays, missed] }

  private var ratio: PageFigure {
    PageFigure(
      "Ratio", TextTable.percent(facts.ratio),
      note: facts.missing?.words
        ?? PageWords.between(facts.interval, level: parameters.confidence),
      definition:
        "What was done of what was due, over all tasks that count, with an interval by blocks of weeks, "
        + "which allows for misses that come in runs.")
  }

  private var streak: PageFigure {
    let longest = summary.perfectDays.longest.map(words) ?? "none"
    let definition =
      hasQuotasAlone
      ? "Periods in a row in which quotas were met; those in a hold neither count nor break it."
      : "Days in a row on which all that was due was done, a quota on the last day of its period; "
        + "days in a hold or without anything due neither count nor break it, so that due days need not "
        + "be neighbours."
    if let end = summary.planEnd {
      return PageFigure(
        "Longest streak", longest,
        note: "\(summary.isObservationOver ? "observation" : "the plan") ended on \(end.words)",
        definition: definition)
    }
    let current =
      summary.perfectDays.current.map(words) ?? (hasQuotasAlone ? "0 periods" : "0 days")
    return PageFigure(
      "Current streak", facts.streak == nil ? "–" : current, note: "longest: \(longest)",
      definition: definition)
  }

  /// Whether the patient has quotas only, so that streaks count periods.
  private var hasQuotasAlone: Bool { summary.total.due == 0 && summary.total.quota.periods > 0 }

  /// Returns the length of a streak as text.
  private func words(_ run: Streak) -> String {
    hasQuotasAlone ? PageWords.count(run.length, "period") : run.words
  }

  private var perfectDays: PageFigure {
    let (days, quota) = (summary.perfectDays, summary.total.quota)
    if hasQuotasAlone {
      return PageFigure(
        "Quotas met", TextTable.percent(Double(quota.met) / Double(quota.periods)),
        note: "\(quota.met) of \(PageWords.count(quota.periods, "period"))",
        definition: "The periods of quotas in which as much was done as was asked for.")
    }
    let due = days.successes + days.misses
    return PageFigure(
      "Complete days",
      TextTable.percent(due == 0 ? nil : Double(days.successes) / Double(due)),
      note: "\(days.successes) of \(PageWords.count(due, "due day"))",
      definition:
        "The days on which all that was due was done, of those on which anything was due and that can "
        + "be judged; a quota is due on the last day of its period.")
  }

  /// Formats the length of a run, as `each of the last 3 days` or `the last day`.
  private static func all(_ run: String, of last: String) -> String {
    run.hasPrefix("1 ") ? "the \(last) \(run.dropFirst(2))" : "each of the \(last) \(run)"
  }

  private var missed: PageFigure {
    let run = summary.perfectDays.currentMissed.map(words)
    let last = summary.planEnd == nil ? "last" : "plan's last"
    let each = hasQuotasAlone ? "in" : "on"
    return PageFigure(
      "Missed", PageWords.amount(summary.total.missedWithQuotas),
      note: run.map { "\(each) \(PatientFigures.all($0, of: last))" } ?? "",
      definition:
        "Occurrences whose time is over and of which nothing was recorded, and what quotas lack in "
        + "periods that are over.")
  }
}

// The files of a chart beside a page.
extension PageData {
  private var formats: [ChartFormat] {
    switch self {
    case .none: []
    case .csv: ChartFormat.csv.withSidecar
    case .all: [.vegaLite, .csv]
    }
  }

  /// Returns the links to the files of a chart, with paths relative to the page.
  func links(to chart: NamedChart, in folder: String) -> [PageFile] {
    formats.map { PageFile($0.word, "\(folder)/\(chart.name)\($0.suffix)") }
  }

  /// Returns the files of charts, with paths in the report's folder.
  func files(of charts: [NamedChart], in folder: String) -> [ReportFile] {
    charts.map(\.withSubject).flatMap { chart in
      formats.map { ReportFile("\(folder)/\(chart.name)\($0.suffix)", chart.bytes(as: $0)) }
    }
  }
}

extension NamedChart {
  /// Encodes the rows, or a specification that refers to the file with the rows beside it.
  fileprivate func bytes(as format: ChartFormat) -> [UInt8] {
    switch format {
    case .csv: chart.csvBytes()
    case .metadata: Array(chart.metadata().utf8)
    default: chart.vegaLiteBytes(rows: .url(name + ChartFormat.csv.suffix))
    }
  }
}

/// The paths of a report's pages in its folder.
enum PagePath {
  /// The name of the cohort's page.
  static let page = "index.html"
  /// The folder of all other page files.
  static let folder = "pages"
  /// The style sheet of all pages, if there are pages of patients.
  static let style = "\(folder)/style.css"
  /// The folder of the patients' pages.
  static let patients = "\(folder)/patients"
  /// The folder of the cohort's chart data.
  static let charts = "\(folder)/charts"

  /// Returns the path of a patient's page.
  static func page(of patient: String) -> String { folder(of: patient) + PageName.ending }

  /// Returns the folder of a patient's chart data, beside the page.
  static func folder(of patient: String) -> String { "\(patients)/\(PageName.file(for: patient))" }
}

/// A file of a report's pages, with its path in the report's folder.
struct ReportFile: Sendable {
  var path: String
  var bytes: [UInt8]

  init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
