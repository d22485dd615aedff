import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import Testing

/// An invalid or doubtful record beside valid ones, in a folder and in a line.
struct BadRecord: CustomTestStringConvertible {
  var testDescription: String
  /// The file and the additional row.
  var file: String
  var row: String
  /// The list and the additional entry of a record.
  var list: String
  var entry: String
  /// The message about the field and its value.
  var problem: String
  /// The kind under which the report counts the problem.
  var kind: String
  /// Whether the record is kept, with a warning.
  var isKept = false
}

let badRecords = [
  BadRecord(
    testDescription: "a value that is no number", file: "outcomes.csv",
    row: "ann,tablet,,,2025-01-03T07:00:00Z,NaN,mg", list: "outcomes",
    entry: #"{"task": "tablet", "time": "2025-01-03T07:00:00Z", "value": NaN}"#,
    problem: "value' must be finite, not 'NaN'", kind: "outOfRange"),
  BadRecord(
    testDescription: "an infinite value", file: "outcomes.csv",
    row: "ann,tablet,,,2025-01-03T07:00:00Z,Infinity,mg", list: "outcomes",
    entry: #"{"task": "tablet", "time": "2025-01-03T07:00:00Z", "value": "Infinity"}"#,
    problem: "value' must be finite, not 'Infinity'", kind: "outOfRange"),
  BadRecord(
    testDescription: "units that no target has", file: "outcomes.csv",
    row: "ann,tablet,am,2025-01-03T08:00:00,,1,puff", list: "outcomes",
    entry:
      #"{"task": "tablet", "element": "am", "nominal": "2025-01-03T08:00:00", "value": 1, "units": "puff"}"#,
    problem:
      "units' cannot be credited in 'puff', which no target of the task has (use mg; the value is kept)",
    kind: "unknownUnits", isKept: true),
  BadRecord(
    testDescription: "an event before its task began", file: "outcomes.csv",
    row: "ann,tablet,,,2024-12-25T07:00:00Z,1,mg", list: "outcomes",
    entry: #"{"task": "tablet", "time": "2024-12-25T07:00:00Z", "value": 1}"#,
    problem:
      "time' is before the task begins: '2024-12-25T07:00:00Z' (it begins at 2024-12-31T23:00:00Z; the outcome is kept as unscheduled)",
    kind: "beforeTaskBegan", isKept: true),
  BadRecord(
    testDescription: "overlapping versions", file: "tasks.ndjson",
    row:
      #"{"patient": "ann", "id": "tablet", "schedule": {"elements": [{"start": "2025-01-01T09:00:00", "every": "P1D"}]}}"#,
    list: "tasks",
    entry:
      #"{"id": "tablet", "schedule": {"elements": [{"start": "2025-01-01T09:00:00", "every": "P1D"}]}}"#,
    problem:
      "effectiveFrom' makes overlapping versions of the task 'tablet' (the first one is used; give them different effective or recorded times)",
    kind: "overlappingVersions"),
  BadRecord(
    testDescription: "a hold that ends before it begins", file: "holds.csv",
    row: "ann,2025-02-01,2025-01-01", list: "holds",
    entry: #"{"from": "2025-02-01", "to": "2025-01-01"}"#,
    problem: "to' must not precede 'from', not '2025-01-01T00:00:00'", kind: "outOfRange"),
  BadRecord(
    testDescription: "an outcome of no known task", file: "outcomes.csv",
    row: "ann,walk,,,2025-01-03T07:00:00Z,1,mg", list: "outcomes",
    entry: #"{"task": "walk", "time": "2025-01-03T07:00:00Z", "value": 1}"#,
    problem: "task' names an unknown task: 'walk'", kind: "unknownTask"),
  BadRecord(
    testDescription: "a key that names no occurrence", file: "outcomes.csv",
    row: "ann,tablet,am,2025-01-03T09:00:00,,1,mg", list: "outcomes",
    entry: #"{"task": "tablet", "element": "am", "nominal": "2025-01-03T09:00:00", "value": 1}"#,
    problem: "nominal' names an unknown occurrence: 'am/2025-01-03T09:00:00'",
    kind: "unknownOccurrence", isKept: true),
  BadRecord(
    testDescription: "an id of marks", file: "tasks.ndjson",
    row:
      #"{"patient": "ann", "id": "\#(marked)", "schedule": {"elements": [{"start": "2025-01-01T09:00:00", "every": "P1D"}]}}"#,
    list: "tasks",
    entry:
      #"{"id": "\#(marked)", "schedule": {"elements": [{"start": "2025-01-01T09:00:00", "every": "P1D"}]}}"#,
    problem: "id' must have no more than 64 marks on one letter, not ", kind: "outOfRange"),
  BadRecord(
    testDescription: "a task of marks", file: "outcomes.csv",
    row: "ann,\(marked),,,2025-01-03T07:00:00Z,1,mg", list: "outcomes",
    entry: #"{"task": "\#(marked)", "time": "2025-01-03T07:00:00Z", "value": 1}"#,
    problem: "task' must have no more than 64 marks on one letter, not ", kind: "outOfRange"),
]

