import Foundation
import Testing

/// Warnings about accepted data are reported with their location by every command that reads them.
@Suite struct CheckCommandTests {
  private let scratch: Scratch
  private var store: String { scratch["store.sqlite"] }

  private static let files = [
    "patients.csv": "id,zone\nann,UTC\nbob,UTC\n",
    "tasks.ndjson": """
    {"patient": "ann", "id": "tablet", "schedule": {"elements": [{"id": "am", \
    "start": "2025-01-01T08:00:00", "every": "P1D", "targets": [{"value": 5, "units": "mg"}]}]}}
    {"patient": "bob", "id": "walk", "schedule": {"elements": [{"id": "noon", \
    "start": "2025-02-01T12:00:00", "every": "P1D"}]}}

    """,
    "outcomes.csv": """
    patient,task,element,nominal,time,value,units
    ann,tablet,am,2025-01-02T08:00:00,,5,mg
    ann,tablet,am,2025-01-04T09:00:00,,5,mg
    ann,tablet,am,2025-01-05T08:00:00,,5,puff
    ann,tablet,,,2024-12-24T08:00:00Z,5,mg
    bob,walk,,,2025-01-20T11:00:00Z,,
    bob,walk,noon,2025-02-02T12:00:00,,,

    """,
  ]

  /// By patient: warnings about units and times, then about keys.
  private static let doubts = [
    """
    outcomes.csv:4: 'units' cannot be credited in 'puff', which no target of the task has \
    (use mg; the value is kept)
    """,
    """
    outcomes.csv:5: 'time' is before the task begins: '2024-12-24T08:00:00Z' \
    (it begins at 2025-01-01T00:00:00Z; the outcome is kept as unscheduled)
    """,
    "outcomes.csv:3: 'nominal' names an unknown occurrence: 'am/2025-01-04T09:00:00'",
    """
    outcomes.csv:6: 'time' is before the task begins: '2025-01-20T11:00:00Z' \
    (it begins at 2025-02-01T00:00:00Z; the outcome is kept as unscheduled)
    """,
  ]

  private static let counts = "Patients 2, tasks 2, outcomes 6 (4 with warnings), holds 0"

  /// The command proposed by `check` for an Arrow file reads it.
  @Test func arrowFilesAreProfiled() throws {
    let file = "Datasets/columns/events.arrow"
    let asked = try Tool.run("check", file)
    #expect(asked.status == 1)
    #expect(asked.output.contains("participant: patient, such as 'a'"))
    let known = try Tool.run("check", file, "--zone", "UTC")
    #expect(known.status == 0)
    let command = try #require(known.lines.last)
    #expect(
      command == "regimen report \(file) --patient participant --time opened_at --zone UTC"
        + " --schedule \"every day at 08:00 and 20:00\"")
  }

  init() throws {
    scratch = try Scratch()
    for (name, text) in Self.files {
      try Data(text.utf8).write(to: URL(filePath: scratch[name]))
    }
  }

  /// The same texts with patients, tasks and times instead of lines.
  private var storedDoubts: [String] {
    let outcomes = [
      "4: '": "ann, task tablet, 2025-01-05T08:00:00",
      "5: '": "ann, task tablet, 2024-12-24T08:00:00Z",
      "3: '": "ann, task tablet, 2025-01-04T09:00:00",
      "6: '": "bob, task walk, 2025-01-20T11:00:00Z",
    ]
    return Self.doubts.map { text in
      let rest = text.dropFirst("outcomes.csv:".count)
      let outcome = outcomes[String(rest.prefix(4))] ?? ""
      return "\(store): outcome of patient \(outcome): \(rest.dropFirst(3))"
    }
  }

  @Test func check() throws {
    let result = try Tool.run("check", scratch[""])
    #expect(result.status == 1)
    #expect(result.lines.map(String.init) == Self.doubts + [Self.counts, "Problems: 4"])
  }

  @Test func checkOfAStore() throws {
    let load = try Tool.run("import", scratch[""], store)
    #expect(load.status == 1)
    #expect(load.lines.first == Self.counts[...])
    #expect(load.errors.split(separator: "\n").map(String.init) == Self.doubts)
    let result = try Tool.run("check", store)
    #expect(result.lines.map(String.init) == storedDoubts + [Self.counts, "Problems: 4"])
  }

  @Test(arguments: [
    ["report", "--by", "month", "--tables", "adherence,cohort"],
    ["report", "--by", "month", "--knowledge-cutoff", "2025-06-01T00:00:00Z"], ["events"],
    ["events", "--only-task", "tablet"],
  ])
  func reports(_ command: [String]) throws {
    let days = ["--from", "2025-01-01", "--to", "2025-03-01"]
    let result = try Tool.run([command[0], scratch[""]] + days + command.dropFirst())
    #expect(result.status == 1)
    let errors = result.errors.split(separator: "\n").map(String.init)
    #expect(errors.sorted() == Self.doubts.sorted())
  }

  @Test func aSoundFolder() throws {
    let result = try Tool.run("check", "Datasets/monitoring")
    #expect(result.status == 0)
    #expect(
      result.output == "Patients 200, tasks 600, outcomes 46853, holds 33\nProblems: 0\n")
  }
}
