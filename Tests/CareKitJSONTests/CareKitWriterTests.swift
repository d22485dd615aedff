import AdherenceAnalytics
import Diagnostics
import Foundation
import PlainWords
import Scheduling
import TestSupport
import Testing

@testable import CareKitJSON

@Suite struct CareKitWriterTests {
  private static let writers: [CareKitWriter] = CareKitWriter.Form.allCases.flatMap { form in
    CareKitWriter.Dates.allCases.map { dates in
      var options = CareKitWriter.Options()
      (options.form, options.dates) = (form, dates)
      return CareKitWriter(options)
    }
  }

  /// A document that is read, written and read gives the same records, and writing again the same
  /// document.
  @Test(arguments: GoldenCase.all) func keepsEachDocument(_ golden: GoldenCase) throws {
    let read = try record(golden.bytes)
    for writer in CareKitWriterTests.writers where writer.options.form == .v4 {
      let document = writer.document(of: read)
      var again = try record(document.bytes)
      again.patient.userInfo["carekit.uuid"] = read.patient.userInfo["carekit.uuid"]
      #expect(again.patient == read.patient)
      #expect(again.tasks == read.tasks)
      #expect(Array(again.outcomes).map(timed) == Array(read.outcomes).map(timed))
      #expect(again.carePlans == read.carePlans)
      #expect(again.contacts == read.contacts)
      #expect(writer.document(of: try record(document.bytes)).bytes == document.bytes)
    }
  }

  /// An outcome without the time and the UUID that a document must generate.
  private func timed(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    if outcome.time == RecordDraft.firstDate { outcome.time = nil }
    if outcome.id?.hasPrefix("x-coredata") == true { outcome.userInfo["carekit.uuid"] = nil }
    return outcome
  }

  /// Events and outcomes are unchanged after a round trip through CareKit's encoding.
  @Test(arguments: 0..<60 as Range<UInt64>) func keepsOccurrencesAndOutcomes(_ seed: UInt64) throws
  {
    var random = try RandomRecords(seed: seed)
    let before = try random.record()
    let after = try record(CareKitWriter().document(of: before).bytes)
    for task in before.tasks {
      let same = try #require(after.tasks.first { $0.id == task.id })
      let old = compiled(task.schedule, in: before.patient.zone)
      let new = compiled(same.schedule, in: after.patient.zone)
      #expect(try starts(new) == starts(old))
      let kept = before.outcomes.filter { outcome in
        outcome.task == task.id && outcome.status == .completed
          && outcome.key.map { old.occurrence(for: $0) != nil } ?? false
      }
      let back = after.outcomes.filter { $0.task == task.id }
      #expect(Set(back.map(\.key?.nominal)) == Set(kept.map(\.key?.nominal)))
      let (sum, wanted) = (back.flatMap(\.values), kept.flatMap(\.values))
      #expect(sum.map(\.amount).sorted() == wanted.map(\.amount).sorted())
    }
  }

  /// The starts in a season, without element names.
  private func starts(_ occurrences: Occurrences) throws -> [String] {
    let range = try at("2025-03-01T00:00:00Z")..<at("2025-06-01T00:00:00Z")
    return occurrences.starting(in: range).map { row in
      "\(row.start) \(occurrences.end(of: row)) \(occurrences.nominal(of: row))"
        + " \(occurrences.targets(of: row))"
    }.sorted()
  }

  /// For any plan, each index maps to a key, and the key to the index.
  @Test(arguments: 0..<40 as Range<UInt64>) func indicesMatchKeys(_ seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    let record = try random.record()
    for task in record.tasks {
      let lowered = try LoweredSchedule(task.schedule, in: record.patient.zone, expanding: nil)
      let chains = lowered.elements.map(\.chain)
      let anchored = lowered.elements.map { AnchoredElement($0.chain.planned, id: $0.element) }
      let events = EventOrder.events(of: chains, at: Array(0..<80))
      let keys = events.map { $0.flatMap { anchored[$0.element].key($0.ordinal) } }
      let indices = EventIndices(lowered.elements).indices(of: keys.compactMap(\.self))
      for (index, key) in keys.enumerated() {
        guard let key else { continue }
        #expect(indices[key] == index, "\(task.id) \(key)")
      }
    }
  }

