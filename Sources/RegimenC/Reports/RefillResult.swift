import AdherenceAnalytics
import Arrow
import Charts
import Diagnostics
import Interchange
import Reporting
import Scheduling

/// The report of fills.
struct RefillResult: ReportResult {
  private let dataset: RefillDataset
  private let report: RefillReport
  private let measures: ColumnTable

  init(of dataset: RefillDataset, _ parameters: RefillParameters, _ run: Run?) throws {
    try dataset.requireFew(
      upTo: parameters.rejectionLimit, allowsLostPatients: parameters.allowsLostPatients)
    self.dataset = dataset
    do {
      (report, measures) = try RefillReport.columns(
        of: dataset, parameters.request(of: dataset)
      ) { run?.cancellation.isCancelled ?? false }
    } catch {
      if run?.cancellation.isCancelled == true { throw CancellationError() }
      throw error
    }
  }

  func table(_ name: String) throws -> ColumnTable {
    switch name {
    case "measures": return measures
    case "problems": return report.problems.table
    default:
      throw InputError(
        .notOneOf(text: name, allowed: ["measures", "problems"]), parameter: "table")
    }
  }

  // Safe: options are read before it returns.
  func text(_ name: String, _ options: UnsafePointer<CChar>?) throws -> [UInt8] {
    if name == "chart" { return try chart(ChartParameters(options)) }
    guard let text = RefillResult.texts[name] else {
      throw InputError(
        .notOneOf(text: name, allowed: (RefillResult.texts.keys + ["chart"]).sorted()),
        parameter: "name")
    }
    _ = try NoOptions(options)
    return text(self)
  }

  private static let texts: [String: @Sendable (RefillResult) -> [UInt8]] = [
    "summary": { Array($0.report.json.utf8) },
    "cohort": { result in
      let heading = result.report.heading(
        options: "an end or a column 'observedTo' says otherwise")
      return Array((heading + RefillText(result.report).text).utf8)
    },
    "page": { $0.report.page(of: $0.dataset) },
  ]

  private func chart(_ parameters: ChartParameters) throws -> [UInt8] {
    let kind: RefillChart = try parameters.kind()
    let charts = RefillCharts(dataset, report.request)
    return try parameters.writer.bytes(of: charts.chart(kind, of: parameters.patient))
  }
}
