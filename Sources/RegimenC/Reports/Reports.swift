import Arrow
public import CArrow
public import CRegimen
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
    return Report(try CohortResult(merging: bytes, jobs: parameters.options.jobs))
  }
}
