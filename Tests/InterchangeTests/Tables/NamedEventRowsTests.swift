import AdherenceAnalytics
import Diagnostics
import Foundation
import ScheduleFormats
import Scheduling
import Testing

@testable import Interchange

/// Rows of tables that are events which plans can follow.
@Suite struct NamedEventRowsTests {
  private static let plan = "10 days after surgery at 09:00"

  private func files(
    _ texts: [String], plan: EventPlan = EventPlan(NamedEventRowsTests.plan),
    _ change: (inout EventColumns) -> Void = { _ in }
  ) throws -> EventFiles {
    let inputs = try texts.enumerated().map {
      try EventFilesTests.input($0.element, name: "\($0.offset + 1).csv")
    }
    var columns = EventColumns()
    columns.event = "event"
    change(&columns)
    return try EventFiles(inputs, columns, plan)
  }

  /// The events and outcomes of each patient, and the problems.
  private func lines(_ files: EventFiles) throws -> [String] {
    try EventFilesTests.entries(files).flatMap { entry in
      let record = entry.record
      return record.namedEvents.map { "\(record.patient.id) \($0.name) \($0.time)" }
        + record.outcomes.map { outcome in
          "\(record.patient.id) \(outcome.key?.description ?? outcome.time?.description ?? "")"
        } + entry.problems.map(line)
    } + files.problems.map(line)
  }

  /// The place and the kind of a problem.
  private func line(_ problem: InputError) -> String {
    "\(problem.source ?? ""):\(problem.line ?? 0) \(problem.field ?? "") \(problem.problem.kind)"
  }

