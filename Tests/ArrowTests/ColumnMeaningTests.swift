import AdherenceAnalytics
import Arrow
import Diagnostics
import Interchange
import PlainWords
import Scheduling
import TestSupport
import Testing

/// The types of columns other than text.
@Suite struct ColumnMeaningTests {
  private static let schedule =
    #"{"elements": [{"id": "am", "start": "2025-01-10T08:00:00", "every": "P1D"}]}"#

  private static func tables(_ replaced: [String: SentTable] = [:]) -> [String: SentTable] {
    [
      "patients": SentTable(["id", "zone"], [["ann", "Europe/Berlin"]]),
      "tasks": SentTable(["patient", "id", "schedule"], [["ann", "med", schedule]]),
      "outcomes": SentTable(
        ["patient", "task", "time"], [["ann", "med", "2025-01-10T08:00:00Z"]]),
    ].merging(replaced) { $1 }
  }

  private static func contents(_ replaced: [String: SentTable]) throws -> ReadContents {
    try ReadContents(ArrowDataset(tables(replaced).mapValues { $0.stream() }))
  }

  struct Wrong: CustomTestStringConvertible {
    var table: String
    var column: String
    var format: String
    var text: String

    init(_ table: String, _ column: String, _ format: String, _ text: String) {
      (self.table, self.column, self.format, self.text) = (table, column, format, text)
    }

    var testDescription: String { "\(table).\(column) \(format)" }
  }

  private static let moments =
    "(cast it to a timestamp with zone, a timestamp without zone, a date, text)"