  struct Plan: CustomTestStringConvertible {
    var words: String
    var elements: Int
    var testDescription: String { words }
  }

  /// The expected documents, with the number of CareKit elements.
  private static let exact = [
    Plan(words: "every day at 08:00 and 20:00", elements: 2),
    Plan(words: "every 2 weeks on Monday, Wednesday and Friday at 17:00", elements: 3),
    Plan(words: "21 days on, 7 days off, at 08:00", elements: 21),
    Plan(words: "every 8 hours from 2025-01-06T08:00", elements: 1),
    Plan(words: "every day at 08:00 for 5 days", elements: 1),
    Plan(words: "every month at 08:00", elements: 1),
    Plan(words: "every day", elements: 1),
    Plan(words: "once at 08:00", elements: 1),
  ]

  @Test(arguments: exact) func writesExactly(_ plan: Plan) throws {
    let zone = try zone("Europe/Berlin")
    let schedule = try Schedule(words: plan.words, from: try day("2025-01-06"))
    var before = CareRecord(patient: Patient(id: "ann", zone: zone))
    before.tasks = [CareTask(id: "plan", schedule: schedule)]
    before.tasks[0].matching = .keyed
    let document = CareKitWriter().document(of: before)
    #expect(document.problems == [])
    let after = try record(document.bytes)
    #expect(after.tasks[0].schedule.elements.count == plan.elements)
    let range = try at("2024-12-01T00:00:00Z")..<at("2026-12-01T00:00:00Z")
    let starts = [schedule, after.tasks[0].schedule].map { schedule in
      compiled(schedule, in: zone).starting(in: range).map(\.start)
    }
    #expect(starts[0] == starts[1])
    #expect(!starts[0].isEmpty)
  }

  /// Plans that cannot be written, with the property that CareKit cannot represent.
  private static let refused = [
    ("on the last Friday of every month at 08:00", "elements.0.rule"),
    ("3 times a week", "elements.0.quota"), ("as needed", "elements.0.asNeeded"),
    ("every day at 08:00 except 2025-01-08", "exclusions"),
  ]

  @Test(arguments: refused) func refuses(_ words: String, _ field: String) throws {
    var record = CareRecord(patient: Patient(id: "ann", zone: .utc))
    let schedule = try Schedule(words: words, from: try day("2025-01-06"))
    record.tasks = [CareTask(id: "plan", schedule: schedule)]
    let problems = CareKitWriter().document(of: record).problems
    #expect(problems.map(\.field) == ["tasks.plan.\(field)"])
    #expect(problems.map(\.problem.kind) == ["notInCareKit"])
    #expect(problems.map(\.source) == ["patient ann"])
  }

  @Test func refusesPlansThatFollowEvents() throws {
    var record = CareRecord(patient: Patient(id: "ann", zone: .utc))
    let element = ScheduleElement("stitches", after: EventAnchor(EventTime("surgery")))
    record.tasks = [CareTask(id: "plan", schedule: Schedule([element]))]
    record.namedEvents = [NamedEvent("surgery", at: try moment("2025-03-04"))]
    let problems = CareKitWriter().document(of: record).problems
    #expect(problems.map(\.field) == ["tasks.plan.elements.0.after", "namedEvents.0"])
    #expect(problems.map(\.problem.kind) == ["notInCareKit", "leftOut"])
  }

