import CArrow
import CRegimen
import Foundation
import Reporting
import Testing

/// The statuses of functions for invalid and valid arguments.
struct StatusTests {
  @Test func libraryReportsItsVersion() {
    #expect(regimen_abi() == REGIMEN_ABI)
    #expect(regimen_version().map { String(cString: $0) } == Engine.version)
  }

  @Test func nullMayBeFreedAndRead() {
    regimen_error_free(nil)
    regimen_run_free(nil)
    regimen_run_cancel(nil)
    regimen_data_free(nil)
    regimen_report_free(nil)
    regimen_bytes_free(nil)
    #expect(regimen_run_done(nil) == 0 && regimen_bytes_count(nil) == 0)
    #expect(regimen_error_text(nil) == nil && regimen_bytes_start(nil) == nil)
  }

  @Test func rejectsNegativeCounts() {
    var place = OpaquePointer?.none
    let calls: [(String, (Place) -> Int32)] = [
      ("count", { regimen_data_from_tables(nil, -1, nil, &place, $0) }),
      ("count", { regimen_merge(nil, .min, "{}", &place, $0) }),
      (
        "parts.count", { regimen_merge([regimen_span(start: nil, count: -1)], 1, "{}", &place, $0) }
      ),
      ("parts.start", { regimen_merge([regimen_span(start: nil, count: 2)], 1, "{}", &place, $0) }),
    ]
    for (name, function) in calls {
      let refusal = refusal { try call(function) }
      #expect(refusal?.status == REGIMEN_INPUT && place == nil, "\(name)")
      #expect(refusal?.text.hasPrefix("'\(name)' ") == true, "\(refusal?.text ?? name)")
    }
  }

  @Test func nullPointersAreErrors() throws {
    let data = try open("monitoring")
    let report = try evaluate(data, #"{"start": "2025-03-03", "end": "2025-03-10"}"#)
    defer {
      regimen_data_free(data)
      regimen_report_free(report)
    }
    var (place, stream) = (OpaquePointer?.none, ArrowArrayStream())
    let calls: [(String, (Place) -> Int32)] = [
      ("data", { regimen_data_from_path("x", nil, nil, $0) }),
      ("path", { regimen_data_from_path(nil, nil, &place, $0) }),
      ("data", { regimen_adherence(nil, nil, nil, &place, $0) }),
      ("report", { regimen_adherence(data, nil, nil, nil, $0) }),
      ("data", { regimen_refills(nil, nil, nil, &place, $0) }),
      ("data", { regimen_events(nil, nil, nil, &stream, $0) }),
      ("events", { regimen_events(data, nil, nil, nil, $0) }),
      ("schedules", { regimen_expand(nil, nil, nil, &stream, $0) }),
      ("report", { regimen_report_table(nil, "cohort", &stream, $0) }),
      ("name", { regimen_report_table(report, nil, &stream, $0) }),
      ("rows", { regimen_report_table(report, "cohort", nil, $0) }),
      ("name", { regimen_report_text(report, nil, nil, &place, $0) }),
      ("tables", { regimen_data_from_tables(nil, 2, nil, &place, $0) }),
      ("parts", { regimen_merge(nil, 2, nil, &place, $0) }),
    ]
    for (name, function) in calls {
      let refusal = refusal { try call(function) }
      #expect(refusal?.status == REGIMEN_INPUT, "\(name)")
      #expect(refusal?.text.hasPrefix("'\(name)' is missing") == true, "\(refusal?.text ?? name)")
    }
    // The error argument is optional.
    #expect(regimen_adherence(nil, nil, nil, &place, nil) == REGIMEN_INPUT)
  }

  @Test func reportsMissingItems() throws {
    let nowhere = refusal { _ = try handle { regimen_data_from_path("/nowhere", "{}", $0, $1) } }
    #expect(nowhere?.text == "/nowhere: cannot be read: there is no such file or folder")
    #expect(nowhere?.json["source"] as? String == "/nowhere")
    let fills = try open("refills")
    defer { regimen_data_free(fills) }
    #expect(
      refusal { _ = try evaluate(fills, "{}") }?.text.hasPrefix("'patients' is missing") == true)
    let cohort = try open("monitoring")
    defer { regimen_data_free(cohort) }
    let refills = refusal { _ = try handle { regimen_refills(cohort, "{}", nil, $0, $1) } }
    #expect(refills?.text.hasPrefix("'fills' is missing") == true)
  }

  @Test func reportsNameTheirParts() throws {
    let data = try open("monitoring")
    let report = try evaluate(
      data, #"{"start": "2025-03-03", "end": "2025-03-10", "tables": "cohort"}"#)
    defer {
      regimen_data_free(data)
      regimen_report_free(report)
    }
    let table = refusal { _ = try rows(report, "cohrt") }
    #expect(
      table?.text == "'table' cannot be 'cohrt' (did you mean 'cohort'? use cohort, problems)")
    let name = refusal { _ = try text(report, "chrt") }
    #expect(name?.text.hasPrefix("'name' cannot be 'chrt' (did you mean 'chart'?") == true)
    #expect(refusal { _ = try text(report, "statistics") }?.status == REGIMEN_INPUT)
    #expect(refusal { _ = try text(report, "chart") }?.text.hasPrefix("'chart' is missing") == true)
    let size = refusal { _ = try text(report, "chart", #"{"chart": "groups", "width": 9}"#) }
    #expect(size?.text == "'width' must be 120 to 10000 pixels, not '9'")
    #expect(refusal { _ = try text(report, "cohort", #"{"a": 1}"#) }?.status == REGIMEN_INPUT)
  }

  @Test func cancelledRunsEnd() throws {
    let data = try open("monitoring")
    let run = try #require(regimen_run_new())
    defer {
      regimen_data_free(data)
      regimen_run_free(run)
    }
    regimen_run_cancel(run)
    let question = #"{"start": "2025-03-03", "end": "2025-03-10"}"#
    let refusal = refusal { _ = try evaluate(data, question, run) }
    #expect(refusal?.status == REGIMEN_CANCELLED && refusal?.text.contains("cancelled") == true)
    // A stream of a cancelled run fails when it is read.
    var stream = ArrowArrayStream()
    try call { regimen_events(data, question, run, &stream, $0) }
    var array = ArrowArray()
    #expect(stream.get_next(&stream, &array) == ECANCELED && array.release == nil)
    stream.release(&stream)
  }

  @Test func runsReportProgress() throws {
    let data = try open("monitoring")
    let run = try #require(regimen_run_new())
    defer {
      regimen_data_free(data)
      regimen_run_free(run)
    }
    #expect(regimen_run_done(run) == 0)
    let question = #"{"start": "2025-03-03", "end": "2025-03-10", "tables": "cohort"}"#
    regimen_report_free(try evaluate(data, question, run))
    #expect(regimen_run_done(run) == 200)
  }
}
