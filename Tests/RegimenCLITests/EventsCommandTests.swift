import Foundation
import Testing

/// The numbered examples of the semantics, and other states of occurrences, through the tool.
@Suite struct EventsCommandTests {
  private typealias Row = [String: Any]

  private func events(
    zone: String = "UTC", tasks: String, outcomes: String = "", holds: String = "",
    _ range: String..., status: Int32 = 0
  ) throws -> [Row] {
    let record = #"""
      {"patient": {"id": "ann", "zone": "\#(zone)"}, "tasks": [\#(tasks)], "outcomes": [\#(outcomes)], "holds": [\#(holds)]}
      """#
    let result = try Tool.run(["events", "--records", "-"] + range, input: record + "\n")
    #expect(result.status == status)
    return try result.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Row)
    }
  }

  private func texts(_ rows: [Row], _ columns: String...) -> [String] {
    rows.map { row in columns.map { "\(row[$0] ?? "")" }.joined(separator: " ") }
  }

  private let twice = #"""
    {"id": "t", "schedule": {"elements": [{"id": "d", "start": "2025-01-01T08:00:00", "every": "P1D", "times": ["08:00", "20:00"], "window": {"opensBefore": "PT1H", "closesAfter": "PT2H", "lateUntil": "PT4H"}}]}}
    """#
  private let daily = #"""
    {"id": "t", "schedule": {"elements": [{"id": "d", "start": "2025-01-01T08:00:00", "every": "P1D", "count": 10}]}}
    """#

  /// Example 10.
  @Test(arguments: [
    ("2025-01-01T07:10:00Z", "2025-01-02T00:00:00Z", ["done inWindow", "missed <null>"]),
    ("2025-01-01T10:30:00Z", "2025-01-01T23:00:00Z", ["done late", "overdue <null>"]),
    (
      "2025-01-01T12:30:00Z", "2025-01-02T00:00:00Z",
      ["missed <null>", "unscheduled <null>", "missed <null>"]
    ),
  ])
  func windows(_ time: String, _ asOf: String, _ states: [String]) throws {
    let rows = try events(
      tasks: twice, outcomes: #"{"task": "t", "time": "\#(time)"}"#, "--from", "2025-01-01", "--to",
      "2025-01-02", "--as-of", asOf)
    #expect(texts(rows, "state", "timing") == states)
    #expect(
      texts(rows.filter { $0["key"] is String }, "key", "open", "close", "expiry") == [
        "d/2025-01-01T08:00:00 2025-01-01T07:00:00Z 2025-01-01T10:00:00Z 2025-01-01T12:00:00Z",
        "d/2025-01-01T20:00:00 2025-01-01T19:00:00Z 2025-01-01T22:00:00Z 2025-01-02T00:00:00Z",
      ])
  }

  /// Example 13: the number of due doses, and the end of the course.
  @Test(arguments: [
    ("exclude", 7, "2025-01-10T08:00:00Z"), ("extend", 10, "2025-01-13T08:00:00Z"),
    ("truncate", 3, "2025-01-03T08:00:00Z"), ("annotate", 10, "2025-01-10T08:00:00Z"),
  ])
  func holds(_ mode: String, _ due: Int, _ last: String) throws {
    let rows = try events(
      tasks: daily,
      holds:
        #"{"from": "2025-01-04", "to": "2025-01-07", "mode": "\#(mode)", "reason": "surgery"}"#,
      "--from", "2025-01-01", "--to", "2025-02-01")
    #expect(rows.count { $0["due"] as? Bool == true } == due)
    #expect(rows.last?["start"] as? String == last)
    let held = rows.filter { $0["hold"] as? String == "surgery" }
    #expect(held.count == (["exclude", "annotate"].contains(mode) ? 3 : 0))
    #expect(held.allSatisfy { ($0["state"] as? String == "onHold") == (mode == "exclude") })
  }

  /// Example 14.
  @Test func travel() throws {
    let rows = try events(
      zone: "America/New_York;2024-06-10T22:00:00Z=Europe/Dublin",
      tasks:
        #"{"id": "t", "schedule": {"elements": [{"id": "d", "start": "2024-06-10T09:00:00", "every": "P1D"}, {"id": "e", "start": "2024-06-10T21:00:00"}]}}"#,
      "--from", "2024-06-10", "--to", "2024-06-12")
    #expect(
      texts(rows, "element", "start", "local") == [
        "d 2024-06-10T13:00:00Z 2024-06-10T09:00:00", "e 2024-06-10T22:00:00Z 2024-06-10T23:00:00",
        "d 2024-06-11T08:00:00Z 2024-06-11T09:00:00",
      ])
  }

  private let worded = #"""
    {"id": "t", "title": "Syrup", "instructions": "Shake, then \"measure\"", "schedule": {"elements": [{"id": "d", "start": "2025-01-01T08:00:00", "every": "P1D", "text": "With food", "targets": [{"value": 10, "units": "mL"}]}]}}
    """#
  private let values = #"""
    [{"value":4.5,"units":"mL"},{"value":"a;b, \"c\"\nd","type":"text","units":"mL","kind":"how"},{"value":true,"units":"L"},{"value":"2025-01-01T00:00:00","type":"date"},{"value":"AQI=","type":"data"}]
    """#

  /// Titles, texts, units and values, as in the records.
  @Test func words() throws {
    let rows = try events(
      tasks: worded,
      outcomes: #"{"task": "t", "element": "d", "nominal": "2025-01-01T08:00:00", "values": "#
        + values + "}",
      "--from", "2025-01-01", "--to", "2025-01-03")
    #expect(
      texts(rows, "title", "instructions", "text", "units") == [
        #"Syrup Shake, then "measure" With food mL;L"#,
        #"Syrup Shake, then "measure" With food mL"#,
      ])
    let written = try JSONSerialization.jsonObject(with: Data(values.utf8))
    #expect(rows[0]["values"] as? NSArray == written as? NSArray)
    #expect(rows[1]["values"] is NSNull)
  }

  private let edited = #"""
    {"id": "t", "effectiveFrom": "2025-01-03T00:00:00", "recordedAt": "2025-01-02T12:00:00Z", "schedule": {"elements": [{"id": "d", "start": "2025-01-03T09:00:00", "every": "P1D"}]}}
    """#

  /// After an edit an outcome whose key no longer exists is unscheduled, with its old key; an
  /// earlier report is unchanged.
  @Test func versions() throws {
    let outcome = #"{"task": "t", "element": "d", "nominal": "2025-01-03T08:00:00", "value": 2}"#
    let days = ["--from", "2025-01-01", "--to", "2025-01-05"]
    let record = #"""
      {"patient": {"id": "ann", "zone": "UTC"}, "tasks": [\#(edited), \#(daily)], "outcomes": [\#(outcome)]}

      """#
    func rows(_ more: String...) throws -> [String] {
      let result = try Tool.run(["events", "--records", "-"] + days + more, input: record)
      #expect(result.status == 1)
      return try texts(
        result.lines.map { line in
          try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Row)
        }, "key", "state", "value", "disposition")
    }
    #expect(
      try rows() == [
        "d/2025-01-01T08:00:00 missed <null> <null>", "d/2025-01-02T08:00:00 missed <null> <null>",
        "d/2025-01-03T08:00:00 unscheduled 2 orphaned",
        "d/2025-01-03T09:00:00 missed <null> <null>", "d/2025-01-04T09:00:00 missed <null> <null>",
      ])
    #expect(
      try rows("--knowledge-cutoff", "2025-01-01T12:00:00Z") == [
        "d/2025-01-01T08:00:00 missed <null> <null>", "d/2025-01-02T08:00:00 missed <null> <null>",
        "d/2025-01-03T08:00:00 done 2 <null>", "d/2025-01-04T08:00:00 missed <null> <null>",
      ])
  }

  /// Example 7: a moved occurrence is found at its new time, and counts on its nominal day.
  @Test func moved() throws {
    let tasks = #"""
      {"id": "t", "schedule": {"elements": [{"id": "d", "start": "2024-01-04T08:00:00"}], "overrides": {"d/2024-01-04T08:00:00": {"start": "2024-01-06T10:00:00"}}}}
      """#
    let expected = ["d/2024-01-04T08:00:00 2024-01-04 2024-01-06T10:00:00Z 2024-01-06T00:00:00Z"]
    for (from, to) in [
      ("2024-01-06", "2024-01-07"), ("2024-01-04", "2024-01-05"), ("2024-01-04", "2024-01-07"),
    ] {
      let rows = try events(tasks: tasks, "--from", from, "--to", to)
      #expect(texts(rows, "key", "day", "start", "open") == expected)
    }
    #expect(try events(tasks: tasks, "--from", "2024-01-05", "--to", "2024-01-06").isEmpty)
  }

  /// Occurrences dropped by `minWait` make their outcomes unscheduled, and are listed.
  @Test func tooSoon() throws {
    let tasks = #"""
      {"id": "t", "matching": "nearest", "minWait": "PT15M", "schedule": {"elements": [{"id": "d", "start": "2024-01-04T08:00:00"}]}}
      """#
    let outcomes = ["08:00", "08:10", "08:20"].map {
      #"{"task": "t", "time": "2024-01-04T\#($0):00Z"}"#
    }
    let rows = try events(
      tasks: tasks, outcomes: outcomes.joined(separator: ","), "--from", "2024-01-04", "--to",
      "2024-01-05")
    #expect(
      texts(rows, "time", "state", "disposition") == [
        "2024-01-04T08:00:00Z done <null>", "2024-01-04T08:10:00Z unscheduled tooSoon",
        "2024-01-04T08:20:00Z unscheduled extra",
      ])
  }

  /// Each row has the patient's group on its day, in local time.
  @Test func versionsOfThePatient() throws {
    let record = #"""
      {"patient": {"id": "ann", "zone": "Europe/Berlin", "group": "B", "effectiveFrom": "2025-01-03", "recordedAt": "2025-01-02T12:00:00Z", "deletedAt": "2025-01-05"}, "earlierPatients": [{"id": "ann", "zone": "America/New_York", "group": "A", "recordedAt": "2025-01-01T00:00:00Z"}], "tasks": [\#(daily)]}

      """#
    func rows(_ more: String...) throws -> [String] {
      let days = ["--from", "2025-01-01", "--to", "2025-01-06"]
      let result = try Tool.run(["events", "--records", "-"] + days + more, input: record)
      #expect(result.status == 0)
      return try texts(
        result.lines.map { line in
          try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Row)
        }, "group", "start", "local")
    }
    #expect(
      try rows() == [
        "A 2025-01-01T13:00:00Z 2025-01-01T08:00:00", "A 2025-01-02T13:00:00Z 2025-01-02T08:00:00",
        "B 2025-01-03T07:00:00Z 2025-01-03T08:00:00", "B 2025-01-04T07:00:00Z 2025-01-04T08:00:00",
      ])
    #expect(
      try rows("--knowledge-cutoff", "2025-01-02T00:00:00Z")
        == (1...5).map {
          "A 2025-01-0\($0)T13:00:00Z 2025-01-0\($0)T08:00:00"
        })
    #expect(try rows("--knowledge-cutoff", "2024-12-31T00:00:00Z").isEmpty)
  }

  @Test func statesOfOneDay() throws {
    let rows = try events(
      tasks: #"""
        {"id": "t", "scoring": "summed", "schedule": {"elements": [{"id": "d", "start": "2025-01-01T00:00:00", "every": "PT3H", "targets": [{"value": 3, "units": "mg"}], "window": {"opensBefore": "PT1H", "closesAfter": "PT1H", "lateUntil": "PT2H"}}], "overrides": {"d/2025-01-01T06:00:00": {"cancelled": true}}}}
        """#,
      outcomes: #"""
        {"task": "t", "element": "d", "nominal": "2025-01-01T00:00:00", "value": 1, "units": "mg"},
        {"task": "t", "element": "d", "nominal": "2025-01-01T09:00:00", "value": 1, "units": "mg", "time": "2025-01-01T09:30:00Z"},
        {"task": "t", "element": "d", "nominal": "2025-01-01T12:00:00", "status": "declined"},
        {"task": "t", "element": "d", "nominal": "2025-01-01T15:00:00", "values": [{"value": 2, "units": "mg"}, {"value": 1.5, "units": "mg"}]}
        """#.replacing("\n", with: ""),
      holds: #"{"from": "2025-01-01T18:00:00", "to": "2025-01-01T19:00:00"}"#, "--from",
      "2025-01-01", "--to", "2025-01-02", "--as-of", "2025-01-01T10:30:00Z")
    #expect(
      texts(rows, "nominal", "state", "progress", "value", "target", "due", "hold") == [
        "2025-01-01T00:00:00 partial 0.3333333333333333 1 3 1 <null>",
        "2025-01-01T03:00:00 missed 0 <null> 3 1 <null>",
        "2025-01-01T06:00:00 cancelled 0 <null> 3 0 <null>",
        "2025-01-01T09:00:00 started 0.3333333333333333 1 3 0 <null>",
        "2025-01-01T12:00:00 declined 0 0 3 0 <null>",
        "2025-01-01T15:00:00 done 1 3.5 3 0 <null>",
        "2025-01-01T18:00:00 onHold 0 <null> 3 0 exclude",
        "2025-01-01T21:00:00 upcoming 0 <null> 3 0 <null>",
      ])
  }

  /// As-needed uses belong to no occurrence, and are listed.
  @Test func usesAsNeeded() throws {
    let rows = try events(
      tasks:
        #"{"id": "t", "schedule": {"elements": [{"id": "d", "start": "2025-01-01", "asNeeded": {}}]}}"#,
      outcomes: #"{"task": "t", "time": "2025-01-02T10:30:00Z", "value": 2}"#, "--from",
      "2025-01-01", "--to", "2025-01-05")
    #expect(
      texts(rows, "state", "time", "value", "disposition")
        == ["unscheduled 2025-01-02T10:30:00Z 2 used"])
  }

  /// A quota's period is a row on the day on which it counts; so are its uses, which belong to no
  /// occurrence.
  @Test func quotas() throws {
    let rows = try events(
      tasks:
        #"{"id": "t", "schedule": {"elements": [{"id": "d", "start": "2025-01-08", "quota": {"count": 7, "per": "P7D"}}]}}"#,
      outcomes: #"{"task": "t", "time": "2025-01-09T10:30:00Z"}"#,
      holds: #"{"from": "2025-01-20", "to": "2025-01-27"}"#, "--from", "2025-01-06", "--to",
      "2025-02-03", "--as-of", "2025-01-28T12:00:00Z")
    #expect(
      texts(rows, "element", "day", "start", "end", "state", "progress", "value", "target", "due")
        == [
          "d 2025-01-12 2025-01-08T00:00:00Z 2025-01-13T00:00:00Z partial 0.2 1 5 1",
          "<null> 2025-01-09 <null> <null> unscheduled <null> <null> <null> 0",
          "d 2025-01-19 2025-01-13T00:00:00Z 2025-01-20T00:00:00Z missed 0 0 7 1",
          "d 2025-01-26 2025-01-20T00:00:00Z 2025-01-27T00:00:00Z onHold 0 0 0 0",
          "d 2025-02-02 2025-01-27T00:00:00Z 2025-02-03T00:00:00Z open 0 0 7 0",
        ])
  }

  @Test func selection() throws {
    let days = ["--from", "2025-03-10", "--to", "2025-03-11"]
    let arguments = ["events", "Datasets/monitoring"] + days
    let walk = try Tool.run(arguments + ["--only", "P000", "--only-task", "walk"])
    #expect(walk.lines.count == 2)
    #expect(walk.lines.last?.hasPrefix("P000,A,walk,walk/2025-03-10T17:00:00,") == true)
    let unknown = try Tool.run(arguments + ["--only", "P999"])
    #expect(unknown.status == 2)
    #expect(unknown.errors == "regimen: '--only' names an unknown patient: 'P999'\n")
  }

  @Test func file() throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString).json"
    ).path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try Tool.run(
      "events", "Datasets/monitoring", "--from", "2025-03-10", "--to", "2025-03-11", "--only",
      "P000", "--format", "json", "--out", path)
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    let data = try Data(contentsOf: URL(filePath: path))
    let rows = try #require(try JSONSerialization.jsonObject(with: data) as? [Row])
    #expect(texts(rows, "task", "state") == ["med missed", "walk done"])
  }
}
