import AdherenceAnalytics
import Diagnostics
import Foundation
import ScheduleFormats
import Scheduling
import Testing

@testable import Interchange

@Suite struct EventFilesTests {
  static func input(_ text: String, name: String = "events.csv") throws -> TableInput {
    try input(Array(text.utf8), name: name)
  }

  static func input(_ bytes: [UInt8], name: String = "events.csv") throws -> TableInput {
    try TableInput(name: name) {
      var rest: [UInt8]? = bytes
      return ByteSource(name: name) { block in
        guard let all = rest else { return false }
        rest = nil
        block += all
        return true
      }
    }
  }

  private func files(
    _ text: String..., columns: EventColumns = EventColumns(patient: "id", time: "when"),
    plan: EventPlan = EventPlan("every day at 08:00")
  ) throws -> EventFiles {
    let inputs = try text.enumerated().map {
      try EventFilesTests.input($0.element, name: "\($0.offset + 1).csv")
    }
    return try EventFiles(inputs, columns, plan)
  }

  static func entries(_ files: EventFiles) throws -> [CohortEntry] {
    var entries: [CohortEntry] = []
    var reader = files.makeReader()
    try reader.read(files.patientIDs.indices) { entries.append($0) }
    return entries
  }

  /// Returns the question of a table; empty if it is read.
  private func question(
    _ text: String, columns: EventColumns = EventColumns(),
    plan: EventPlan = EventPlan("every day at 08:00")
  ) -> String {
    do {
      _ = try files(text, columns: columns, plan: plan)
      return ""
    } catch let error as InputError {
      guard case .undecided(let question) = error.problem else { return "\(error)" }
      return question
    } catch { return "\(error)" }
  }

  /// Naming the columns, as the suggested command does, does not define the meaning of empty cells.
  @Test(arguments: [true, false])
  func `warns of empty cells beside negative answers until they have a meaning`(_ isNamed: Bool)
    throws
  {
    let text = "id,when,morning,evening\nann,2025-03-03,1,0\nann,2025-03-04,1,\n"
    var columns = EventColumns(patient: "id", time: "when")
    if isNamed {
      let times = try [8, 20].map { try #require(CivilTime(hour: $0, minute: 0, second: 0)) }
      columns.layout = .slots([.init("morning", at: times[0]), .init("evening", at: times[1])])
    }
    let plan = EventPlan("every day at 08:00 and 20:00")
    #expect(try files(text, columns: columns, plan: plan).problems.map(\.field) == ["evening"])
    for (status, count) in [(RowStatus.missed, 4), (.done, 4)] {
      columns.statusWords.set("", status)
      let files = try files(text, columns: columns, plan: plan)
      #expect(files.problems.isEmpty)
      #expect(try EventFilesTests.entries(files)[0].record.outcomes.count == count)
    }
  }

  @Test func `rows become records`() throws {
    var plan = EventPlan("every day at 08:00")
    plan.zone = .utc
    let files = try files(
      "when,id\n2025-01-02 08:10:00,bob\n2025-01-01 07:50,ann\n2025-01-01T08:00:00+0100,bob\n",
      plan: plan)
    let entries = try EventFilesTests.entries(files)
    #expect(entries.map(\.record.patient.id) == ["ann", "bob"])
    let bob = entries[1].record
    #expect(
      bob.outcomes.map(\.time?.description) == ["2025-01-02T08:10:00Z", "2025-01-01T07:00:00Z"])
    #expect(bob.tasks.map(\.id) == ["task"] && bob.tasks[0].matching == .nearest)
    #expect(bob.tasks[0].schedule.elements[0].start.description == "2025-01-01T08:00:00")
    #expect(entries[1].counts.outcomes == ReadCount(read: 2))
  }

