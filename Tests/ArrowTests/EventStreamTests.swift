import AdherenceAnalytics
import Arrow
import Diagnostics
import Interchange
import ScheduleFormats
import Scheduling
import TestSampling
import TestSupport
import Testing

/// Events in columns, with a plan, are read like those of a file.
@Suite struct EventStreamTests {
  private static let names = [
    "who", "when", "what", "n", "unit", "kind", "how", "tz", "arm", "since", "what happened",
  ]

  private static var columns: EventColumns {
    var columns = EventColumns(patient: "who", time: "when")
    (columns.task, columns.value, columns.units, columns.kind) = ("what", "n", "unit", "dose")
    (columns.status, columns.zone, columns.group, columns.start) = ("how", "tz", "arm", "since")
    columns.event = "what happened"
    columns.form.hasDecimalComma = false
    return columns
  }

  /// Returns rows, some of them invalid; times are of one kind if the column is to be typed.
  private static func rows(_ seed: UInt64, times: String?, count: Int = 120) -> [[String]] {
    var random = Seeded(state: seed)
    func any(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    return (0..<count).map { number in
      let day = "2025-03-\(10 + number % 20)"
      let patient = seed % 3 == 0 ? number / 30 : number % 7
      return [
        any(["P\(patient)", "P\(patient)", " P\(patient) ", "NA", "9"]),
        times.map { any(["\(day)T\($0)", "\(day)T\($0)", ""]) }
          ?? any([
            "\(day)T08:00:30Z", "\(day) 08:00:30", "\(day)T02:30:00.9", day, "NaT", "", "soon",
            "\(day)T08:00:00+01:00",
          ]),
        any(["a", "a", "b", "", "c"]), any(["1", "2.5", "", "true", "-1", "NA", "x", "0,5"]),
        any(["mg", "g", ""]), "", any(["", "completed", "Skipped", "declined", "done"]),
        any(["", "UTC", "Europe/Berlin", "Europe/Berlin", "Nowhere"]), any(["", "A", "B"]),
        any(["", "2025-03-01", "2025-03-02", "x"]), any(["", "", "", "NA", "surgery"]),
      ]
    }
  }

  private static func text(_ rows: [[String]]) -> String {
    ([names] + rows).map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  private static func plan() -> EventPlan {
    var plan = EventPlan([
      "a": "every day at 08:00", "b": "3 times a week", "c": "10 days after surgery at 09:00",
    ])
    plan.zone = Zone("America/New_York") ?? .utc
    return plan
  }

  @Test(arguments: (0..<12 as Range<UInt64>).sampled(2), [nil, "02:30:00", "08:00:30Z"])
  func eventsEqualThoseOfFile(_ seed: UInt64, _ times: String?) throws {
    let rows = EventStreamTests.rows(seed, times: times)
    let folder = try TemporaryFolder(["events.csv": EventStreamTests.text(rows)])
    var columns = EventStreamTests.columns
    columns.form.delimiter = .tab
    let plan = EventStreamTests.plan()
    let files = try EventFiles(["\(folder.path)/events.csv"], columns, plan)
    var table = SentTable(EventStreamTests.names, rows.map { $0.map { $0.isEmpty ? nil : $0 } })
    table.columns[1].name = "time"
    if times != nil, let typed = table.columns[1].typed {
      table.columns[1] = typed
      #expect(typed.format.hasPrefix("ts"))
    }
    table.columns[1].name = "when"
    var layout = RandomLayout(seed: seed)
    table = layout.sent(table)
    let events = try EventFiles(table.stream(), columns, plan)
    let (contents, expected) = (try ReadContents(events), try ReadContents(files))
    #expect(contents.records == expected.records)
    #expect(contents.problems == expected.problems)
    #expect(contents.counts == expected.counts)
    #expect(events.patientIDs == files.patientIDs)
    #expect(table.ledger.live == 0)
  }

  @Test func shortestUse() throws {
    let table = SentTable(["id", "at"], [["ann", "2025-01-01T08:05:00Z"], ["bob", nil]])
    var plan = EventPlan("every day at 08:00")
    plan.zone = .utc
    let events = try EventFiles(table.stream(), EventColumns(patient: "id", time: "at"), plan)
    // A row without a time does not count as a patient.
    #expect(try ReadContents(events).records.map(\.outcomes.count) == [1])
    #expect(events.problems.count == 1)
  }

  @Test(arguments: [
    (
      "b",
      "events: 'at' is a column of bool (cast it to a timestamp with zone, a timestamp"
        + " without zone, a date, text)"
    )
  ])
  func timesOfWrongType(_ format: String, _ text: String) {
    let table = SentTable([
      SentColumn("id", ["ann"]), SentColumn("at", format, [.int(1_735_718_700)]),
    ])
    let columns = EventColumns(patient: "id", time: "at")
    let error = #expect(throws: InputError.self) {
      var plan = EventPlan("daily")
      plan.zone = .utc
      return try EventFiles(table.stream(), columns, plan)
    }
    #expect(error?.description == text)
    #expect(table.ledger.live == 0)
  }

  @Test func countsAreTimesIfConfigured() throws {
    let table = SentTable([
      SentColumn("id", "i", [.int(7)]), SentColumn("at", "l", [.int(1_735_718_700)]),
    ])
    var columns = EventColumns(patient: "id", time: "at")
    columns.form.times = .seconds
    var plan = EventPlan("every day at 08:00")
    plan.zone = .utc
    let events = try EventFiles(table.stream(), columns, plan)
    let record = try #require(try ReadContents(events).records.first)
    #expect(record.patient.id == "7")
    #expect(record.outcomes.first?.time == (try at("2025-01-01T08:05:00Z")))
  }

  @Test func missingColumn() {
    let table = SentTable(["id", "at"], [["ann", "2025-01-01T08:05:00Z"]])
    let error = #expect(throws: InputError.self) {
      try EventFiles(
        table.stream(), EventColumns(patient: "id", time: "when"), EventPlan("daily"))
    }
    #expect(error?.description == "events: 'time' cannot be 'when' (use id, at)")
  }

  /// Ids shared by several sites cause the same warning as in files, for sorted and unsorted rows.
  @Test(arguments: [
    ["Bern", "Bern", "Rome", "Rome"], ["Bern", "Rome", "Bern", "Rome"], ["Bern", "Bern", "bern"],
  ])
  func idsOfSeveralSites(_ sites: [String]) throws {
    let rows = sites.enumerated().map { number, site in
      [site, "1", "2025-01-0\(number + 1)T08:05:00Z"] as [String?]
    }
    var plan = EventPlan("every day at 08:00")
    plan.zone = .utc
    let events = try EventFiles(
      SentTable(["site", "id", "at"], rows).stream(), EventColumns(patient: "id", time: "at"), plan)
    #expect(
      events.problems.map(\.field) == (Set(sites.map { $0.lowercased() }).count > 1 ? ["site"] : [])
    )
  }
}