  private static let doses = "patient,time,event\n"

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var texts: [String]
    var plan = EventPlan(NamedEventRowsTests.plan)
    var change: @Sendable (inout EventColumns) -> Void = { _ in }
    var lines: [String]
  }

  private static func zoned(_ plan: String) -> EventPlan {
    var plan = EventPlan(plan)
    plan.zone = Zone("Europe/Berlin")
    return plan
  }

  static let examples = [
    Example(
      testDescription: "among the doses",
      texts: [
        doses
          + "ann,2025-03-04,surgery\nann,2025-03-14 09:10,\nbob,2025-03-14 08:00,NA\nann,2025-03-20 10:00,surgery\n"
      ],
      lines: [
        "ann surgery 2025-03-04T00:00:00", "ann surgery 2025-03-20T10:00:00",
        "ann 2025-03-14T09:10:00Z", "bob 2025-03-14T08:00:00Z",
      ]),
    Example(
      testDescription: "in a table of their own",
      texts: [
        "id,date,event\nann,2025-03-04,surgery\ncem,2025-03-05,surgery\n",
        "id,taken_at\nann,2025-03-14 09:10\nbob,2025-03-14 09:20\n",
      ],
      lines: [
        "ann surgery 2025-03-04T00:00:00", "ann 2025-03-14T09:10:00Z", "bob 2025-03-14T09:20:00Z",
        "cem surgery 2025-03-05T00:00:00",
      ]),
    Example(
      testDescription: "with an offset, in a zone",
      texts: [
        doses + "ann,2025-03-04T07:30:00+01:00,surgery\nann,2025-03-14T09:10:00+01:00,\n"
      ], plan: zoned(plan),
      lines: ["ann surgery 2025-03-04T06:30:00Z", "ann 2025-03-14T08:10:00Z"]),
    Example(
      testDescription: "planned times of what follows",
      texts: [
        "patient,planned,time,event\nann,,2025-03-04,surgery\nann,2025-03-14 09:00,2025-03-14 09:10,\nbob,2025-05-01,,surgery\n"
      ],
      lines: [
        "ann surgery 2025-03-04T00:00:00", "ann 1@surgery#1/2025-03-14T09:00:00",
        "bob surgery 2025-05-01T00:00:00",
      ]),
    Example(
      testDescription: "what did not take place is no event",
      texts: [
        "patient,time,status,event\nann,2025-03-04,missed,surgery\nann,2025-03-05,,surgery\nann,2025-03-06,done,surgery\nann,2025-03-16 09:00,done,\n"
      ], change: { $0.status = "status" },
      lines: [
        "ann surgery 2025-03-05T00:00:00", "ann surgery 2025-03-06T00:00:00",
        "ann 2025-03-16T09:00:00Z",
      ]),
    Example(
      testDescription: "a row of a day has doses as well",
      texts: [
        "patient,day,morning,event\nann,2025-03-04,1,surgery\nann,2025-03-05,1,\n"
      ],
      change: {
        $0.time = "day"
        $0.layout = .slots([.init("morning", at: CivilTime("08:00") ?? .midnight)])
      },
      lines: [
        "ann surgery 2025-03-04T00:00:00", "ann 2025-03-04T08:00:00Z", "ann 2025-03-05T08:00:00Z",
      ]),
    Example(
      testDescription: "a dose without a time of day is doubtful, an event is not",
      texts: [doses + "ann,2025-03-04,surgery\nann,2025-03-14 09:10,\nann,2025-03-15,\n"],
      lines: [
        "ann surgery 2025-03-04T00:00:00", "ann 2025-03-14T09:10:00Z", "ann 2025-03-15T00:00:00Z",
        ":0 time missingTimes",
      ]),
    Example(
      testDescription: "errors",
      texts: [
        doses + "ann,2025-03-14 09:10,\nann,,surgery\nann,2025-03-04,Surgery\nann,soon,surgery\n"
      ],
      change: { $0.time = "time" },
      lines: [
        "ann 2025-03-14T09:10:00Z", "1.csv:3 time missing", "1.csv:5 time malformed",
        "1.csv:4 event outOfRange",
      ]),
    Example(
      testDescription: "a mistyped year",
      texts: [
        doses + "ann,1925-03-04,surgery\n"
          + (1...9).map { "ann,2025-03-0\($0) 09:10,\n" }.joined()
      ],
      lines: ["ann surgery 1925-03-04T00:00:00"]
        + (1...9).map { "ann 2025-03-0\($0)T09:10:00Z" }
        + [
          "1.csv:2 event farEvent"
        ]),
  ]

  @Test(arguments: examples) func rowsBecomeEvents(_ example: Example) throws {
    let files = try files(example.texts, plan: example.plan, example.change)
    let lines = try lines(files)
    #expect(lines == example.lines)
  }

  private func error(_ text: String, _ change: (inout EventColumns) -> Void) -> String {
    do {
      _ = try files([text], change)
      return ""
    } catch { return "\(error)" }
  }

  @Test func errorsNameTheOption() {
    let table = "patient,time,what\nann,2025-03-04,surgery\n"
    #expect(
      error(table) { $0.event = nil }.contains("(name it with --event): 'surgery'"))
    #expect(error(table) { $0.event = "wat" }.contains("'what'"))
    #expect(
      error("patient,event,2025-03-04,2025-03-05,2025-03-06,2025-03-07\nann,surgery,1,1,1,1\n") {
        $0.layout = .days
      }.contains("in a table without a column of times"))
  }

  /// A column is found by its name, if all of its words are those of events.
  @Test(arguments: [
    ("event", ["surgery", "hip surgery", "visit 2", "Discharge"], "event"),
    ("Ereignis", ["Operation", "Entlassung"], "Ereignis"), ("event", ["surgery", "opening"], nil),
    ("event", ["surgery not taken"], nil), ("what", ["surgery"], nil),
    ("event", ["taken", "missed"], nil),
  ])
  func columnsOfEventsAreFound(_ column: String, _ words: [String], _ found: String?) throws {
    let rows =
      ["patient,time,\(column)", "ann,2025-03-04 08:00,", "ann,2025-03-04 20:00,"]
      + words.map { "bob,2025-03-05 08:00,\($0)" }
    let input = try EventFilesTests.input(rows.joined(separator: "\n") + "\n", name: "t.csv")
    let profile = try TableProfile(input, TableForm())
    let plan = try ReadingPlan(profile, EventColumns(), isZoned: false)
    #expect(plan.events.event == found)
    let isAsked = plan.questions.contains {
      $0.contains("--event 'event' reads its rows as events")
    }
    #expect(isAsked == (column == "event" && found == nil && words != ["taken", "missed"]))
    #expect(plan.assumptions.contains { $0.contains("not doses (") } == (found != nil))
    var columns = EventColumns()
    columns.status = "none"
    #expect(try ReadingPlan(profile, columns, isZoned: false).events.event == nil)
  }

  /// Doses and events of one table or two, without `--event`.
  @Test func foundEventsAreFollowed() throws {
    let (doses, events) = ("ann,2025-03-14 09:10,\n", "ann,2025-03-04,surgery\n")
    let tables = [
      [Self.doses + events + doses],
      ["id,date,event\n" + events, "id,taken_at\nann,2025-03-14 09:10\n"],
    ]
    for texts in tables {
      #expect(
        try lines(files(texts) { $0.event = nil }) == [
          "ann surgery 2025-03-04T00:00:00", "ann 2025-03-14T09:10:00Z",
        ])
    }
  }

  /// The ratio of what follows an event in a table equals that of the same record in memory.
  @Test func whatFollowsIsDue() throws {
    let files = try files([
      NamedEventRowsTests.doses
        + "ann,2025-03-04,surgery\nann,2025-03-14 09:10,\nbob,2025-03-05,surgery\ncem,2025-03-15 09:00,\n"
    ])
    let query = AdherenceQuery(CivilDate("2025-03-01")!..<CivilDate("2025-04-01")!, by: .all)
    let periods = try EventFilesTests.entries(files).map {
      $0.record.adherence(query).total.periods[0]
    }
    #expect(periods.map(\.ratio) == [1, 0, nil])
    #expect(!files.assumptions.contains { $0.contains("first row") })
  }
}
