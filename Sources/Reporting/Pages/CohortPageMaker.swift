import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// Creates the page of a cohort, and the files of its charts.
struct CohortPageMaker {
  private let report: CohortReport
  private let charts: CohortCharts
  private let collection: PageCollection
  private let flags: ReportFlags
  /// The listed patients.
  private let patients: [PatientFacts]
  private let frame: ReportHeader
  private let parameters: MeasureParameters
  /// The names of the report's files; `nil` for a self-contained page.
  private let names: [String]?

  /// Creates the maker; `nil` if the report has no page.
  init?(
    _ report: CohortReport, _ statistics: CohortStatistics?, _ frame: ReportHeader,
    _ parameters: MeasureParameters, files names: [String]?
  ) {
    guard let charts = CohortCharts(report, statistics, report.byPeriod.periods.range, frame),
      let collection = report.part.page, let flags = report.flags
    else {
      return nil
    }
    (self.report, self.charts, self.collection) = (report, charts, collection)
    (self.flags, patients) = (flags, collection.patients(flags.trendP))
    (self.frame, self.parameters, self.names) = (frame, parameters, names)
  }

  /// The page and the files of its charts, by path in the report's folder.
  var files: [ReportFile] {
    let pictures = pictures
    var files = [ReportFile(PagePath.page, page(pictures.map(\.picture)).bytes)]
    if style != nil { files.append(ReportFile(PagePath.style, PageAssets.style)) }
    return files + data.files(of: pictures.map(\.chart), in: PagePath.charts)
  }

  /// The files with the data of charts; none beside a self-contained page.
  private var data: PageData { names == nil ? .none : frame.parameters.pageData }

  /// The path of the style sheet, if it is shared with pages of patients.
  private var style: String? {
    names == nil || frame.parameters.patientPages == .none ? nil : PagePath.style
  }

  /// The page without links to files or patients' pages.
  var page: [UInt8] { page(pictures.map(\.picture)).bytes }

  private func page(_ pictures: [PagePicture]) -> CohortPage {
    let figures = CohortFigures(
      report, charts.statistics, parameters, flags, mainTask: frame.parameters.mainTask)
    var page = CohortPage(
      overview: PageOverview(
        "Adherence of \(PageWords.count(report.patients, "patient"))", frame.subtitle,
        lostData + figures.answer,
        report.problems))
    page.overview.figures = figures.figures
    page.overview.groups =
      figures.task.map { GroupTrends(of: $0, named: figures.taskTitle, report.byPeriod) }
      ?? GroupTrends()
    page.overview.pictures = pictures
    let pages = collection.withPages(frame.parameters.patientPages, flags.trendP)
    let tasks = tasks
    page.tasks = tasks.map { report.part.titles[$0] }
    page.patients = patients.map {
      PatientLine(
        $0, tasks: tasks, hasPage: names != nil && pages?.contains($0.id) ?? true, parameters)
    }
    page.patientCount = report.patients
    page.flaggedCount = flags.patients
    page.coverage = coverage
    page.flags = PatientFlag.allCases.map { PageFlag($0, parameters) }
    page.overview.quality = QualityLines.lines(of: report, collection.unscheduled)
    page.overview.definitions = frame.facts
    page.overview.files = (names ?? []).filter { $0 != PagePath.page }.map { PageFile($0, $0) }
    page.style = style
    return page
  }

  /// The tasks of most patients, in the order of their ids; none if there is one only, whose ratio is that of the
  /// patient.
  private var tasks: [String] {
    let all = patients.reduce(into: [String: Int]()) { counts, patient in
      for task in patient.taskRatios.keys { counts[task, default: 0] += 1 }
    }
    guard all.count > 1 else { return [] }
    let ordered = all.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return ordered.prefix(CohortPageMaker.taskLimit).map(\.key).sorted()
  }

  /// The maximum number of tasks in the table of patients.
  private static let taskLimit = 4

  /// The sentence shown first if data were rejected; otherwise empty.
  private var lostData: String {
    let outcomes = report.counts.outcomes
    guard outcomes.rejected > 0 else { return "" }
    let lost = report.patientsRejected
    let patients =
      lost > 0 ? ", and all of \(PageWords.count(lost, "patient")), who have no ratio" : ""
    return
      "\(PageWords.amount(outcomes.rejected)) of \(PageWords.amount(outcomes.read)) outcomes were rejected\(patients). "
  }

