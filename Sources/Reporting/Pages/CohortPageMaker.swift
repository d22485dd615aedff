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
    page.overview.pictures = pictures
    let pages = collection.withPages(frame.parameters.patientPages, flags.trendP)
    page.patients = patients.map {
      PatientLine(
        $0, hasPage: names != nil && pages?.contains($0.id) ?? true, parameters)
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

  /// The sentence shown first if data were rejected; otherwise empty.
  private var lostData: String {
    let outcomes = report.counts.outcomes
    guard outcomes.rejected > 0 else { return "" }
    let lost = report.patientsRejected
    let patients =
      lost > 0 ? ", and all of \(PageWords.count(lost, "patient")), who have no ratio" : ""
    return "\(outcomes.rejected) of \(outcomes.read) outcomes were rejected\(patients). "
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
