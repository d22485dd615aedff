import AdherenceAnalytics
import Arrow
import Reporting
import Scheduling

/// The report of a cohort.
struct CohortAnswer: Answer {
  private let report: ColumnReport

  /// Evaluates a cohort.
  init(of source: some CohortSource, _ question: Question) throws {
    var question = question
    let query = try question.query(of: source)
    report = try ColumnReport(of: source, query, question.contents, question.options)
  }

  /// Merges what has been handed out as `part`.
  init(merging parts: [[UInt8]], jobs: Int) throws(InputError) {
    report = try ColumnReport(merging: parts, jobs: jobs)
  }

  func table(_ name: String) throws -> ColumnTable { try report.table(name) }

  // Safe: options are read before it returns.
  func text(_ name: String, _ options: UnsafePointer<CChar>?) throws -> [UInt8] {
    if name == "chart" { return try chart(ChartQuestion(options)) }
    guard let text = CohortAnswer.texts[name] else {
      throw InputError(
        .notOneOf(text: name, allowed: (CohortAnswer.texts.keys + ["chart"]).sorted()),
        parameter: "name")
    }
    try NoOptions.read(options)
    return try text(report)
  }

  private static let texts: [String: @Sendable (ColumnReport) throws -> [UInt8]] = [
    "statistics": { report in
      guard let text = report.statistics else {
        throw InputError(.noSuch(kind: "table of the report", id: "statistics"), parameter: "name")
      }
      return Array(text.utf8)
    },
    "summary": { Array(try $0.summary().utf8) },
    "cohort": { Array($0.text.utf8) },
    "page": { try $0.page() },
    "part": { try $0.part() },
  ]

  private func chart(_ question: ChartQuestion) throws -> [UInt8] {
    let days = report.cohort.byPeriod.periods.range
    let charts = try report.charts(question.selection(comparedWith: days))
    guard let chart = charts.first else {
      throw InputError(
        .noSuch(kind: "chart of the report", id: question.name ?? ""), parameter: "chart")
    }
    return try question.writer.bytes(of: chart.chart)
  }
}
