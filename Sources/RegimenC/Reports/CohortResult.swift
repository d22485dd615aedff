import AdherenceAnalytics
import Arrow
import Diagnostics
import Reporting
import Scheduling

/// The report of a cohort.
struct CohortResult: ReportResult {
  private let report: ColumnReport
  /// Whether the days of the data replace days missing from the options.
  private let areDaysOfData: Bool

  init(of source: some CohortSource, _ parameters: CohortParameters) throws {
    var parameters = parameters
    let query = try parameters.query(of: source)
    report = try ColumnReport(of: source, query, parameters.contents, parameters.options)
    areDaysOfData = parameters.start == nil || parameters.end == nil
  }

  /// Merges exported parts (the text `part` of other reports).
  init(merging parts: [[UInt8]], jobs: Int) throws(InputError) {
    report = try ColumnReport(merging: parts, jobs: jobs)
    areDaysOfData = false
  }

  func table(_ name: String) throws -> ColumnTable { try report.table(name) }

  // Safe: options are read before it returns.
  func text(_ name: String, _ options: UnsafePointer<CChar>?) throws -> [UInt8] {
    if name == "chart" { return try chart(ChartParameters(options)) }
    guard let text = CohortResult.texts[name] else {
      throw InputError(
        .notOneOf(text: name, allowed: (CohortResult.texts.keys + ["chart"]).sorted()),
        parameter: "name")
    }
    _ = try NoOptions(options)
    return try text(self)
  }

  private static let texts: [String: @Sendable (CohortResult) throws -> [UInt8]] = [
    "statistics": { result in
      guard let text = result.report.statistics else {
        throw InputError(.noSuch(kind: "table of the report", id: "statistics"), parameter: "name")
      }
      return Array(text.utf8)
    },
    "summary": { Array(try $0.report.summary().utf8) },
    "cohort": { Array($0.report.text(areDaysOfData: $0.areDaysOfData).utf8) },
    "page": { try $0.report.page() },
    "part": { try $0.report.part() },
  ]

  private func chart(_ parameters: ChartParameters) throws -> [UInt8] {
    let days = report.cohort.byPeriod.periods.range
    let charts = try report.charts(parameters.selection(comparedWith: days))
    guard let chart = charts.first else {
      throw InputError(
        .noSuch(kind: "chart of the report", id: parameters.name ?? ""), parameter: "chart")
    }
    return try parameters.writer.bytes(of: chart.chart)
  }
}