  @Test func `columns describe events and patients`() throws {
    var columns = EventColumns(patient: "id", time: "when")
    (columns.task, columns.value, columns.units, columns.kind) = ("what", "n", "mg", "kind")
    (columns.status, columns.zone, columns.group) = ("how", "tz", "arm")
    columns.start = "since"
    var plan = EventPlan(["a": "every day at 08:00", nil: "FREQ=WEEKLY"])
    plan.matching = .window
    let text = """
      id;when;what;n;kind;how;tz;arm;since
      ann;2025-01-05 08:00;a;2,5;x;completed;Europe/Berlin;A;2025-01-01
      ann;2025-01-06 08:00;b;true;;Skipped;Europe/Berlin;;

      """
    let record = try EventFilesTests.entries(files(text, columns: columns, plan: plan))[0].record
    #expect(record.patient.zone.id == "Europe/Berlin" && record.patient.group == "A")
    #expect(record.tasks.map(\.id) == ["a", "b"])
    #expect(record.tasks.allSatisfy { $0.matching == .window })
    #expect(record.tasks[0].schedule.elements[0].start.description == "2025-01-01T08:00:00")
    let (first, second) = (record.outcomes[0], record.outcomes[1])
    #expect(first.time?.description == "2025-01-05T07:00:00Z" && first.status == .completed)
    #expect(first.values == [OutcomeValue(.number(2.5), units: "mg", kind: "x")])
    #expect(second.values == [OutcomeValue(.boolean(true), units: "mg")])
    #expect(second.status == .skipped && record.outcomes.count == 2)
  }

  @Test func `columns go by number without a header`() throws {
    var columns = EventColumns(patient: "2", time: "1")
    columns.form.times = .milliseconds
    var plan = EventPlan("every day at 08:00")
    plan.zone = .utc
    let entries = try EventFilesTests.entries(
      files("1738396800000,ann\n", columns: columns, plan: plan))
    #expect(entries[0].record.outcomes[0].time?.description == "2025-02-01T08:00:00Z")
  }

  @Test func `files are merged`() throws {
    let files = try files(
      "id,when\nann,2025-01-01\n", "id;when\nann;2025-01-02\nbob;2025-01-01\n")
    #expect(try EventFilesTests.entries(files).map(\.record.outcomes.count) == [2, 1])
  }

  @Test(arguments: [
    ("ann,soon", "1.csv:3: 'when' is not"), ("ann,2025-02-30", "1.csv:3: 'when' is not"),
  ])
  func `a row that cannot be read is rejected`(_ row: String, _ problem: String) throws {
    let entries = try EventFilesTests.entries(
      files("id,when\nann,2025-01-01\n\(row)\nann,2025-01-03\n"))
    let problems = entries[0].problems.map(\.description)
    #expect(entries[0].record.outcomes.count == 2)
    #expect(problems.count == 1 && problems[0].hasPrefix(problem))
    #expect(entries[0].counts.outcomes == ReadCount(read: 3, rejected: 1))
  }

  @Test
  func `rows without an id, without a time or with another number of fields are not patients`()
    throws
  {
    let files = try files(
      "id,when\n,2025-01-01\nann,2025-01-01\nTotal,\nx\nann,2025-01-02,y\nSum,7\nann,2025-01-03,\n")
    #expect(files.patientIDs == ["ann"])
    #expect(
      files.problems.map { $0.description.prefix(22) } == [
        "1.csv:2: 'id' is missi", "1.csv:4: 'id' must not", "1.csv:5: has 1 fields ",
        "1.csv:6: has 3 fields ", "1.csv:7: 'id' must not",
      ])
    #expect(files.counts.outcomes == ReadCount(read: 5, rejected: 5))
    #expect(try EventFilesTests.entries(files)[0].record.outcomes.count == 2)
  }

  @Test func `ids with control characters are rejected`() throws {
    let files = try files("id,when\nann,2025-01-01\na\u{0}n,2025-01-02\nb\u{1B}[1m,2025-01-02\n")
    #expect(files.patientIDs == ["ann"] && files.problems.count == 2)
  }

  @Test func `wrong names are rejected`() throws {
    let text = "id,when,what\nann,2025-01-01,x\n"
    #expect(
      question(text, columns: EventColumns(patient: "idd", time: "when"), plan: EventPlan("daily"))
        == "1.csv: 'patient' cannot be 'idd' (did you mean 'id'? use id, when, what)")
    #expect(question(text, plan: EventPlan("dayly")).contains("'dayly'"))
  }

  @Test func `a task without a plan is rejected`() throws {
    var columns = EventColumns(patient: "id", time: "when")
    columns.task = "what"
    let files = try files(
      "id,when,what\nann,2025-01-01,a\nann,2025-01-01,b\n", columns: columns,
      plan: EventPlan(["a": "daily"]))
    #expect(
      try EventFilesTests.entries(files)[0].problems.map(\.description) == [
        "1.csv:3: 'what' names an unknown task: 'b'"
      ])
  }

  /// A warning about an outcome has its file and line, whatever the order of the rows.
  @Test func `warnings name their lines`() throws {
    var columns = EventColumns(patient: "id", time: "when")
    (columns.value, columns.units) = ("n", "u")
    let plan = EventPlan(
      #"{"elements":[{"start":"2025-01-01T08:00","every":"P1D","targets":[{"value":1,"units":"mg"}]}]}"#
    )
    let files = try files(
      "id,when,n,u\nbob,2025-01-01 08:00,1,mg\nann,2025-01-01 08:00,1,mg\nann,2025-01-02 08:00,1,cm\n",
      columns: columns, plan: plan)
    let problems = try EventFilesTests.entries(files)[0].examined().problems.map(\.description)
    #expect(problems.count == 1 && problems[0].hasPrefix("1.csv:4: 'units' cannot be credited"))
  }

  @Test func `random rows become their records`() throws {
    var generator = SeededGenerator(state: 7)
    var lines = ["id,when"]
    var times: [String: [Instant]] = [:]
    for _ in 0..<500 {
      let id = "p\(Int.random(in: 1..<20, using: &generator))"
      let time = Instant(
        seconds: Int64.random(in: 1_735_689_600..<1_767_225_600, using: &generator))
      times[id, default: []].append(time)
      lines.append("\(id),\(time)")
    }
    var columns = EventColumns(patient: "id", time: "when")
    columns.rules.minGap = 0
    var plan = EventPlan("every day at 08:00")
    plan.zone = .utc
    let entries = try EventFilesTests.entries(
      files(lines.joined(separator: "\n"), columns: columns, plan: plan))
    #expect(entries.map(\.record.patient.id) == times.keys.sorted())
    for entry in entries {
      #expect(entry.record.outcomes.map(\.time) == times[entry.record.patient.id])
    }
  }
}

