import Foundation
import Testing

/// Named events in folders, in folders of changes, and in the stores that they are imported into.
@Suite struct NamedEventToolTests {
  private let scratch: Scratch
  private var store: String { scratch["store.sqlite"] }
  private static let header = "patient,event,time,id,recordedAt,deleted\n"
  private static let surgery = "ann,surgery,2025-03-04,op,2025-03-01T00:00:00Z,\n"
  private static let discharge = "bob,discharge,2025-03-09,out,2025-03-09T00:00:00Z,\n"
  private static let withdrawal = "ann,surgery,2025-03-04,op,2025-03-20T00:00:00Z,true\n"

  init() throws { scratch = try Scratch() }

  /// Writes a folder with a plan for both patients after an event.
  private func write(_ folder: String, after event: String?, _ events: String) throws {
    let task = { (patient: String, event: String) in
      #"{"patient": "\#(patient)", "id": "visit", "schedule": {"elements": [{"id": "visit", "after": "#
        + #"{"event": "\#(event)", "offset": "P1D"}, "every": "P1W", "count": 3, "times": ["09:00"]}]}}"#
        + "\n"
    }
    let files = [
      "patients.csv": "id,zone\nann,UTC\nbob,UTC\n",
      "tasks.ndjson": event.map { task("ann", $0) + task("bob", $0) } ?? "",
      "outcomes.csv": "patient,task,time\n", "namedEvents.csv": Self.header + events,
    ]
    let url = scratch.url.appending(path: folder)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: url.appending(path: name)) }
  }

  private static let days = ["--from", "2025-03-01", "--to", "2025-04-01"]
  private static let misspelt =
    "the schedules of 2 patients name an event that no record has (did you mean 'surgery'? use one name in"
    + " schedules and events): 'surgury'"
  private static let commands = [
    ["check"], ["report"] + days, ["events"] + days, ["due", "--at", "2025-03-10T12:00:00Z"],
  ]

  @Test(arguments: commands) func aMisspeltNameIsToldOnce(_ command: [String]) throws {
    try write("cohort", after: "surgury", Self.surgery)
    let imported = try Tool.run("import", scratch["cohort"], store)
    #expect(imported.status == 1 && imported.errors == Self.misspelt + "\n")
    for source in [scratch["cohort"], store] {
      let result = try Tool.run([command[0], source] + command.dropFirst())
      #expect(result.status == 1)
      let lines = (result.output + result.errors).split(separator: "\n").map(String.init)
      #expect(lines.count { $0 == Self.misspelt } == 1, "\(result)")
    }
  }

  @Test func tasksThatFollowEachOtherAreListed() throws {
    try write("cohort", after: nil, "")
    let tasks = [("walk", "meal"), ("meal", "walk"), ("stretch", "rest")].map { id, followed in
      #"{"patient": "ann", "id": "\#(id)", "schedule": {"elements": [{"after": {"task": "\#(followed)"}}]}}"#
    }
    let url = scratch.url.appending(path: "cohort/tasks.ndjson")
    try Data(tasks.joined(separator: "\n").utf8).write(to: url)
    for command in [["check"], ["report"] + Self.days] {
      let result = try Tool.run([command[0], scratch["cohort"]] + command.dropFirst())
      #expect(result.status == 1)
      let text = result.output + result.errors
      for words in ["'task walk.", "'task meal.", "unknown task: 'rest'"] {
        #expect(text.split(separator: "\n").count { $0.contains(words) } == 1, "\(words) \(result)")
      }
    }
  }

  /// The plans are in the store, and only the events are imported.
  @Test func aNameInTheStoreIsTold() throws {
    try write("plans", after: "surgery", "")
    let changes = [
      ("surgry", 1), ("sugery", 1), ("recovery", 0), ("surgery", 0),
    ]
    for (name, status) in changes {
      let store = scratch["\(name).sqlite"]
      try write(name, after: nil, Self.surgery.replacing("surgery", with: name))
      #expect(try Tool.run("import", scratch["plans"], store).status == 0)
      for _ in 1...2 {
        let result = try Tool.run("import", scratch[name], store)
        #expect(result.status == status, "\(result)")
        #expect(result.errors.contains("did you mean '\(name)'?") == (status == 1), "\(result)")
      }
    }
  }

  @Test func anEventThatNobodyHadYetIsNotMisspelt() throws {
    try write("cohort", after: "resurgery", Self.surgery)
    for command in Self.commands {
      let result = try Tool.run([command[0], scratch["cohort"]] + command.dropFirst())
      #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    }
    #expect(try Tool.run("import", scratch["cohort"], store).status == 0)
    #expect(
      try Tool.run("check", store).output.contains("A similar name in records is 'surgery'."))
  }

  @Test func streamsOfRecordsTellIt() throws {
    let record =
      #"{"patient": {"id": "ann", "zone": "UTC"}, "tasks": [{"id": "visit", "schedule": {"elements": "#
      + #"[{"after": {"event": "surgury"}}]}}], "namedEvents": [{"event": "surgery", "time": "2025-03-04"}]}"#
    for command in ["report", "events"] {
      let result = try Tool.run([command, "--records", "-"] + Self.days, input: record)
      #expect(result.status == 1)
      #expect(
        result.errors == Self.misspelt.replacing("2 patients", with: "1 patient") + "\n")
    }
  }

  @Test func aShareOfTheCohortDoesNotTellIt() throws {
    try write("cohort", after: "surgery", Self.surgery)
    let whole = try Tool.run(["report", scratch["cohort"], "--out", scratch["whole"]] + Self.days)
    #expect(whole.status == 0)
    for share in ["1/2", "2/2"] {
      let out = scratch[share.replacing("/", with: "-")]
      let result = try Tool.run(
        ["report", scratch["cohort"], "--out", out, "--partition", share] + Self.days)
      #expect(result.status == 0 && !result.output.contains("No record"))
    }
    let merged = try Tool.run("merge", scratch["merged"], scratch["1-2"], scratch["2-2"])
    #expect(merged.status == 0)
    #expect(try scratch.bytes(of: "merged/report.json") == scratch.bytes(of: "whole/report.json"))
  }

  @Test func anEventThatNobodyHasIsAnAssumption() throws {
    try write("cohort", after: "surgery", "")
    let note =
      "No record has the event 'surgery', which schedules of 2 patients name: nothing is due after it, and"
      + " nothing ends with it."
    for command in [["check"], ["report", "--out", scratch["out"]] + Self.days] {
      let result = try Tool.run([command[0], scratch["cohort"]] + command.dropFirst())
      #expect(result.status == 0)
      #expect(result.output.contains(note))
    }
    #expect(
      String(decoding: try scratch.bytes(of: "out/report.json"), as: UTF8.self).contains(note))
  }

  /// The withdrawal may be in the folder, before or after its event, or alone, if the store has the event.
  @Test func withdrawalsOfStoredEventsAreAccepted() throws {
    try write("cohort", after: "surgery", Self.surgery + Self.discharge)
    try write("changes", after: nil, Self.withdrawal)
    try write("descending", after: "surgery", Self.withdrawal + Self.surgery + Self.discharge)
    #expect(try Tool.run("import", scratch["cohort"], store).status == 0)
    for known in [false, true] {
      let result = try Tool.run("import", scratch["changes"], store)
      #expect(result.status == 0)
      #expect(
        result.output.contains(known ? "Already present" : "1 named events"), "\(result.output)")
    }
    #expect(try Tool.run("import", scratch["descending"], scratch["other.sqlite"]).status == 0)
    let results = try [store, scratch["other.sqlite"], scratch["descending"]].map {
      try Tool.run(["events", $0] + Self.days)
    }
    #expect(results.allSatisfy { $0.status == 0 && $0.lines.count == 1 }, "\(results)")
  }

  @Test func changesInAnyOrderAreAdded() throws {
    try write("cohort", after: "surgery", Self.discharge)
    try write("changes", after: nil, Self.withdrawal + Self.surgery)
    #expect(try Tool.run("import", scratch["cohort"], store).status == 0)
    let result = try Tool.run("import", scratch["changes"], store)
    #expect(result.status == 0 && result.output.contains("2 named events"), "\(result)")
  }

  @Test func aWithdrawalOfNothingIsRejectedWithItsLine() throws {
    try write("cohort", after: "surgery", Self.surgery)
    try write(
      "changes", after: nil,
      "ann,surgery,2025-03-04,op2,2025-03-20T00:00:00Z,true\n"
        + "ann,surgery,2025-03-04,op,2025-02-20T00:00:00Z,true\n")
    #expect(try Tool.run("import", scratch["cohort"], store).status == 0)
    let text = { (line: Int, id: String) in
      "namedEvents.csv:\(line): 'deleted' withdraws an event that was not recorded before (give the id of the"
        + " event, and a 'recordedAt' after its own): '\(id)'\n"
    }
    let result = try Tool.run("import", scratch["changes"], store)
    #expect(result.status == 1)
    #expect(result.errors == text(2, "op2") + text(3, "op"))
    #expect(try Tool.run("check", scratch["changes"]).output.contains(text(2, "op2")))
  }

  /// The schedule is in the store, and not in the folder.
  @Test func anotherLetterCaseThanTheStoredScheduleIsRefused() throws {
    try write("cohort", after: "surgery", "")
    try write("changes", after: nil, Self.surgery.replacing("surgery", with: "Surgery"))
    #expect(try Tool.run("import", scratch["cohort"], store).status == 0)
    let result = try Tool.run("import", scratch["changes"], store)
    #expect(result.status == 1)
    #expect(
      result.errors.contains("must be 'surgery', as in the schedule, not 'Surgery'"),
      "\(result.errors)")
  }

  /// The event is in the store before the schedule.
  @Test func anotherLetterCaseInTheStoreIsAWarning() throws {
    let other = Self.surgery.replacing("surgery", with: "Surgery")
    try write("events", after: nil, other)
    try write(
      "plans", after: "surgery", Self.discharge + Self.surgery.replacing("ann", with: "bob"))
    #expect(try Tool.run("import", scratch["events"], store).status == 0)
    #expect(try Tool.run("import", scratch["plans"], store).status == 0)
    for command in [["check"], ["report"] + Self.days] {
      let result = try Tool.run([command[0], store] + command.dropFirst())
      #expect(result.status == 1)
      #expect(
        (result.output + result.errors).contains(
          "patient ann: 'namedEvents.0.event' must be 'surgery', as in the schedule, not 'Surgery'"),
        "\(result)")
    }
  }

  @Test func calendarsReportOnceThatEventsAreOmitted() throws {
    try write("cohort", after: "surgery", Self.surgery + Self.surgery.replacing("ann", with: "bob"))
    let result = try Tool.run(
      ["export", scratch["cohort"], scratch["out.ics"], "--only", "ann"] + Self.days)
    #expect(result.status == 1)
    let lines = result.errors.split(separator: "\n").filter { $0.contains("namedEvents") }
    #expect(lines.count == 1, "\(result)")
    #expect(
      lines.first?.hasSuffix(
        "'namedEvents' are omitted, 1 record: plans that follow them are written with their dates, and iCalendar"
          + " has no form for the rule (export a dataset folder to keep them)") == true)
    for (name, format) in [("copy", "folder"), ("out.json", "fhir")] {
      let other = try Tool.run(
        ["export", scratch["cohort"], scratch[name]]
          + (format == "folder" ? [] : ["--format", format] + Self.days))
      #expect(other.status == 0 && other.errors.isEmpty, "\(other)")
    }
  }
}
