import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Interchange
import Scheduling

/// Creates the page of a refill report, and the files of its charts.
struct RefillPageMaker {
  private let report: RefillReport
  private let charts: RefillCharts
  private let collection: RefillCollection
  /// The names of the files beside the page; `nil` for a self-contained page.
  private let names: [String]?
  /// The files with the data of charts.
  private let data: PageData

  init(
    _ report: RefillReport, _ collection: RefillCollection, _ charts: RefillCharts,
    files names: [String]?, _ data: PageData = .none
  ) {
    (self.report, self.collection, self.charts) = (report, collection, charts)
    (self.names, self.data) = (names, data)
  }

  /// Returns the charts of the page for a request.
  static func charts(_ request: RefillRequest) -> Set<RefillChart> {
    request.part == .windows ? Set(RefillChart.allCases) : [.distribution, .persistence, .fills]
  }

  /// The page and the files of its charts, by path in the folder.
  var files: [ReportFile] {
    let charts = namedCharts
    let page = ReportFile(PagePath.page, page(charts.map(picture)).bytes)
    return [page] + data.files(of: charts.map(\.chart), in: PagePath.charts)
  }

  /// The page without links to files.
  var page: [UInt8] { page(namedCharts.map(picture)).bytes }

  private func page(_ pictures: [PagePicture]) -> RefillPage {
    let figures = RefillFigures(report, collection)
    var page = RefillPage(
      overview: PageOverview(
        "Refills of \(PageWords.count(report.patients, "patient"))",
        report.request.observationWords, lostData + figures.answer, report.problems))
    page.overview.figures = figures.figures
    let text = RefillText(report)
    page.titles = text.titles
    page.lines = report.summary.lines.map {
      let cells = text.cells($0)
      return PageRow(name: cells[0], cells: Array(cells.dropFirst()))
    }
    page.overview.pictures = pictures
    page.measures = report.request.measures.map(\.rawValue)
    page.patients = patients
    page.patientNote = patientNote
    page.overview.quality = quality
    page.overview.definitions = definitions
    page.overview.files = (names ?? []).map { PageFile($0, $0) }
    return page
  }

  /// The sentence shown first if fills were rejected; otherwise empty.
  private var lostData: String {
    let fills = report.counts.fills
    return fills.rejected > 0 ? "\(fills.rejected) of \(fills.read) fills were rejected. " : ""
  }

  private var quality: [QualityLine] {
    [("fills", report.counts.fills), ("stays", report.counts.stays)].map { name, count in
      QualityLine(
        "\(name) rejected", count.rejected,
        "of \(PageWords.amount(count.read)) read; with an error, as if not there"
      )
    }.filter { $0.count > 0 } + claims.filter { $0.count > 0 }
  }

  private var claims: [QualityLine] {
    let claims = report.counts.claims
    return [
      QualityLine(
        "duplicate rows dropped", claims.duplicates, "each repeats an earlier row in every field"),
      QualityLine("fills reversed", claims.reversals, "each cancelled by a later row"),
      QualityLine("claims not dispensed", claims.notFills, "such as rejected claims"),
    ]
  }
}

// Charts.
extension RefillPageMaker {
  private typealias Named = (heading: String, chart: NamedChart)

  private var namedCharts: [Named] {
    let distributions = charts.distributions(collection)
    var all: [Named] = distributions.prefix(8).map {
      ("Patients by \($0.chart.title)", $0)
    }
    all.append(("Persistence", charts.chart(.persistence, of: collection)))
    if report.request.part == .windows {
      all.append(("Over time", charts.chart(.windows, of: collection)))
    }
    all.append(("The lowest values, fill by fill", charts.chart(.fills, of: collection)))
    return all
  }

  private func picture(_ named: Named) -> PagePicture {
    PagePicture(
      PageName.file(for: named.chart.name), named.heading, named.chart.chart,
      files: data.links(to: named.chart, in: PagePath.charts))
  }
}

// The patients with the lowest values, and definitions.
extension RefillPageMaker {
  private var patients: [PageRow] {
    collection.lowest.map { place, _ in
      let record = report.request.chosen(of: charts.dataset.record(at: place))
      let values = charts.values(of: record).map { _, value in
        PageText.share(value.value, missing: value.reason?.rawValue ?? "")
      }
      return PageRow(
        name: record.patient,
        cells: values + [
          "\(record.fills.count)", record.fills.map(\.date).max()?.description ?? PageText.none,
        ])
    }
  }

  private var patientNote: String {
    let (shown, measure) = (collection.lowest.count, collection.measure.rawValue)
    return shown < report.patients
      ? "The \(shown) of \(PageWords.amount(report.patients)) patients with the lowest \(measure); all are in \(names?.first ?? "the table")."
      : "All patients, those with the lowest \(measure) first."
  }

  private var definitions: [PageFact] {
    let request = report.request
    return [
      PageFact("Observed", request.observationWords),
      PageFact("Supply", "from dispensing records: what patients had, and not what they took"),
      PageFact("Adherent", "\(request.threshold.percentText) % or above"),
      PageFact("An episode ends with", request.query.episodes.words),
    ]
      + request.measures.map { PageFact($0.rawValue, RefillDefinitions.words[$0] ?? "") }
      + report.assumptions.map { PageFact("Assumed", $0) }
      + [PageFact("Made by", "regimen \(Engine.version)")]
  }
}

/// The contents of `index.html` for the supply dispensed to a cohort.
struct RefillPage: Sendable {
  var overview: PageOverview
  /// The column titles of the table of measures.
  var titles: [String] = []
  /// The rows of the table of measures.
  var lines: [PageRow] = []
  /// The column titles of the table of patients.
  var measures: [String] = []
  /// The patients with the lowest values.
  var patients: [PageRow] = []
  /// A note on the patients in the table.
  var patientNote = ""
}

/// A row of a table: its name, and the other columns.
struct PageRow: Sendable {
  var name: String
  var cells: [String]
}

extension RefillPage {
  /// The page as self-contained HTML.
  var bytes: [UInt8] {
    let measures = LinkedSection(id: "measures", heading: "Measures", content: writeMeasures)
    let patients = LinkedSection(id: "patients", heading: "Patients", content: writePatients)
    return HTMLDocument(title: overview.title).bytes(
      overview, measures, self.patients.isEmpty ? nil : patients,
      footer: "The same numbers as files: ")
  }

  private func writeMeasures(to html: inout MarkupWriter) {
    html.table(
      labelledBy: "measures-h", hiddenCaption: "What the values of each measure come to",
      columns: titles.prefix(1).map { PageColumn(.text($0)) }
        + titles.dropFirst().map { .number(.text(PageText.unbroken($0))) }
    ) { html in
      for line in lines {
        html.row(line.name, isIsolated: false) { html in
          for cell in line.cells {
            html.element("td", ["class": "n"]) { $0.isolated(PageText.unbroken(cell)) }
          }
        }
      }
    }
  }

  private func writePatients(to html: inout MarkupWriter) {
    html.line("p", text: patientNote)
    html.table(
      labelledBy: "patients-h", hiddenCaption: "The patients with the lowest values",
      columns: ["Patient"] + measures.map { .number(.text($0)) }
        + [.number("Fills"), .number("Last fill")]
    ) { html in
      for patient in patients {
        html.row(patient.name) { html in
          for cell in patient.cells { html.cell(PageText.unbroken(cell), class: "n") }
        }
      }
    }
  }
}
