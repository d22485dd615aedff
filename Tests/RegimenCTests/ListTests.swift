@testable import Arrow
import AdherenceAnalytics
import CArrow
import CRegimen
import Interchange
import PlainWords
import Reporting
import Scheduling
import Testing

/// Lists of events and occurrences by the C interface, and the ownership of tables.
struct ListTests {
  /// Returns a table of texts as a stream; `nil` is a null.
  private func table(
    _ names: [String], _ rows: [[String?]]
  ) -> UnsafeMutablePointer<ArrowArrayStream> {
    let batch = ColumnBatch(names.map { ColumnField(name: $0, kind: .text) })
    for row in rows {
      for (column, cell) in zip(batch.columns, row) {
        if let cell { column.append(cell) } else { column.appendNull() }
      }
    }
    let stream = UnsafeMutablePointer<ArrowArrayStream>.allocate(capacity: 1)
    ColumnTable(fields: batch.fields, batches: [batch]).export(to: stream)
    return stream
  }

  /// Opens one table, which must take ownership of the stream.
  private func open(
    _ name: String, _ stream: UnsafeMutablePointer<ArrowArrayStream>, _ options: String
  ) throws -> OpaquePointer {
    defer {
      #expect(stream.pointee.release == nil)
      stream.deallocate()
    }
    return try name.withCString { name in
      let tables = [regimen_table(name: name, rows: stream)]
      return try handle { regimen_data_from_tables(tables, 1, options, $0, $1) }
    }
  }

