import AdherenceAnalytics
import Arrow
public import CArrow
public import CRegimen
import Charts
import Diagnostics
import Interchange
import Reporting
import Scheduling

// Safe: names and options are texts that end with a zero, read before the call returns; parts have
// as many bytes as the caller counts, and are copied.

/// See `regimen.h`.
@c @implementation
public func regimen_adherence(
  _ data: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ run: OpaquePointer?,
  _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  handOut(report, "report", error) {
    let parameters = try CohortParameters(options, OptionBinding.report, Run.at(run))
    let records = try required(Records.at(data), "data")
    return Report(try CohortResult(of: try records.cohort(), parameters))
  }
}

/// See `regimen.h`.
@c @implementation
public func regimen_refills(
  _ data: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ run: OpaquePointer?,
  _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  handOut(report, "report", error) {
    let parameters = try RefillParameters(options)
    let records = try required(Records.at(data), "data")
    return Report(try RefillResult(of: try records.fills(), parameters, Run.at(run)))
  }
}

/// See `regimen.h`.
@c @implementation
public func regimen_report_table(
  _ report: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<ArrowArrayStream>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  stream(rows, "rows", error) { rows in
    let name = String(cString: try required(name, "name"))
    try required(Report.at(report), "report").result.table(name).export(to: rows)
  }
}

/// See `regimen.h`.
@c @implementation
public func regimen_report_text(
  _ report: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ text: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  handOut(text, "text", error) {
    let name = String(cString: try required(name, "name"))
    return Bytes(try required(Report.at(report), "report").result.text(name, options))
  }
}

/// See `regimen.h`.
@c @implementation
public func regimen_report_free(_ report: OpaquePointer?) { Report.free(report) }

/// See `regimen.h`.
@c @implementation
public func regimen_merge(
  _ parts: UnsafePointer<regimen_span>?, _ count: Int, _ options: UnsafePointer<CChar>?,
  _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  handOut(report, "report", error) {
    let parameters = try CohortParameters(options, OptionBinding.merge)
    let count = try counted(count, "count")
    let spans = UnsafeBufferPointer(
      start: count > 0 ? try required(parts, "parts") : nil, count: count)
    let bytes = try spans.map { span in
      let length = try counted(span.count, "parts.count")
      return Array(
        UnsafeBufferPointer(
          start: length > 0 ? try required(span.start, "parts.start") : nil, count: length))
    }
    return Report(try CohortResult(merging: bytes, parameters))
  }
}

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
  init(merging parts: [[UInt8]], _ parameters: CohortParameters) throws(InputError) {
    report = try ColumnReport(
      merging: parts, hasTotals: parameters.contents.hasTotals, jobs: parameters.options.jobs)
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

/// A report that provides tables and texts by name.
///
/// Safe: options are a text of C, read before the call returns.
protocol ReportResult: Sendable {
  /// Returns the named table.
  func table(_ name: String) throws -> ColumnTable

  /// Returns the named text, rendered with the given options.
  func text(_ name: String, _ options: UnsafePointer<CChar>?) throws -> [UInt8]
}

/// The handle of a report.
final class Report: Handle {
  let result: any ReportResult

  init(_ result: any ReportResult) { self.result = result }
}

/// The handle of a byte string.
///
/// Safe: nothing writes to the copy once it is made, and it is freed with this object.
final class Bytes: Handle {
  let count: Int
  nonisolated(unsafe) let start: UnsafePointer<UInt8>

  /// Copies bytes and appends a terminating zero that does not count.
  init(_ bytes: [UInt8]) {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
    bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { copy.update(from: start, count: source.count) }
    }
    copy[bytes.count] = 0
    (start, count) = (UnsafePointer(copy), bytes.count)
  }

  deinit { start.deallocate() }
}

// Safe: the bytes live as long as their object, which the caller frees.
/// See `regimen.h`.
@c @implementation
public func regimen_bytes_start(_ bytes: OpaquePointer?) -> UnsafePointer<UInt8>? {
  Bytes.at(bytes)?.start
}

/// See `regimen.h`.
@c @implementation
public func regimen_bytes_count(_ bytes: OpaquePointer?) -> Int { Bytes.at(bytes)?.count ?? 0 }

/// See `regimen.h`.
@c @implementation
public func regimen_bytes_free(_ bytes: OpaquePointer?) { Bytes.free(bytes) }
