import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import Testing

/// A folder with one defect, and the expected problem and records.
struct Damage: CustomTestStringConvertible {
  var testDescription: String
  var files: [String: Data?]
  var problems: [String]
  /// The expected number of outcomes of the two patients.
  var remaining: [String: Int]

  init(
    _ name: String, _ files: [String: String?], _ problems: [String],
    remaining: [String: Int] = ["ann": 2, "bob": 1]
  ) {
    testDescription = name
    self.files = files.mapValues { $0.map { Data($0.utf8) } }
    self.problems = problems
    self.remaining = remaining
  }

  init(_ name: String, bytes: [String: Data], _ problems: [String], remaining: [String: Int]) {
    self.init(name, [:], problems, remaining: remaining)
    files = bytes.mapValues(\.self)
  }
}

/// Returns the outcomes of the valid folder followed by more rows.
private func outcomes(_ rows: String...) -> [String: String?] {
  ["outcomes.csv": Folder.outcomes + rows.map { $0 + "\n" }.joined()]
}

private let damages = [
  Damage("nothing wrong", [:], []),
  Damage(
    "a number with a comma", outcomes("ann,tablet,,,2025-01-03T07:00:00Z,\"2,5\",dose"),
    ["outcomes.csv:5: 'value' is not a number: '2,5' (use a point, as in 2.5)"]),
  Damage(
    "a number that is none", outcomes("ann,tablet,,,2025-01-03T07:00:00Z,nan,dose"),
    ["outcomes.csv:5: 'value' must be finite, not 'nan'"]),
  Damage(
    "a negative number", outcomes("ann,tablet,,,2025-01-03T07:00:00Z,-1,dose"), [],
    remaining: ["ann": 3, "bob": 1]),
  Damage(
    "a date that does not exist", outcomes("ann,tablet,,,2025-02-30T07:00:00Z,1,dose"),
    [
      "outcomes.csv:5: 'time' is not a date or date-time: '2025-02-30T07:00:00Z'"
        + " (as in 2024-01-04, 2024-01-04T08:00:00 or 2024-01-04T13:00:00Z)"
    ]),
  Damage(
    "a nominal time with a zone", outcomes("ann,tablet,am,2025-01-03T08:00:00Z,,1,dose"),
    [
      "outcomes.csv:5: 'nominal' is not a local date-time: '2025-01-03T08:00:00Z'"
        + " (as in 2024-01-04T08:00:00)"
    ]),
  Damage(
    "half a key", outcomes("ann,tablet,am,,2025-01-03T08:00:00Z,1,dose"),
    ["outcomes.csv:5: 'nominal' is missing (it is required)"]),
  Damage(
    "neither key nor time", outcomes("ann,tablet,,,,1,dose"),
    ["outcomes.csv:5: 'time' is missing (it is required)"]),
  Damage(
    "a patient nobody knows", outcomes("eve,tablet,,,2025-01-03T07:00:00Z,1,dose"),
    ["outcomes.csv:5: 'patient' names an unknown patient: 'eve'"]),
  Damage(
    "a task nobody knows", outcomes("ann,walk,,,2025-01-03T07:00:00Z,1,dose"),
    ["outcomes.csv:5: 'task' names an unknown task: 'walk'"]),
  Damage(
    "a nominal time that does not exist", outcomes("ann,tablet,am,2025-01-03T09:00:00,,1,dose"),
    ["outcomes.csv:5: 'nominal' names an unknown occurrence: 'am/2025-01-03T09:00:00'"],
    remaining: ["ann": 3, "bob": 1]),
  Damage(
    "too many fields", outcomes("ann,tablet,,,2025-01-03T07:00:00Z,1,dose,more"),
    [
      "outcomes.csv:5: has 8 fields where the header has 7"
        + " (quote fields that contain commas)"
    ]),
  Damage(
    "a column nobody knows",
    ["outcomes.csv": Folder.outcomes.replacing("units", with: "unit")],
    [
      "outcomes.csv:1: 'unit' is unknown"
        + " (known: patient, task, element, nominal, time, value, units, kind, type, status, id,"
        + " recordedAt, deleted, group, tags, remoteID, note, more)"
    ]),
  Damage(
    "a last line cut off", ["outcomes.csv": Folder.outcomes + "ann,tablet,,,2025-01"],
    ["outcomes.csv:5: ends in the middle of a record (the file was cut off)"]),
  Damage(
    "a last task cut off",
    ["tasks.ndjson": Folder.tasks + #"{"patient": "ann", "id": "walk", "sche"#],
    ["tasks.ndjson:3: ends in the middle of a record (the file was cut off)"]),
  Damage(
    "a zone nobody knows",
    ["patients.csv": Folder.patients.replacing("Europe/Berlin", with: "Mars/Base")],
    [
      "patients.csv:2: 'zone' is not a time zone: 'Mars/Base'"
        + " (use an IANA name, as in America/New_York)"
    ], remaining: ["bob": 1]),
  Damage(
    "a patient twice", ["patients.csv": Folder.patients + "ann,C,UTC\n"],
    ["patients.csv:4: 'id' names a patient a second time: 'ann' (the first one is used)"]),
  Damage(
    "a task twice", ["tasks.ndjson": Folder.tasks + Folder.tasks.prefix { $0 != "\n" } + "\n"],
    [
      "tasks.ndjson:3: 'effectiveFrom' makes overlapping versions of the task 'tablet'"
        + " (the first one is used; give them different effective or recorded times)"
    ]),
  Damage(
    "a task with an unknown property",
    ["tasks.ndjson": Folder.tasks + #"{"patient": "ann", "id": "walk", "color": 1}"# + "\n"],
    [
      "tasks.ndjson:3: 'color' is unknown (known: patient, id, title, instructions, group,"
        + " carePlan, matching, scoring, minWait, impactsAdherence, effectiveFrom, recordedAt,"
        + " deletedAt, tags, remoteID, note, notes, userInfo, drug, schedule)"
    ]),
  Damage(
    "a task with a rule that is not evaluated",
    [
      "tasks.ndjson": Folder.tasks
        + #"{"patient": "ann", "id": "walk", "schedule": {"elements": [{"start": "2025-01-01T08:00:00", "rule": "RSCALE=HEBREW;FREQ=DAILY"}]}}"#
        + "\n"
    ],
    [
      "tasks.ndjson:3: 'schedule.elements.0.rule.RSCALE' uses the calendar HEBREW,"
        + " which this version does not evaluate (leave it out)"
    ]),
  Damage(
    "a hold that ends before it begins",
    ["holds.csv": "patient,from,to\nann,2025-02-01,2025-01-01\n"],
    ["holds.csv:2: 'to' must not precede 'from', not '2025-01-01T00:00:00'"]),
  Damage(
    "a hold in a mode nobody knows",
    ["holds.csv": "patient,from,mode\nann,2025-02-01,pause\n"],
    [
      "holds.csv:2: 'mode' cannot be 'pause' (use truncate, extend, exclude, notMonitored, "
        + "annotate)"
    ]),
  Damage(
    "a named event without a time", ["namedEvents.csv": "patient,event,time\nann,surgery,\n"],
    ["namedEvents.csv:2: 'time' is missing (it is required)"]),
  Damage(
    "a named event in other words than the schedule",
    [
      "tasks.ndjson": Folder.tasks
        + #"{"patient": "ann", "id": "visit", "schedule": {"elements": [{"after": {"event": "surgery"}}]}}"#
        + "\n", "namedEvents.csv": "patient,event,time\nann,Surgery,2025-01-05\n",
    ], ["namedEvents.csv:2: 'event' must be 'surgery', as in the schedule, not 'Surgery'"]),
  Damage(
    "versions of a named event recorded together",
    [
      "namedEvents.csv":
        "patient,event,time,id\nann,surgery,2025-01-05,op\nann,surgery,2025-01-06,op\n"
    ],
    [
      "namedEvents.csv:3: 'recordedAt' makes overlapping versions of the named event 'op'"
        + " (the first one is used; give them different effective or recorded times)"
    ]),
  Damage(
    "a named event with two names",
    [
      "namedEvents.csv":
        "patient,event,time,id,recordedAt\nann,surgery,2025-01-05,op,2025-01-01T00:00:00Z\n"
        + "ann,discharge,2025-01-06,op,2025-01-02T00:00:00Z\n"
    ],
    ["namedEvents.csv:3: 'event' must be 'surgery' in all versions of 'op', not 'discharge'"]),
  Damage(
    "a named event with a space behind its name",
    ["namedEvents.csv": "patient,event,time\nann,surgery ,2025-01-05\n"],
    [
      "namedEvents.csv:2: 'event' must have no spaces around it and no line breaks, not 'surgery '"
    ]),
  Damage(
    "withdrawals of named events that were not recorded",
    [
      "namedEvents.csv": "patient,event,time,id,recordedAt,deleted\n"
        + "ann,surgery,2025-01-05,,2025-01-01T00:00:00Z,\n"
        + "ann,surgery,2025-01-05,,2025-01-02T00:00:00Z,true\n"
        + "ann,surgery,2025-01-05,op1,2025-01-03T00:00:00Z,\n"
        + "ann,surgery,2025-01-05,op01,2025-01-04T00:00:00Z,true\n"
        + "ann,surgery,2025-01-05,op1,2025-01-02T00:00:00Z,true\n"
        + "ann,surgery,2025-01-05,op1,2025-01-04T00:00:00Z,true\n"
    ],
    [
      "namedEvents.csv:3: 'deleted' withdraws an event that was not recorded before "
        + "(give the id of the event, and a 'recordedAt' after its own)",
      "namedEvents.csv:5: 'deleted' withdraws an event that was not recorded before "
        + "(give the id of the event, and a 'recordedAt' after its own): 'op01'",
      "namedEvents.csv:6: 'deleted' withdraws an event that was not recorded before "
        + "(give the id of the event, and a 'recordedAt' after its own): 'op1'",
    ]),
  Damage(
    "invalid UTF-8",
    bytes: [
      "outcomes.csv": Data(Folder.outcomes.utf8) + Data("ann,tablet,,,,1,".utf8) + [0xFF, 0x0A]
    ],
    ["outcomes.csv:5: 'units' is not valid UTF-8 (save the file as UTF-8)"],
    remaining: ["ann": 2, "bob": 1]),
  Damage(
    "CRLF and a byte-order mark are accepted",
    bytes: [
      "outcomes.csv": [0xEF, 0xBB, 0xBF]
        + Data(Folder.outcomes.replacing("\n", with: "\r\n").utf8)
    ], [], remaining: ["ann": 2, "bob": 1]),
  Damage(
    "a quoted field with a newline is accepted",
    ["holds.csv": "patient,from,to,reason\nann,2025-02-01,2025-02-02,\"away,\nhome\"\n"], []),
  Damage(
    "a line of a gigabyte is bounded",
    outcomes("ann,tablet,,,2025-01-03T07:00:00Z,1," + String(repeating: "x", count: 17 << 20)),
    ["outcomes.csv:5: has too many bytes in one record: the limit is 16777216"]),
]

@Suite struct DatasetTests {
  @Test(arguments: damages) func damage(_ damage: Damage) throws {
    let folder = try Folder(damage.files)
    let dataset = try Dataset(folder: folder.path)
    #expect(dataset.problems.map(\.description) == damage.problems)
    let remaining = dataset.records.map { ($0.patient.id, $0.outcomes.count) }
    #expect(Dictionary(uniqueKeysWithValues: remaining) == damage.remaining)
  }

  /// A problem of one patient does not affect the other's rows.
  @Test(arguments: damages) func otherPatientsAreUnaffected(_ damage: Damage) throws {
    let query = AdherenceQuery(
      try #require(CivilDate("2025-01-01"))..<#require(CivilDate("2025-01-11")))
    func bob(_ files: [String: Data?]) throws -> AdherenceSeries {
      let folder = try Folder(files)
      let records = try Dataset(folder: folder.path).records
      return try #require(records.first { $0.patient.id == "bob" }).adherence(query).total
    }
    #expect(try bob(damage.files).periods == bob([:]).periods)
  }

  @Test func countsRejectedRows() throws {
    let folder = try Folder([
      "patients.csv": Data(Folder.patients.replacing("Europe/Berlin", with: "Nowhere").utf8)
    ])
    let counts = try Dataset(folder: folder.path).counts
    #expect(
      counts.description == """
        Patients 2 (1 rejected), tasks 2 (1 rejected), outcomes 3 (2 rejected), holds 0
        """)
  }

  @Test(arguments: [
    "patients.csv", "tasks.ndjson", "outcomes.csv",
  ])
  func missingFile(_ name: String) throws {
    let folder = try Folder([name: Data?.none])
    let error = #expect(throws: InputError.self) { try Dataset(folder: folder.path) }
    #expect(
      error?.description
        == "\(folder.path)/\(name): cannot be read: No such file or directory")
  }

  @Test func missingFolder() {
    let error = #expect(throws: InputError.self) { try Dataset(folder: "/nowhere/at/all") }
    #expect(error?.description == "/nowhere/at/all: cannot be read: No such file or directory")
  }

  @Test func emptyFolder() throws {
    let folder = try Folder(["patients.csv": nil, "tasks.ndjson": nil, "outcomes.csv": nil])
    let error = #expect(throws: InputError.self) { try Dataset(folder: folder.path) }
    #expect(
      error?.description
        == "\(folder.path)/patients.csv: cannot be read: No such file or directory")
  }

  @Test(arguments: [
    ("patients.csv", "id,group\nann,A\n", "patients.csv:1: 'zone' is missing (it is required)"),
    ("outcomes.csv", "patient,time\n", "outcomes.csv:1: 'task' is missing (it is required)"),
    ("holds.csv", "patient,to\n", "holds.csv:1: 'from' is missing (it is required)"),
    ("outcomes.csv", "", "outcomes.csv:1: 'header' is missing (it is required)"),
  ])
  func missingColumn(_ name: String, _ content: String, _ text: String) throws {
    let folder = try Folder([name: Data(content.utf8)])
    let error = #expect(throws: InputError.self) { try Dataset(folder: folder.path) }
    #expect(error?.description == text)
  }

  @Test func recordsAreInPatientOrder() throws {
    let folder = try Folder(["patients.csv": Data("id,zone\nbob,UTC\nann,UTC\n".utf8)])
    #expect(try Dataset(folder: folder.path).records.map(\.patient.id) == ["ann", "bob"])
  }
}