  @Test func writesExceptionsOccurrenceByOccurrence() throws {
    var before = CareRecord(patient: Patient(id: "ann", zone: .utc))
    let plan = try Schedule(
      words: "every day at 08:00 except 2025-01-08", from: try day("2025-01-06"))
    let id = plan.elements[0].id
    let moved = plan.moved(
      try key("\(id)/2025-01-09T08:00:00"), to: try moment("2025-01-09T11:00:00"))
    before.tasks = [CareTask(id: "plan", schedule: moved)]
    before.outcomes.append(try outcome("\(id)/2025-01-09T08:00:00", of: "plan", value: 3))
    before.outcomes.append(try outcome("\(id)/2025-01-08T08:00:00", of: "plan", value: 4))
    var options = CareKitWriter.Options()
    options.expanding = try days("2025-01-06", "2025-01-11")
    let document = CareKitWriter(options).document(of: before)
    let after = try record(document.bytes)
    let range = try at("2025-01-01T00:00:00Z")..<at("2025-02-01T00:00:00Z")
    let starts = compiled(after.tasks[0].schedule, in: .utc).starting(in: range)
    #expect(
      starts.map(\.start.description) == [
        "2025-01-06T08:00:00Z", "2025-01-07T08:00:00Z", "2025-01-09T11:00:00Z",
        "2025-01-10T08:00:00Z",
      ])
    #expect(after.outcomes.map { $0.key?.description } == ["3/2025-01-09T11:00:00"])
    #expect(
      document.problems.map(\.field) == [
        "tasks.plan.exclusions", "tasks.plan.matching", "outcomes.1.key",
      ])
  }

  /// In the encoding of 3.1, elements have no calendar: those in one zone rely on the task's zone.
  @Test func writesTheFormWithoutCalendars() throws {
    var before = CareRecord(patient: Patient(id: "ann", zone: try zone("Europe/Berlin")))
    let floating = Schedule([try element(from: "2025-03-20T08:00")])
    var there = floating
    there.elements[0].clockBinding = .fixed(try zone("Asia/Tokyo"))
    var both = floating
    both.elements += there.elements
    both.elements[1].id = "other"
    for (id, schedule) in [("both", both), ("here", floating), ("there", there)] {
      before.tasks.append(CareTask(id: id, schedule: schedule))
      before.tasks[before.tasks.count - 1].matching = .keyed
    }
    var options = CareKitWriter.Options()
    options.form = .v3
    let document = CareKitWriter(options).document(of: before)
    #expect(!String(decoding: document.bytes, as: UTF8.self).contains("calendar"))
    #expect(
      document.problems.map { "\($0.field ?? "") \($0.problem.kind)" } == [
        "tasks.both.elements.other otherZone"
      ])
    let after = try record(document.bytes)
    for (old, new) in zip(before.tasks, after.tasks).dropFirst() {
      #expect(
        try starts(compiled(new.schedule, in: after.patient.zone))
          == starts(compiled(old.schedule, in: before.patient.zone)))
    }
  }

  @Test func reportsOmissions() throws {
    var record = CareRecord(patient: Patient(id: "ann", zone: .utc))
    record.patient.start = try day("2025-01-06")
    var task = task(
      "tablet", .window,
      try element(from: "2025-01-06T08:00", window: try window(closes: "PT1H")))
    task.scoring = .recorded
    record.tasks = [task]
    record.holds = [Hold(from: try moment("2025-01-07"), to: nil)]
    let keys = (6...9).map { "tablet/2025-01-0\($0)T08:00:00" }
    record.outcomes.append(try outcome(keys[0]))
    record.outcomes.append(try outcome(keys[1], status: .skipped))
    record.outcomes.append(try event("2025-01-08T08:00"))
    record.outcomes.append(try outcome("tablet/2025-01-08T09:00:00"))
    let document = CareKitWriter().document(of: record)
    #expect(
      document.problems.map(\.field) == [
        "patient.start", "tasks.tablet.elements.0.window", "tasks.tablet.scoring",
        "tasks.tablet.matching", "outcomes.1.status", "outcomes.2.key", "outcomes.3.key", "holds.0",
      ])
    #expect(document.problems.allSatisfy { $0.problem.kind == "leftOut" })
    #expect(
      try CareKitJSONTests.record(document.bytes).outcomes.map(\.key?.nominal.description) == [
        "2025-01-06T08:00:00"
      ])
    #expect(CareKitWriter().document(of: record) == document)
  }

  /// The version in force owns its keys: each outcome refers to the version at which CareKit shows
  /// it.
  @Test func namesTheVersionInForce() throws {
    var record = CareRecord(patient: Patient(id: "ann", zone: .utc))
    var first = task("tablet", .keyed, try element(from: "2025-01-06T08:00"))
    first.recordedAt = try at("2025-01-01T00:00:00Z")
    var second = task("tablet", .keyed, try element(from: "2025-01-06T08:00", every: "P2D"))
    second.effectiveFrom = try moment("2025-01-10")
    second.recordedAt = try at("2025-01-09T00:00:00Z")
    record.tasks = [second, first]
    for number in ["09", "10", "11"] {
      record.outcomes.append(try outcome("tablet/2025-01-\(number)T08:00:00"))
    }
    let after = try CareKitJSONTests.record(CareKitWriter().document(of: record).bytes)
    #expect(after.tasks.map(\.recordedAt) == [first.recordedAt, second.recordedAt])
    #expect(
      after.outcomes.map { $0.key?.nominal.description } == [
        "2025-01-09T08:00:00", "2025-01-10T08:00:00", "2025-01-11T08:00:00",
      ])
    let text = String(decoding: CareKitWriter().document(of: record).bytes, as: UTF8.self)
    // The ninth is the fourth event of the first version, the tenth the third of the second, and
    // the eleventh, which does not exist in the second, the sixth of the first.
    let indices = text.split(separator: "\"taskOccurrenceIndex\":").dropFirst()
      .map { $0.prefix { $0.isNumber } }
    #expect(indices == ["3", "2", "5"])
  }

  /// Patients with every property that CareKit can represent, and some that it cannot.
  @Test func keepsPeople() throws {
    var ann = Patient(id: "ann", zone: try zone("Europe/Berlin"), group: "B")
    (ann.givenName, ann.familyName, ann.sex) = ("Ann", "Lee", .female)
    (ann.birthDate, ann.allergies) = (try day("1970-02-28"), ["nuts", "dust"])
    ann.recordedAt = try at("2025-01-01T00:00:00Z")
    (ann.tags, ann.remoteID, ann.userInfo) = (["t"], "r", ["k": "v"])
    ann.notes = [RecordNote("content", title: "title", author: "author")]
    var moved = ann
    moved.zone = try zone("America/New_York")
    moved.effectiveFrom = .instant(try at("2025-02-01T00:00:00Z"))
    moved.recordedAt = try at("2025-01-31T00:00:00Z")
    var before = CareRecord(patient: moved)
    before.earlierPatients = [ann]
    var plan = CarePlan(id: "knee", title: "Knee")
    plan.group = "g"
    plan.recordedAt = ann.recordedAt
    before.carePlans = [plan]
    var contact = Contact(id: "doc", givenName: "Bo", familyName: nil)
    (contact.organisation, contact.role, contact.title) = ("Clinic", "Surgeon", "MD")
    (contact.category, contact.carePlan) = (.friendsAndFamily, "knee")
    contact.emails = [LabelledValue("work", "a"), LabelledValue("work", "b")]
    contact.address = PostalAddress(["street": "1 Main\n2nd", "district": "South", "county": "C"])
    before.contacts = [contact]
    let after = try CareKitJSONTests.record(CareKitWriter().document(of: before).bytes)
    func plain(_ record: CareRecord) -> CareRecord {
      var record = record
      record.patient.userInfo = record.patient.userInfo.filter { !$0.key.hasPrefix("carekit.") }
      for place in record.earlierPatients.indices {
        record.earlierPatients[place].userInfo = ["k": "v"]
      }
      record.carePlans[0].userInfo = [:]
      record.contacts[0].userInfo = [:]
      return record
    }
    #expect(plain(after) == plain(before))
    #expect(after.earlierPatients[0].userInfo["k"] == "v")
  }

  @Test func writesNoDateThatReadsAsMilliseconds() throws {
    var record = CareRecord(patient: Patient(id: "ann", zone: .utc))
    record.tasks = [task("a", .keyed, try element(from: "2025-01-06T08:00", until: "9999-01-01"))]
    record.tasks.append(task("b", .keyed, try element(from: "2200-01-06T08:00")))
    let document = CareKitWriter().document(of: record)
    #expect(
      document.problems.map(\.field) == ["tasks.a.elements.0.end", "tasks.b.elements.0.start"])
    #expect(try problems(CareKitRecords(document.bytes)) == [])
  }

  /// A date in 2160 is written as text among numbers, and is read again.
  @Test func writesDatesBeyondNumbersAsText() throws {
    var record = CareRecord(patient: Patient(id: "ann", zone: .utc))
    record.tasks = [task("a", .keyed, try element(from: "2025-01-06T08:00", until: "2025-01-08"))]
    record.tasks[0].recordedAt = Instant("2160-01-01T00:00:00Z")
    let again = try CareKitRecords(CareKitWriter().document(of: record).bytes).records
    #expect(again[0].tasks[0].recordedAt == record.tasks[0].recordedAt)
  }

  /// Where CareKit's schedules do not drift, its index is the engine's occurrence index.
  @Test(arguments: 100..<130 as Range<UInt64>) func countsAsTheEngine(_ seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    let record = try random.record()
    for task in record.tasks {
      let lowered = try LoweredSchedule(task.schedule, in: record.patient.zone, expanding: nil)
      let isTied = Set(lowered.elements.map(\.chain.start)).count < lowered.elements.count
      if isTied || lowered.elements.contains(where: \.chain.driftsEver) { continue }
      let occurrences = compiled(task.schedule, in: record.patient.zone)
      let range = try at("2025-03-01T00:00:00Z")..<at("2025-06-01T00:00:00Z")
      let rows = occurrences.starting(in: range)
      let indices = EventIndices(lowered.elements).indices(of: rows.map(occurrences.key))
      let starts = rows.map(\.start)
      for row in rows where starts.count(where: { $0 == row.start }) == 1 {
        #expect(indices[occurrences.key(of: row)] == occurrences.index(of: row))
      }
    }
  }

  @Test(arguments: [
    ("2025-03-01T02:30", "P1D", "America/New_York", true),
    ("2025-03-01T02:30", "P1D", "Asia/Tokyo", false),
    ("2025-03-01T03:00", "P1D", "America/New_York", false),
    ("2025-01-31T08:00", "P1M", "UTC", true), ("2025-01-28T08:00", "P1M", "UTC", false),
    ("2025-01-31T08:00", "P1Y", "UTC", false), ("2024-02-29T08:00", "P1Y", "UTC", true),
    ("2025-03-01T08:00", "P1DT12H", "America/New_York", true),
    ("2025-03-01T08:00", "P1DT12H", "UTC", false),
    ("2025-03-01T08:00", "PT8H", "America/New_York", false),
  ]) func reportsDriftingSchedules(
    _ start: String, _ every: String, _ zoneName: String, _ drifts: Bool
  ) throws {
    var record = CareRecord(patient: try patient(in: zoneName))
    record.tasks = [task("a", .keyed, try element(from: start, every: every))]
    let problems = CareKitWriter().document(of: record).problems
    #expect(problems.map(\.problem.kind) == (drifts ? ["drift"] : []))
  }
}