  @Test(arguments: [
    Wrong("outcomes", "time", "l", "int64 \(moments)"),
    Wrong("outcomes", "time", "g", "float64 \(moments)"),
    Wrong("outcomes", "time", "tts", "time[s] \(moments)"),
    Wrong(
      "outcomes", "nominal", "tsu:UTC",
      "timestamp[us, UTC] (cast it to a timestamp without zone, text)"),
    Wrong("outcomes", "nominal", "tdD", "date32 (cast it to a timestamp without zone, text)"),
    Wrong(
      "outcomes", "recordedAt", "tsn:",
      "timestamp[ns] (cast it to a timestamp with zone, text)"),
    Wrong("outcomes", "task", "g", "float64 (cast it to text, a whole number)"),
    Wrong(
      "outcomes", "value", "tDs",
      "duration[s] (cast it to a float, a whole number, a decimal,"
        + " a bool, a date, a timestamp without zone, a timestamp with zone, text)"),
    Wrong("outcomes", "status", "i", "int32 (cast it to text)"),
    Wrong("outcomes", "patient", "+r", "run_end_encoded (cast it to text, a whole number)"),
    Wrong("outcomes", "units", "z", "binary (cast it to text, a whole number)"),
    Wrong("patients", "zone", "b", "bool (cast it to text)"),
    Wrong(
      "patients", "birthDate", "tsu:UTC",
      "timestamp[us, UTC] (cast it to a date, a timestamp without zone, text)"),
    Wrong("tasks", "schedule", "l", "int64 (cast it to text)"),
    Wrong("tasks", "impactsAdherence", "l", "int64 (cast it to a bool, text)"),
    Wrong("tasks", "minWait", "l", "int64 (cast it to a duration, text)"),
    Wrong("tasks", "tags", "l", "int64 (cast it to a list of text, text)"),
  ])
  func columnOfWrongType(_ wrong: Wrong) throws {
    var tables = ColumnMeaningTests.tables()
    let column = SentColumn(wrong.column, wrong.format, [.null])
    tables[wrong.table]?.columns.removeAll { $0.name == wrong.column }
    tables[wrong.table]?.columns.append(column)
    let error = #expect(throws: InputError.self) {
      try ArrowDataset(tables.mapValues { $0.stream() })
    }
    #expect(
      error?.description
        == "\(wrong.table): '\(wrong.column)' is a column of \(wrong.text)")
    #expect(error?.problem.kind == "columnType")
    #expect(tables.values.allSatisfy { $0.ledger.live == 0 })
  }

  @Test(arguments: [
    (["patient", "time"], "outcomes: 'task' is missing (it is required)"),
    (["task", "time"], "outcomes: 'patient' is missing (it is required)"),
    (
      ["patient", "task", "time", "time"],
      "outcomes: names a column a second time: 'time' (keep one of them)"
    ),
  ])
  func columnsThatAreMissingOrThereTwice(_ names: [String], _ text: String) {
    let table = SentTable(names, [names.map { _ in "x" }])
    let error = #expect(throws: InputError.self) {
      try ColumnMeaningTests.contents(["outcomes": table])
    }
    #expect(error?.description == text)
  }

  @Test func ignoresUnknownColumns() throws {
    var table = ColumnMeaningTests.tables()["outcomes"] ?? SentTable([])
    table.columns.append(SentColumn("colour", "+r", [.null]))
    let contents = try ColumnMeaningTests.contents(["outcomes": table])
    #expect(contents.records.map(\.outcomes.count) == [1])
    #expect(contents.problems.count == 1)
    #expect(contents.problems[0].description.hasPrefix("outcomes: 'colour' is unknown"))
  }

  @Test func namesMayBeNumbers() throws {
    let patients = SentTable([
      SentColumn("id", "l", [.int(7), .int(12)]), SentColumn("zone", ["UTC", "UTC"]),
    ])
    let tasks = SentTable([
      SentColumn("patient", "i", [.int(7), .int(12)]), SentColumn("id", "C", [.int(1), .int(2)]),
      SentColumn("schedule", [ColumnMeaningTests.schedule, ColumnMeaningTests.schedule]),
    ])
    let outcomes = SentTable([
      SentColumn("patient", "S", [.int(12), .int(7), .int(8), .null]),
      SentColumn("task", "l", [.int(2), .int(1), .int(1), .int(1)]),
      SentColumn("time", "tss:UTC", (0..<4).map { .int(1_736_496_000 + $0) }),
    ])
    let contents = try ColumnMeaningTests.contents(
      ["patients": patients, "tasks": tasks, "outcomes": outcomes])
    #expect(contents.records.map(\.patient.id) == ["12", "7"])
    #expect(contents.records.map { $0.outcomes.map(\.task) } == [["2"], ["1"]])
    #expect(
      contents.problems.map(\.description) == [
        "outcomes:3: 'patient' names an unknown patient: '8'",
        "outcomes:4: 'patient' is missing (it is required)",
      ])
  }

  @Test func propertiesHaveTheirTypes() throws {
    var info = SentColumn("userInfo", "+s", [.bool(true)])
    info.children = [SentColumn("arm", ["A"]), SentColumn("dose", "g", [.double(2)])]
    var tags = SentColumn("tags", "+l", [.list([.text("a"), .text("b")])])
    tags.children = [SentColumn("item", [])]
    var tasks = SentTable([
      SentColumn("patient", ["ann"]), SentColumn("id", ["med"]),
      SentColumn("schedule", [ColumnMeaningTests.schedule]), SentColumn("title", ["A \"pill\"\n"]),
      SentColumn("minWait", "tDm", [.int(900_000)]),
      SentColumn("impactsAdherence", "b", [.bool(false)]), tags, info,
      SentColumn("drug.forgivenessHours", "l", [.int(36)]),
      SentColumn("drug.threshold", "g", [.double(0.5)]),
      SentColumn("effectiveFrom", "tdD", [.int(20_090)]),
      SentColumn("recordedAt", "tsu:UTC", [.int(1_736_496_000_000_000)]),
      SentColumn("note", ["said"]),
    ])
    tasks.offset = 3
    let contents = try ColumnMeaningTests.contents(["tasks": tasks])
    #expect(contents.problems == [])
    let task = try #require(contents.records.first?.tasks.first)
    #expect(task.title == "A \"pill\"\n")
    #expect(task.minWait == 900)
    #expect(task.drug == DrugParameters(forgivenessHours: 36, threshold: 0.5))
    #expect(!task.impactsAdherence)
    #expect(task.tags == ["a", "b"])
    #expect(task.userInfo == ["arm": "A", "dose": "2"])
    #expect(task.effectiveFrom == (try moment("2025-01-02")))
    #expect(task.recordedAt == (try at("2025-01-10T08:00:00Z")))
    #expect(task.notes.map(\.content) == ["said"])
  }

  @Test func plansMayBeInWords() throws {
    let plans: [[String?]] = [
      ["ann", "a", "every day at 08:00 and 20:00", "2025-01-06"],
      ["ann", "b", "FREQ=WEEKLY;BYDAY=MO", "2025-01-06"],
      ["ann", "c", " " + ColumnMeaningTests.schedule + " ", nil],
      ["ann", "d", "every day at 08:00", nil], ["ann", "e", "evry day", "2025-01-06"],
      ["ann", "f", #"{"elements": []}, "title": "x""#, nil], ["ann", "g", nil, nil],
      ["ann", "h", "daily", "then"], ["bob", "d", "every day at 08:00", nil],
      ["bob", "c", ColumnMeaningTests.schedule, nil],
    ]
    let patients = SentTable([
      SentColumn("id", ["ann", "bob"]), SentColumn("zone", ["UTC", "UTC"]),
      SentColumn("start", "tdD", [.int(20_090), .int(20_091)]),
    ])
    let outcomes = SentTable(["patient", "task"], [])
    let contents = try ColumnMeaningTests.contents([
      "patients": patients, "outcomes": outcomes,
      "tasks": SentTable(["patient", "id", "schedule", "start"], plans),
    ])
    let tasks = try #require(contents.records.first?.tasks)
    #expect(tasks.map(\.id) == ["a", "b", "c", "d"])
    let monday = try day("2025-01-06")
    #expect(tasks[0].schedule == (try Schedule(plan: plans[0][2] ?? "", from: monday)))
    #expect(tasks[1].schedule == (try Schedule(plan: plans[1][2] ?? "", from: monday)))
    #expect(tasks[2].schedule == (try Schedule(plan: ColumnMeaningTests.schedule)))
    #expect(
      tasks[3].schedule == (try Schedule(plan: plans[3][2] ?? "", from: day("2025-01-02"))))
    #expect(contents.problems.map(\.line) == [5, 6, 7, 8])
    #expect(contents.problems.map(\.field) == ["schedule", "schedule", "schedule", "start"])
    #expect(contents.counts.tasks == ReadCount(read: 10, rejected: 4))
    // The same plans begin on the days of another patient.
    let others = contents.records[1].tasks
    #expect(others[0].schedule == (try Schedule(plan: plans[3][2] ?? "", from: day("2025-01-03"))))
    #expect(others[1].schedule == tasks[2].schedule)
  }

  /// Random records, written as files and sent in random layouts.
  @Test(arguments: 1..<5 as Range<UInt64>) func recordsOfFilesAndColumnsAreEqual(
    _ seed: UInt64
  ) throws {
    var drawn = try RandomRecords(seed: seed)
    let folder = try TemporaryFolder([:])
    let path = folder.path + "data"
    let writer = try DatasetWriter(path)
    for number in 0..<5 {
      var record = try drawn.record()
      record.carePlans = [CarePlan(id: "plan \(number)")]
      record.contacts = [Contact(id: "doctor")]
      record.contacts[0].tags = ["a", "b"]
      record.patient.userInfo = ["arm": "A;B"]
      try writer.write(record)
    }
    try writer.finish()
    let expected = try ReadContents(DatasetFolder(path))
    var layout = RandomLayout(seed: seed)
    let written = try SentFolder(path)
    for isTyped in [false, true] {
      var sent = isTyped ? written.typed : written
      for (name, table) in sent.tables { sent.tables[name] = layout.sent(table) }
      let contents = try ReadContents(sent.dataset())
      for (own, other) in zip(contents.records, expected.records) {
        #expect(own.patient == other.patient)
        #expect(own.tasks == other.tasks)
        #expect(own.outcomes == other.outcomes)
        #expect(own == other)
      }
      #expect(contents.problems == expected.problems)
      #expect(contents.counts == expected.counts)
    }
  }
}