// Questions and assumptions.
extension EventFilesTests {
  @Test(arguments: [
    ("id,when\na,01/02/2025\na,02/03/2025\n", "--time-format dmy"),
    ("id,when\na,13/02/2025\na,02/14/2025\na,01/02/2025\n", "mixes day-month order"),
    ("id,when\na,2025-01-01T08:00:00Z\na,2025-01-02T08:00:00Z\n", "--zone"),
    ("id,when\na,2025-01-01T08:00:00+01:00\na,2025-01-02T08:00:00\n", "mixes times with an offset"),
    ("id,when,status\na,2025-01-01,taken\na,2025-01-02,perhaps\n", "--status-words"),
    ("id,when,fasting\na,2025-01-01 08:00,yes\na,2025-01-02 08:00,no\n", "--status 'fasting'"),
    (
      "code,when\n7,2025-01-01 08:00\n7,2025-01-02 08:00\n8,2025-01-02 08:00\n9,2025-01-02 08:00\n8,2025-01-03 08:00\n9,2025-01-03 08:00\n",
      "--patient"
    ),
    ("id,when,dose\na,2025-01-01,1.250\na,2025-01-02,2.500\n", "--decimal"),
    ("id,when\na,2025-01-01\na,2025-01-01\na,2025-01-02\n", "--duplicates"),
    ("id,day_a,day_b\na,2025-01-01,2025-01-02\na,2025-01-03,2025-01-04\n", "--time"),
    ("id,note\na,x\nb,y\n", "--time"),
    ("id,Day 1,Day 2,Day 3\na,1,1,0\n", "reshape"),
  ])
  func `an ambiguous table is an open question`(_ text: String, _ option: String) throws {
    #expect(question(text).contains(option), "\(question(text))")
  }

  @Test(arguments: [
    ("id,when,dose\na,2025-01-01 08:00,1\na,2025-01-02 08:00,0\n", "0 in 'dose'"),
    ("id,when,status\na,2025-01-01 08:00,taken\na,2025-01-02 08:00,missed\n", "not taken"),
    ("id,when\na,2025-01-01 08:00\na,2025-01-01 08:05\n", "--min-gap"),
    ("id,when\na,2025-01-01T08:00+09:00\na,2025-01-02T08:00+09:00\n", "are kept as written"),
    ("when\n2025-01-01 08:00\n2025-01-02 08:00\n", "--patient-id"),
    ("id,when,missed\na,2025-01-01 08:00,0\na,2025-01-02 08:00,1\n", "--status-words"),
  ])
  func `assumptions are reported`(_ text: String, _ words: String) throws {
    let assumptions = try files(text, columns: EventColumns()).assumptions
    #expect(assumptions.contains { $0.contains(words) }, "\(assumptions)")
  }