  @Test func eventsEqualThoseOfCommand() throws {
    let data = try RegimenCTests.open("monitoring")
    defer { regimen_data_free(data) }
    let question = #"{"start": "2025-03-08", "end": "2025-03-11", "only": ["P000", "P003"]}"#
    let found = try rows { regimen_events(data, question, nil, $0, $1) }
    let query = AdherenceQuery(
      try #require(CivilDate("2025-03-08"))..<(try #require(CivilDate("2025-03-11"))), by: .week)
    var bytes: [UInt8] = []
    _ = try EventTable.write(
      DatasetFolder(TestData.path("monitoring")), query,
      RowSelection(try PatientFilter("P000,P003")),
      .text(.csv)
    ) { bytes += $0 }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(found.count == lines.count && found.count > 10)
    #expect(found[0].joined(separator: ",") == lines[0])
    #expect(found.dropFirst().allSatisfy { ["P000", "P003"].contains($0[0]) })
    let unknown = refusal {
      _ = try rows { regimen_events(data, #"{"only": "nobody"}"#, nil, $0, $1) }
    }
    #expect(unknown?.text.contains("nobody") == true)
  }

  @Test func eventsOfTableHavePlan() throws {
    let stream = table(
      ["who", "when"],
      [["ann", "2025-01-06T08:05:00"], ["ann", "2025-01-07T08:20:00"], ["bob", "soon"]])
    let data = try open(
      "outcomes", stream,
      #"{"schedule": "every day at 08:00", "patient": "who", "time": "when", "zone": "Europe/Berlin"}"#
    )
    defer { regimen_data_free(data) }
    let question =
      #"{"start": "2025-01-06", "end": "2025-01-09", "by": "all", "maxRejected": "50%"}"#
    let report = try evaluate(data, question)
    defer { regimen_report_free(report) }
    let adherence = try rows(report, "adherence")
    let (names, ann) = (adherence[0], adherence[1])
    func cell(_ name: String) -> String? { names.firstIndex(of: name).map { ann[$0] } }
    #expect(cell("patient") == "ann" && cell("done") == "2")
    // The day after the data is not counted.
    #expect(cell("due") == "2")
    let problems = try rows(report, "problems")
    #expect(problems.contains { $0[1] == "3" && $0[2].contains("'soon'") }, "\(problems)")
  }

  @Test func tablesAreFiles() throws {
    let path = TestData.path("golden/doors/00-plain.csv")
    let options = #"{"schedule": "every day at 08:00 and 20:00"}"#
    let data = try handle { regimen_data_from_path(path, options, $0, $1) }
    defer { regimen_data_free(data) }
    let report = try evaluate(data, #"{"by": "all"}"#)
    defer { regimen_report_free(report) }
    let text = String(decoding: try RegimenCTests.text(report, "cohort"), as: UTF8.self)
    #expect(text.hasPrefix("3 patients, 2025-03-03 to "))
    #expect(text.contains("(the days of the data)") && text.contains("85.7 %"), "\(text)")
    #expect(text.contains("\n- Each plan begins on the day"), "\(text)")
    let summary = String(decoding: try RegimenCTests.text(report, "summary"), as: UTF8.self)
    #expect(summary.contains("\"assumptions\""))
    let unplanned = refusal { _ = try handle { regimen_data_from_path(path, "{}", $0, $1) } }
    #expect(unplanned?.text.contains("it is a table") == true, "\(unplanned?.text ?? "")")
  }

  @Test func tablesOfClaimsAreFiles() throws {
    let path = TestData.path("golden/doors/22-claims-reversal.csv")
    let data = try handle { regimen_data_from_path(path, "{}", $0, $1) }
    defer { regimen_data_free(data) }
    let wrong = refusal {
      _ = try handle { regimen_data_from_path(path, #"{"date": "nowhere"}"#, $0, $1) }
    }
    #expect(wrong?.text.contains("nowhere") == true, "\(wrong?.text ?? "")")
  }

  /// Patients in the list of all patients count even without an event.
  @Test func countsPatientsWithoutEvents() throws {
    let events = table(["who", "when"], [["ann", "2025-01-06T08:05:00"]])
    let patients = table(["id", "start"], [["ann", "2025-01-06"], ["bob", "2025-01-06"]])
    defer {
      #expect(events.pointee.release == nil && patients.pointee.release == nil)
      events.deallocate()
      patients.deallocate()
    }
    let data = try "outcomes".withCString { outcomes in
      try "patients".withCString { list in
        let tables = [
          regimen_table(name: outcomes, rows: events), regimen_table(name: list, rows: patients),
        ]
        let options = #"{"schedule": "every day at 08:00", "patient": "who", "time": "when"}"#
        return try handle { regimen_data_from_tables(tables, 2, options, $0, $1) }
      }
    }
    defer { regimen_data_free(data) }
    let report = try evaluate(data, #"{"start": "2025-01-06", "end": "2025-01-07", "by": "all"}"#)
    defer { regimen_report_free(report) }
    let text = String(decoding: try RegimenCTests.text(report, "cohort"), as: UTF8.self)
    #expect(text.hasPrefix("2 patients") && text.contains("50.0 %"), "\(text)")
  }

  @Test func openQuestionsAreErrors() throws {
    let stream = table(["patient", "time"], [["ann", "2025-01-06T13:05:00Z"]])
    let refusal = refusal {
      regimen_data_free(try open("outcomes", stream, #"{"schedule": "every day at 08:00"}"#))
    }
    #expect(refusal?.status == REGIMEN_INPUT && refusal?.json["kind"] as? String == "undecided")
    #expect(refusal?.text.contains("--zone") == true, "\(refusal?.text ?? "")")
  }

  struct WrongTable: CustomTestStringConvertible {
    var name: String
    var options: String
    var text: String
    var testDescription: String { "\(name) \(options)" }
  }

  @Test(arguments: [
    WrongTable(name: "weather", options: "{}", text: "'tables' cannot be 'weather'"),
    WrongTable(name: "outcomes", options: "{}", text: "'patients' is missing"),
    WrongTable(name: "fills", options: "{}", text: "fills: 'patient' is missing"),
    WrongTable(name: "outcomes", options: #"{"schedul": "daily"}"#, text: "'schedul' is unknown"),
    WrongTable(name: "outcomes", options: #"{"schedule": "sometimes"}"#, text: "'schedule' is not"),
    WrongTable(name: "outcomes", options: #"{"schedule": 5}"#, text: "'schedule' is not a string"),
    WrongTable(
      name: "outcomes", options: #"{"schedule": "daily", "zone": "Mars"}"#, text: "'zone' is not a"),
    WrongTable(name: "tasks", options: #"{"schedule": "daily"}"#, text: "'tables: 'tasks''"),
  ])
  func rejectedTablesAreReleased(_ wrong: WrongTable) throws {
    let stream = table(["who", "time"], [["ann", "2025-01-06T08:05:00"]])
    let refusal = refusal { regimen_data_free(try open(wrong.name, stream, wrong.options)) }
    #expect(refusal?.status == REGIMEN_INPUT)
    #expect(refusal?.text.hasPrefix(wrong.text) == true, "\(refusal?.text ?? "")")
  }

  @Test func occurrencesEqualThoseOfSchedules() throws {
    let plans: [(id: String, plan: String, zone: String)] = [
      ("a", "every day at 08:00 and 20:00", "America/New_York"),
      ("b", "FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=7", "Europe/Berlin"),
      ("c", "every 8 hours from 06:00", "UTC"),
    ]
    let stream = table(
      ["id", "schedule", "zone", "from"],
      plans.map { [$0.id, $0.plan, $0.zone, "2025-03-03"] } + [[nil, plans[0].plan, nil, nil]])
    defer { stream.deallocate() }
    let options = #"{"start": "2025-03-05", "end": "2025-04-02", "zone": "Asia/Tokyo"}"#
    let found = try rows { regimen_expand(stream, options, nil, $0, $1) }
    #expect(stream.pointee.release == nil)
    var expected = [["id", "start", "end", "nominal", "element", "ordinal"]]
    for (id, plan, zone, from) in plans.map({ ($0.id, $0.plan, $0.zone, "2025-03-03") })
      + [("4", plans[0].plan, "Asia/Tokyo", "2025-03-05")]
    {
      let zone = try #require(Zone(zone))
      let (from, to) = (try #require(CivilDate(from)), try #require(CivilDate("2025-04-02")))
      let occurrences = try Occurrences(of: Schedule(plan: plan, from: from), in: zone)
      let range = [from, to].map { zone.firstInstant(atOrAfter: CivilDateTime(date: $0)) }
      for row in occurrences.starting(in: range[0]..<range[1]) {
        expected.append([
          id, "\(row.start)", "\(occurrences.end(of: row))", "\(occurrences.nominal(of: row))",
          occurrences.schedule.elements[row.element].id, "\(row.ordinal)",
        ])
      }
    }
    #expect(found == expected && found.count > 100)
  }

  @Test func truncatesOccurrencesAndNamesInvalidSchedules() throws {
    func expand(_ row: [String?], _ options: String) throws -> [[String]] {
      let stream = table(["schedule", "to"], [["daily at 08:00", "2025-01-09"], row])
      defer {
        #expect(stream.pointee.release == nil)
        stream.deallocate()
      }
      return try rows { regimen_expand(stream, options, nil, $0, $1) }
    }
    let options = #"{"start": "2025-01-06", "limit": 2}"#
    #expect(
      try expand(["hourly", "2025-01-08"], options).map { $0[0] } == ["id", "1", "1", "2", "2"])
    let wrong = [
      (["somtimes", "2025-01-08"], options, "schedules:2: 'schedule' is not understood"),
      (["daily", nil], options, "schedules:2: 'to' is missing"),
      (["daily", "2024-01-01"], options, "schedules:2: 'to' must not precede 'from'"),
      (["daily", "later"], options, "schedules:2: 'to' is not a date or date-time"),
      (["daily", "2025-01-08"], "{}", "schedules:1: 'from' is missing"),
      (["daily", "2025-01-08"], #"{"limit": -1}"#, "'limit' must be 0 or more"),
    ]
    for (row, options, text) in wrong {
      let refusal = refusal { _ = try expand(row, options) }
      #expect(refusal?.text.hasPrefix(text) == true, "\(refusal?.text ?? text)")
    }
  }

  @Test func manyOccurrencesComeInBatches() throws {
    let stream = table(["schedule"], [["every 10 minutes from 00:00"]])
    defer { stream.deallocate() }
    let options = #"{"start": "2020-01-01", "end": "2025-01-01"}"#
    var (list, counts, array) = (ArrowArrayStream(), [Int](), ArrowArray())
    try call { regimen_expand(stream, options, nil, &list, $0) }
    while list.get_next(&list, &array) == 0, let release = array.release {
      counts.append(Int(array.length))
      release(&array)
    }
    list.release(&list)
    #expect(counts.reduce(0, +) == 1827 * 144 && counts.count > 1)
    #expect(counts.allSatisfy { $0 <= 200_000 })
  }
}
