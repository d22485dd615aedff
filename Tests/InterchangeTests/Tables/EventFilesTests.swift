import AdherenceAnalytics
import Foundation
import Scheduling
import Testing

@testable import Interchange

@Suite struct EventFilesTests {
  private func table(_ text: String, _ form: TableForm = TableForm(), name: String = "events.csv")
    throws -> ForeignTable
  {
    var rest: [UInt8]? = Array(text.utf8)
    return try ForeignTable(
      ByteSource(name: name) { bytes in
        guard let all = rest else { return false }
        rest = nil
        bytes += all
        return true
      }, form)
  }

  private func entries(
    _ text: String..., columns: EventColumns = EventColumns(patient: "id", time: "when"),
    plan: EventPlan = EventPlan("every day at 08:00")
  ) throws -> [CohortEntry] {
    let tables = try text.enumerated().map {
      try table($0.element, columns.form, name: "\($0.offset + 1).csv")
    }
    let files = try EventFiles(tables, columns, plan) { $0 }
    var entries: [CohortEntry] = []
    var reader = files.makeReader()
    try reader.read(files.patientIDs.indices) { entries.append($0) }
    return entries
  }

  @Test func rowsBecomeRecords() throws {
    let entries = try entries(
      "when,id\n2025-01-02 08:10:00,bob\n2025-01-01 07:50,ann\n2025-01-01T08:00:00+0100,bob\n")
    #expect(entries.map(\.record.patient.id) == ["ann", "bob"])
    let bob = entries[1].record
    #expect(
      bob.outcomes.map(\.time?.description) == ["2025-01-02T08:10:00Z", "2025-01-01T07:00:00Z"])
    #expect(bob.tasks.map(\.id) == ["task"])
    #expect(bob.tasks[0].schedule.elements[0].start.description == "2025-01-01T08:00:00")
    #expect(entries[1].counts.outcomes == ReadCount(read: 2))
  }

  @Test func columnsSayMore() throws {
    var columns = EventColumns(patient: "id", time: "when")
    (columns.task, columns.value, columns.units, columns.kind) = ("what", "n", "mg", "kind")
    (columns.status, columns.zone, columns.group) = ("how", "tz", "arm")
    columns.start = "since"
    var plan = EventPlan(["a": "every day at 08:00", nil: "FREQ=WEEKLY"])
    plan.matching = .nearest
    let text = """
      id;when;what;n;kind;how;tz;arm;since
      ann;2025-01-05 08:00;a;2,5;x;completed;Europe/Berlin;A;2025-01-01
      ann;2025-01-06 08:00;b;true;;Skipped;Europe/Berlin;;
      ann;NaT;c;;;;;;

      """
    let entry = try entries(text, columns: columns, plan: plan)[0]
    let record = entry.record
    #expect(record.patient.zone.id == "Europe/Berlin" && record.patient.group == "A")
    #expect(record.tasks.map(\.id) == ["a", "b", "c"])
    #expect(record.tasks.allSatisfy { $0.matching == .nearest })
    #expect(record.tasks[0].schedule.elements[0].start.description == "2025-01-01T08:00:00")
    let (first, second) = (record.outcomes[0], record.outcomes[1])
    #expect(first.time?.description == "2025-01-05T07:00:00Z" && first.status == .completed)
    #expect(first.values == [OutcomeValue(.number(2.5), units: "mg", kind: "x")])
    #expect(second.values == [OutcomeValue(.boolean(true), units: "mg")])
    #expect(second.status == .skipped && record.outcomes.count == 2)
  }

  @Test func columnsGoByNumberWithoutHeader() throws {
    var columns = EventColumns(patient: "2", time: "1")
    columns.form.times = .milliseconds
    let entries = try entries("1738396800000,ann\n", columns: columns)
    #expect(entries[0].record.outcomes[0].time?.description == "2025-02-01T08:00:00Z")
  }

  @Test func filesJoin() throws {
    let entries = try entries(
      "id,when\nann,2025-01-01\n", "id;when\nann;2025-01-02\nbob;2025-01-01\n")
    #expect(entries.map(\.record.outcomes.count) == [2, 1])
  }

  @Test(arguments: [
    ("ann,soon", "1.csv:3: 'when' is not a date or date-time: 'soon' (as in 2024-01-04,"),
    ("ann,1/2/25", "1.csv:3: 'when' is not a moment that can be read in one way only: '1/2/25'"),
    ("ann,2025-01-01,extra", "1.csv:3: has 3 fields where the header has 2"),
  ])
  func aBadRowIsSetAside(_ row: String, _ problem: String) throws {
    let entries = try entries("id,when\nann,2025-01-01\n\(row)\nann,2025-01-03\n")
    let problems = entries[0].problems.map(\.description)
    #expect(entries[0].record.outcomes.count == 2)
    // A row that is no row names no patient.
    if row.hasSuffix("extra") {
      #expect(problems.isEmpty)
    } else {
      #expect(problems.count == 1 && problems[0].hasPrefix(problem))
      #expect(entries[0].counts.outcomes == ReadCount(read: 3, setAside: 1))
    }
  }

  @Test func rowsOfNobodyAreTold() throws {
    let files = try EventFiles(
      [table("id,when\n,2025-01-01\nann,2025-01-01\nx\n")],
      EventColumns(patient: "id", time: "when"), EventPlan("daily")
    ) { $0 }
    #expect(
      files.problems.map(\.description) == [
        "events.csv:2: 'id' is missing (it is required)",
        "events.csv:4: has 1 fields where the header has 2 (quote fields that contain commas)",
      ])
    #expect(files.counts.outcomes == ReadCount(read: 2, setAside: 2))
  }

  @Test func wrongNamesAreRefused() throws {
    func problem(_ columns: EventColumns, _ plan: EventPlan = EventPlan("daily")) -> String {
      do {
        _ = try EventFiles([table("id,when,what\nann,2025-01-01,x\n")], columns, plan) { $0 }
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(
      problem(EventColumns(patient: "idd", time: "when"))
        == "events.csv: 'patient' cannot be 'idd' (did you mean 'id'? use id, when, what)")
    #expect(
      problem(EventColumns(patient: "id", time: "when"), EventPlan("dayly")).contains("'dayly'"))
  }

  @Test func aTaskWithoutPlanIsSetAside() throws {
    var columns = EventColumns(patient: "id", time: "when")
    columns.task = "what"
    let entries = try entries(
      "id,when,what\nann,2025-01-01,a\nann,2025-01-01,b\n", columns: columns,
      plan: EventPlan(["a": "daily"]))
    #expect(
      entries[0].problems.map(\.description) == [
        "1.csv:3: 'what' names no task that is known: 'b'"
      ])
  }

  /// A doubt about an outcome names its file and line, whatever the order of the rows.
  @Test func doubtsHaveTheirPlaces() throws {
    var columns = EventColumns(patient: "id", time: "when")
    (columns.value, columns.units) = ("n", "u")
    let plan = EventPlan(
      #"{"elements":[{"start":"2025-01-01T08:00","every":"P1D","targets":[{"value":1,"units":"mg"}]}]}"#
    )
    let entries = try entries(
      "id,when,n,u\nbob,2025-01-01 08:00,1,mg\nann,2025-01-01 08:00,1,mg\nann,2025-01-02 08:00,1,cm\n",
      columns: columns, plan: plan)
    let problems = entries[0].examined().problems.map(\.description)
    #expect(problems.count == 1 && problems[0].hasPrefix("1.csv:4: 'units' cannot be credited"))
  }

  /// A year of many patients: the same adherence as of the records that were written out.
  @Test func drawnRowsAreTheirRecords() throws {
    var generator = SeededGenerator(state: 7)
    var lines = ["id,when"]
    var times: [String: [Instant]] = [:]
    for _ in 0..<500 {
      let id = "p\(Int.random(in: 0..<20, using: &generator))"
      let time = Instant(
        seconds: Int64.random(in: 1_735_689_600..<1_767_225_600, using: &generator))
      times[id, default: []].append(time)
      lines.append("\(id),\(time)")
    }
    let entries = try entries(lines.joined(separator: "\n"))
    #expect(entries.map(\.record.patient.id) == times.keys.sorted())
    for entry in entries {
      #expect(entry.record.outcomes.map(\.time) == times[entry.record.patient.id])
    }
  }
}