  @Test(arguments: [
    (
      "id,when,n\na,2025-01-01 08:00,1\na,2025-01-01 08:00,1\na,2025-01-02 08:00,1\n",
      "duplicateRows"
    ),
    ("id,when\nP34,2025-01-01 08:00\np34,2025-01-02 08:00\n", "similarIDs"),
    ("id,when,note\na,2025-01-01 08:00,\"x\na,2025-01-02 08:00,y\n", "unpairedQuotes"),
    ("id,when\na,2025-01-01 08:00\na,2025-01-02\na,2025-01-03 08:00\n", "missingTimes"),
  ])
  func `an assumption that contradicts the data is a problem`(_ text: String, _ kind: String) throws
  {
    let problems = try files(text, columns: EventColumns()).problems.map(\.problem.kind)
    #expect(problems == [kind])
  }

  @Test func `rules confirm a reading`() throws {
    var columns = EventColumns()
    columns.rules.keepsDuplicates = true
    columns.rules.minGap = 0
    columns.rules.foldsIDs = true
    let files = try files(
      "id,when\nP 034,2025-01-01 08:00\np34,2025-01-01 08:00\np34,2025-01-02 08:00\np34,2025-01-02 08:00\n",
      columns: columns)
    #expect(files.problems.isEmpty && files.patientIDs == ["P 034"])
    #expect(try EventFilesTests.entries(files)[0].record.outcomes.count == 4)
  }

  @Test func `a mistyped year is rejected with its line number`() throws {
    let files = try files("id,when\na,2025-01-01 08:00\na,2052-01-02 08:00\na,2025-01-03 08:00\n")
    let entry = try EventFilesTests.entries(files)[0]
    #expect(entry.record.outcomes.count == 2)
    #expect(entry.problems.map(\.line) == [3])
  }

  @Test func `a year mistyped by one is a warning with its line number`() throws {
    let files = try files(
      "id,when\na,2025-03-13 08:00\na,2024-03-14 08:00\na,2025-03-15 08:00\na,2025-03-16 08:00\n")
    let entry = try EventFilesTests.entries(files)[0]
    #expect(entry.record.outcomes.count == 4 && entry.counts.outcomes.rejected == 0)
    #expect(entry.problems.map(\.line) == [3])
    #expect(entry.problems.map(\.problem.kind) == ["keptFarDate"])
  }

  /// A registry may have old starts; a placeholder among others causes a warning.
  @Test(arguments: [("1900-01-01", ["farStart"]), ("2023-03-13", [])])
  func `a start years away is a warning`(_ start: String, _ kinds: [String]) throws {
    var columns = EventColumns(patient: "id", time: "when")
    columns.start = "since"
    let rows = (13...16).map { "a,2025-03-\($0) 08:00,2025-03-13\n" }.joined()
    let files = try files(
      "id,when,since\n\(rows)b,2025-03-13 08:00,\(start)\n", columns: columns)
    let entries = try EventFilesTests.entries(files)
    #expect(entries.map(\.problems.count) == [0, kinds.count])
    #expect(entries[1].problems.map(\.problem.kind) == kinds)
    #expect(
      entries[1].record.tasks[0].schedule.elements[0].start.description == "\(start)T08:00:00")
  }

  @Test func `patients of a separate table count without an event`() throws {
    var plan = EventPlan("every day at 08:00")
    plan.patients = ["bob", "cid"].map { PlannedPatient(id: $0) }
    plan.start = CivilDate("2025-01-01")
    let files = try files("id,when\nann,2025-01-01 08:00\nbob,2025-01-02 08:00\n", plan: plan)
    #expect(files.patientIDs == ["ann", "bob", "cid"])
    let cid = try EventFilesTests.entries(files)[2].record
    #expect(cid.tasks.map(\.id) == ["task"] && cid.outcomes.isEmpty)
  }

  @Test(arguments: ["utf16le", "utf16be", "windows1252"])
  func `encodings are detected and reported`(_ name: String) throws {
    let text = "id;when\nZoë;2025-01-01 08:00\n"
    let encodings: [String: String.Encoding] = [
      "utf16le": .utf16LittleEndian, "utf16be": .utf16BigEndian, "windows1252": .windowsCP1252,
    ]
    let encoding = try #require(encodings[name])
    let bytes = try #require(text.data(using: encoding))
    let files = try EventFiles(
      [EventFilesTests.input([UInt8](bytes))], EventColumns(), EventPlan("every day at 08:00"))
    #expect(files.patientIDs == ["Zoë"])
    #expect(files.forms[0].lowercased().filter { $0 != "-" }.contains(name))
  }
}