/// A letter with more combining marks than any language uses.
private let marked = "x" + String(repeating: "\u{301}\u{323}", count: 33)

@Suite struct BadRecordTests {
  static let files = [
    "tasks.ndjson": Folder.tasks.replacing(
      #""every": "P1D""#, with: #""every": "P1D", "targets": [{"value": 5, "units": "mg"}]"#),
    "outcomes.csv": Folder.outcomes.replacing("dose", with: "mg"),
    "holds.csv": "patient,from,to\nbob,2025-01-04,2025-01-05\n",
  ]

  private func dataset(_ bad: BadRecord? = nil) throws -> Dataset {
    var files = BadRecordTests.files
    if let bad { files[bad.file]? += bad.row + "\n" }
    let folder = try Folder(files.mapValues { Data($0.utf8) })
    return try Dataset(folder: folder.path)
  }

  @Test func otherRecordsAreUnaffected() throws { #expect(try dataset().problems.isEmpty) }

  @Test(arguments: badRecords) func folder(_ bad: BadRecord) throws {
    let sound = try dataset()
    let dataset = try dataset(bad)
    let line = BadRecordTests.files[bad.file]?.split(separator: "\n").count ?? 0
    #expect(dataset.problems.map(\.problem.kind) == [bad.kind])
    #expect(dataset.problems.map(\.problem.keepsRecord) == [bad.isKept])
    let text = dataset.problems.map(\.description).first ?? ""
    #expect(text.hasPrefix("\(bad.file):\(line + 1): '\(bad.problem)"))
    let counts = [dataset.counts.outcomes, dataset.counts.tasks, dataset.counts.holds]
    let rejected: Int = counts.map(\.rejected).reduce(0, +)
    let warned: Int = counts.map(\.withWarnings).reduce(0, +)
    #expect(rejected == (bad.isKept ? 0 : 1) && warned == 1 - rejected)
    if !bad.isKept { #expect(dataset.records == sound.records) }
    #expect(dataset.records[1] == sound.records[1])
  }

  private func line(_ bad: BadRecord? = nil) -> String {
    var lists = [
      "tasks":
        #"{"id": "tablet", "schedule": {"elements": [{"id": "am", "start": "2025-01-01T08:00:00", "every": "P1D", "targets": [{"value": 5, "units": "mg"}]}]}}"#,
      "outcomes": #"{"task": "tablet", "time": "2025-01-02T07:30:00Z", "value": 1}"#,
      "holds": #"{"from": "2025-03-01", "to": "2025-03-02"}"#,
    ]
    if let bad { lists[bad.list]? += ", " + bad.entry }
    let parts = lists.sorted { $0.key < $1.key }.map { #""\#($0.key)": [\#($0.value)]"# }
    return
      #"{"patient": {"id": "ann", "zone": "Europe/Berlin"}, \#(parts.joined(separator: ", "))}"#
  }

  @Test(arguments: badRecords) func record(_ bad: BadRecord) throws {
    let sound = try RecordLine(line())
    let read = try RecordLine(line(bad))
    #expect(sound.problems.isEmpty)
    #expect(read.problems.map(\.problem.kind) == [bad.kind])
    let text = read.problems.map(\.description.localizedLowercase).first ?? ""
    #expect(text.hasPrefix("'\(bad.list).1.\(bad.problem.localizedLowercase)"))
    if !bad.isKept { #expect(read.record == sound.record) }
  }

  /// An event before the first occurrence causes no warning if it can still match an occurrence.
  @Test(arguments: [
    ("window", "", "2025-01-01T05:00:00", false), ("window", "", "2024-12-31T23:59:59", true),
    ("nearest", "", "2024-12-31T20:00:00", false), ("nearest", "", "2024-12-31T19:59:59", true),
    (
      "window", #","window": {"opensBefore": "PT10H", "closesAfter": "PT1H"}"#,
      "2024-12-31T22:00:00", false
    ),
    (
      "window", #","window": {"opensBefore": "PT10H", "closesAfter": "PT1H"}"#,
      "2024-12-31T21:59:59", true
    ),
  ])
  func beforeTheFirstOccurrence(
    _ matching: String, _ window: String, _ time: String, _ isDoubtful: Bool
  ) throws {
    let line = #"""
      {"patient": {"id": "ann", "zone": "UTC"}, "tasks": [{"id": "tablet", "matching": "\#(matching)", "effectiveFrom": "2025-01-01", "schedule": {"elements": [{"id": "am", "start": "2025-01-01T08:00:00", "every": "P1D"\#(window)}]}}], "outcomes": [{"task": "tablet", "time": "\#(time)"}]}
      """#
    let problems = try RecordLine(line).problems.map(\.problem.kind)
    #expect(problems == (isDoubtful ? ["beforeTaskBegan"] : []))
  }
}