  /// A sentence on the patients in the table, and on those with a page.
  private var coverage: String {
    let shown = patients.count
    let table =
      shown < report.patients
      ? "The table has the \(shown) patients who most need attention; all are in the report's files."
      : "The table has all patients, those who most need attention first."
    return switch frame.parameters.patientPages {
    case .all: table + " Each has a page."
    case .flagged:
      table + " Pages are made for the flagged of the table only: "
        + "\(collection.withPages(.flagged, flags.trendP)?.count ?? 0)."
    case .none: table + " No pages of single patients are made."
    }
  }

  /// The maximum number of charts of one kind.
  private static let pictureLimit = 24

  /// The charts, with the named charts for their files.
  private var pictures: [(picture: PagePicture, chart: NamedChart)] {
    let selections: [(String, ChartKind)] = [
      ("Over time", .ribbon), ("Patients by ratio", .distribution), ("Persistence", .survival),
      ("Patients, period by period", .lasagna), ("Groups side by side", .groups),
      ("What was recorded", .values),
    ]
    return selections.flatMap { heading, kind in
      let own = charts.charts(kind).prefix(CohortPageMaker.pictureLimit)
      return own.map { chart in
        (
          PagePicture(
            PageName.file(for: chart.name),
            own.count > 1 ? "\(heading): \(chart.chart.title)" : heading, chart.chart,
            files: data.links(to: chart, in: PagePath.charts)), chart
        )
      }
    }
  }
}

/// The counts of rejected, questionable and unscheduled data.
enum QualityLines {
  static func lines(
    of report: CohortReport, _ counts: UnscheduledCounts
  ) -> [QualityLine] {
    records(report.counts) + unscheduled(counts) + occurrences(report) + kinds(report.problems)
  }

  private static func unscheduled(_ counts: UnscheduledCounts) -> [QualityLine] {
    [
      QualityLine(
        "extra outcomes", counts.extra,
        "unscheduled: in the time of an occurrence that has an outcome already"),
      QualityLine(
        "unmatched outcomes", counts.unmatched, "unscheduled: in the time of no occurrence"),
      QualityLine(
        "outcomes in a hold", counts.held, "unscheduled: what they would be of is onHold"),
      QualityLine(
        "outcomes outside observation", counts.unobserved,
        "unscheduled: on days on which the patient is not observed"),
      QualityLine(
        "orphaned outcomes", counts.orphaned,
        "unscheduled: their key names an occurrence that the plan does not have"),
    ]
  }

  private static func records(_ counts: RecordCounts) -> [QualityLine] {
    let all: [(String, ReadCount)] = [
      ("patients", counts.patients), ("tasks", counts.tasks), ("outcomes", counts.outcomes),
      ("holds", counts.holds), ("care plans", counts.carePlans), ("contacts", counts.contacts),
      ("named events", counts.namedEvents),
    ]
    return all.flatMap { name, count in
      [
        QualityLine(
          "\(name) rejected", count.rejected,
          "of \(PageWords.amount(count.read)) read; with an error, as if not there"),
        QualityLine(
          "\(name) with warnings", count.withWarnings,
          "of \(PageWords.amount(count.read)) read; kept as they are"),
      ]
    }.filter { $0.count > 0 }
  }

  private static func occurrences(_ report: CohortReport) -> [QualityLine] {
    guard let counts = report.whole.rows.first(where: { $0.group == nil && $0.scope == .total })
    else { return [] }
    return [
      QualityLine(
        "dropped events", counts.pooled.eventsTooSoon,
        "sooner after the last kept one than the task allows"),
      QualityLine(
        "values not credited", counts.pooled.uncredited, "in units that no target has"),
      QualityLine(
        "occurrences onHold", counts.pooled.onHold, "in a hold, and in no ratio"),
      QualityLine(
        "occurrences pending", counts.pooled.pending, "their time is not over"),
      QualityLine(
        "patients without anything due", counts.patientsWithoutRatio, "they have no ratio"),
    ]
  }

  private static func kinds(_ problems: ProblemLog) -> [QualityLine] {
    problems.kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { kind, count in
      QualityLine("problem: \(kind)", count, "listed in report.json; `regimen check` lists all")
    }
  }
}
