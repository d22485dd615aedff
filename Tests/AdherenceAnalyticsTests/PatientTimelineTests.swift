import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Versions of patients, care plans and contacts take effect like those of tasks.
@Suite struct PatientTimelineTests {
  struct Version {
    var group: String?
    var zone = "America/New_York"
    var from: String?
    var recorded: String?
    var deleted: String?
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var versions: [Version]
    /// The group of each of the first ten days of January, by a report by day; `-` where nothing is due.
    var days: String
    /// The same as known on January 5; empty if the patient was unknown.
    var known: String?
  }

  static let examples = [
    Example(
      testDescription: "one from ever", versions: [Version(group: "A")], days: "AAAAAAAAAA",
      known: "AAAAAAAAAA"),
    Example(
      testDescription: "one from a day on, as a task",
      versions: [Version(group: "A", from: "2024-01-04")], days: "---AAAAAAA"),
    Example(
      testDescription: "the later one takes over from its day on",
      versions: [Version(group: "A"), Version(group: "B", from: "2024-01-04")],
      days: "AAABBBBBBB"),
    Example(
      testDescription: "what became known later was not known before",
      versions: [
        Version(group: "A", recorded: "2024-01-01"),
        Version(group: "B", from: "2024-01-04", recorded: "2024-01-08"),
      ], days: "AAABBBBBBB", known: "AAAAAAAAAA"),
    Example(
      testDescription: "known later, effective earlier: the other is eclipsed",
      versions: [
        Version(group: "A", recorded: "2024-01-01"),
        Version(group: "B", from: "2024-01-06", recorded: "2024-01-02"),
        Version(group: "C", from: "2024-01-03", recorded: "2024-01-09"),
      ], days: "AACCCCCCCC", known: "AAAAABBBBB"),
    Example(
      testDescription: "of two that hold from one moment the latest recorded",
      versions: [
        Version(group: "A", from: "2024-01-03", recorded: "2024-01-04"),
        Version(group: "B", from: "2024-01-03", recorded: "2024-01-07"),
      ], days: "--BBBBBBBB", known: "--AAAAAAAA"),
    Example(
      testDescription: "deleted", versions: [Version(group: "A", deleted: "2024-01-07")],
      days: "AAAAAA----", known: "AAAAAA----"),
    Example(
      testDescription: "a deletion that became known later",
      versions: [
        Version(group: "A", recorded: "2024-01-01"),
        Version(group: "A", recorded: "2024-01-08", deleted: "2024-01-03"),
      ], days: "AA--------", known: "AAAAAAAAAA"),
    Example(
      testDescription: "the id used again after a deletion",
      versions: [
        Version(group: "A", deleted: "2024-01-04"), Version(group: "B", from: "2024-01-08"),
      ], days: "AAA----BBB"),
    Example(
      testDescription: "recorded only later: in no report",
      versions: [Version(group: "A", recorded: "2024-01-06")], days: "AAAAAAAAAA", known: ""),
  ]

  @Test(arguments: examples) func groupAndExistence(_ example: Example) throws {
    let record = try record(example.versions)
    #expect(try groups(record) == example.days)
    if let known = example.known {
      #expect(try groups(record, asKnownAt: try at("2024-01-05T12:00Z")) == known)
    }
  }

  /// The group of each day's row of a cohort with this patient only, and of the patient's own row.
  private func groups(_ record: CareRecord, asKnownAt moment: Instant? = nil) throws -> String {
    var query = try query(by: .day)
    query.asKnownAt = moment
    guard record.isKnown(at: moment) else {
      #expect(record.known(at: moment) == nil)
      #expect(record.adherence(query).series.map(\.isEmpty) == [true])
      return ""
    }
    let adherence = record.adherence(query)
    var cohort = CohortAdherence(spans: query.spans)
    cohort.add(adherence)
    return adherence.spans.indices.map { index in
      guard adherence.total.periods[index].due > 0 else { return "-" }
      let own = cohort.rows.filter { $0.scope == .total && $0.span.number == index }
      let named = own.filter { $0.group != nil && $0.pooled.due > 0 }
      #expect(own.first { $0.group == nil }?.pooled.due == 1)
      #expect(named.map(\.group) == [adherence.patient(at: index).group])
      return named.first?.group ?? "?"
    }.joined()
  }

  @Test func aLaterVersionMovesNoEarlierDose() throws {
    let record = try record([
      Version(group: "A"), Version(group: "B", zone: "Europe/Berlin", from: "2024-01-06"),
    ])
    let starts = try evaluated(record).scored.map(\.occurrence.start.description)
    #expect(starts[0] == "2024-01-01T13:00:00Z")
    #expect(starts[4] == "2024-01-05T13:00:00Z")
    #expect(starts[5] == "2024-01-06T07:00:00Z")
    #expect(starts.count == 10)
    #expect(record.patientZone.id == "America/New_York;2024-01-05T23:00:00Z=Europe/Berlin")
    // As known before, there was no move.
    var known = record
    known.patient.recordedAt = try at("2024-02-01T00:00Z")
    #expect(known.known(at: try at("2024-01-20T00:00Z"))?.patientZone.id == "America/New_York")
  }

  @Test func travellersCanMove() throws {
    var record = try record([
      Version(zone: "America/New_York;2024-01-03T12:00:00Z=America/Chicago"),
      Version(zone: "Europe/Berlin;2024-01-08T00:00:00Z=Asia/Kolkata", from: "2024-01-05"),
    ])
    #expect(
      record.patientZone.id
        == "America/New_York;2024-01-03T12:00:00Z=America/Chicago"
        + ";2024-01-04T23:00:00Z=Europe/Berlin;2024-01-08T00:00:00Z=Asia/Kolkata")
    #expect(Zone(record.patientZone.id) == record.patientZone)
    // Planned occurrences at the old location never take place.
    record.earlierPatients[0].zone = try zone(
      "America/New_York;2024-02-03T12:00:00Z=America/Chicago")
    record.patient.zone = try zone("America/New_York")
    #expect(record.patientZone.id == "America/New_York")
  }

  @Test func afterADeletionNothingIsDueAndNothingIsLost() throws {
    for matching in Matching.allCases {
      var record = try record([Version(group: "A", deleted: "2024-01-07")], matching)
      record.outcomes += try (1...9).map { try outcome("tablet/2024-01-0\($0)T08:00") }
      record.outcomes.append(try event("2024-01-09T20:00", in: "America/New_York"))
      var query = try query()
      query.asOf = try at("2024-02-01T00:00Z")
      let counts = record.adherence(query).total.periods[0]
      #expect([counts.due, counts.done, counts.missed, counts.pending] == [6, 6, 0, 0])
      #expect(counts.unscheduled == 4)
      #expect(record.orphans == [6, 7, 8])
      let summary = record.summary(query)
      #expect(summary.isDeleted)
      #expect(summary.total == counts)
      query.asOf = try at("2024-01-06T00:00Z")
      #expect(!record.summary(query).isDeleted)
    }
  }

  @Test func quotasAndAsNeededElementsEndToo() throws {
    var walk = try element("walk", from: "2024-01-01T00:00", every: nil)
    walk.recurrence = .quota(Quota(7, per: try period("P1W")))
    var pill = try element("pill", from: "2024-01-01T00:00", every: nil)
    pill.recurrence = .asNeeded(.none)
    var record = try record([Version(deleted: "2024-01-11")])
    record.tasks = [task("walk", .window, walk), task("pill", .window, pill)]
    record.outcomes += try ["walk", "pill"].flatMap { task in
      try ["2024-01-02T09:00", "2024-01-12T09:00"].map {
        try event($0, in: "America/New_York", of: task)
      }
    }
    var query = AdherenceQuery(try days("2024-01-01", "2024-01-22"), by: .week)
    query.weekStart = .monday
    let adherence = record.adherence(query)
    #expect(adherence.tasks[0].periods.map(\.quota.required) == [7, 3, 0])
    #expect(adherence.tasks[1].periods.map(\.uses.count) == [1, 0, 0])
    #expect(adherence.total.periods.map(\.unscheduled) == [0, 2, 0])
  }

  @Test func wholeRangesUseTheLastVersion() throws {
    let record = try record([
      Version(group: "A"), Version(group: "B", from: "2024-01-06"),
      Version(group: "C", from: "2024-01-11"),
    ])
    var query = try query()
    #expect(record.adherence(query).patient.group == "B")
    #expect(record.summary(query).patient.group == "B")
    #expect(record.patient(for: query)?.group == "B")
    query.range = try days("2024-01-01", "2024-01-06")
    #expect(record.adherence(query).patient.group == "A")
    #expect(try PatientFilter("group:A").passes(record, query))
    #expect(try !PatientFilter("group:C").passes(record, query))
    query.range = try days("2024-01-01", "2024-01-12")
    #expect(record.adherence(query).patient.group == "C")
    query.dayBoundary = try #require(CivilTime("03:00"))
    query.range = try days("2024-01-01", "2024-01-11")
    #expect(record.adherence(query).patient.group == "C")
  }

  @Test func aPatientWhoChangesGroupsIsOneOfTheCohort() throws {
    let versions = [Version(group: "A"), Version(group: "B", from: "2024-01-06")]
    let query = try query(by: .day)
    var parts: [CohortAdherence] = []
    for group in ["A", "B"] {
      var other = try record([Version(group: group)])
      other.patient.id = "P\(group)"
      var part = CohortAdherence(spans: query.spans)
      for record in [try record(versions), other] { part.add(record.adherence(query)) }
      parts.append(part)
    }
    let rows = parts[0].merged.rows.filter { $0.scope == .total }
    #expect(rows.map(\.group) == [nil, "A", "B"])
    #expect(rows.map(\.patients) == [2, 2, 1])
    #expect(rows.map(\.pooled.due) == [20, 15, 5])
    #expect(parts[1].merged.rows.filter { $0.scope == .total }.map(\.pooled.due) == [20, 5, 15])
  }

  @Test func anEndedCarePlanEndsItsTasks() throws {
    var record = try record([Version()])
    record.tasks[0].carePlan = "hip"
    var other = task("walk", .keyed, try element("walk", from: "2024-01-01T09:00"))
    other.carePlan = "knee"
    record.tasks.append(other)
    var plan = CarePlan(id: "hip")
    plan.deletedAt = try moment("2024-01-04")
    plan.recordedAt = try at("2024-01-04T12:00Z")
    var again = CarePlan(id: "hip")
    again.effectiveFrom = try moment("2024-01-09")
    again.recordedAt = try at("2024-01-09T12:00Z")
    record.carePlans = [plan, again, CarePlan(id: "knee")]
    func due(asKnownAt moment: String? = nil) throws -> [Int] {
      var query = try query()
      query.asKnownAt = try moment.map(at)
      return record.adherence(query).tasks.map(\.periods[0].due)
    }
    #expect(try due() == [5, 10])
    #expect(try due(asKnownAt: "2024-01-09T00:00Z") == [3, 10])
    #expect(try due(asKnownAt: "2024-01-04T00:00Z") == [10, 10])
    // A task moved to another care plan continues.
    var moved = record.tasks[0]
    moved.carePlan = "knee"
    moved.effectiveFrom = try moment("2024-01-06")
    record.tasks.append(moved)
    #expect(try due() == [8, 10])
  }

  @Test func unknownVersionsOfAllKindsAreExcluded() throws {
    var record = try record([
      Version(group: "A", recorded: "2024-01-01"), Version(group: "B", recorded: "2024-01-08"),
    ])
    var (plan, contact) = (CarePlan(id: "hip"), Contact(id: "doctor"))
    (record.carePlans, record.contacts) = ([plan], [contact])
    let early = record
    plan.recordedAt = try at("2024-01-08T00:00Z")
    contact.recordedAt = plan.recordedAt
    record.carePlans.append(plan)
    record.contacts.append(contact)
    let known = try #require(record.known(at: try at("2024-01-05T00:00Z")))
    #expect(known.carePlans == early.carePlans)
    #expect(known.contacts == early.contacts)
    #expect(known.patients.map(\.group) == ["A"])
    #expect(record.known()?.patients.count == 2)
  }
}

// Invariants, for random records.
extension PatientTimelineTests {
  /// A version that changes nothing has no effect, whenever it begins.
  @Test func anEditThatChangesNothingChangesNoCount() throws {
    var random = try RandomRecords(seed: 71)
    for _ in 0..<80 {
      let record = try random.record()
      let query = try random.query(by: try random.any(CalendarPeriod.allCases))
      var edited = record
      edited.earlierPatients = [record.patient]
      edited.patient.givenName = "edited"
      edited.patient.effectiveFrom = .instant(random.instant())
      #expect(edited.adherence(query).series == record.adherence(query).series)
      #expect(edited.summary(query).total == record.summary(query).total)
      #expect(edited.orphans == record.orphans)
    }
  }

  /// Deleting a patient is equivalent to deleting all tasks, whether occurrences are counted or listed.
  @Test(arguments: UInt64(72)...75) func aDeletedPatientIsOneOfDeletedTasks(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<40 {
      let record = try random.record()
      let query = try random.query(by: .week)
      let end = LocalOrInstant.instant(random.instant())
      var (deleted, ended) = (record, record)
      deleted.patient.deletedAt = end
      for index in ended.tasks.indices { ended.tasks[index].deletedAt = end }
      #expect(deleted.adherence(query).series == ended.adherence(query).series)
      #expect(deleted.orphans == ended.orphans)
      for task in record.tasks {
        #expect(
          try deleted.evaluate(task, query).scored == ended.evaluate(task, query).scored)
      }
    }
  }

  /// A change of zone by a version is equivalent to travel.
  @Test func changingTheZoneIsTravel() throws {
    var random = try RandomRecords(seed: 76)
    for _ in 0..<60 {
      let record = try random.record()
      let query = try random.query(by: .week)
      let arrival = Zone.Arrival(
        from: random.instant(), zone: try zone(try random.any(random.zones)))
      var (moved, travels) = (record, record)
      moved.earlierPatients = [record.patient]
      moved.patient.zone = arrival.zone
      moved.patient.effectiveFrom = .instant(arrival.from)
      travels.patient.zone = Zone(home: record.patient.zone, arrivals: [arrival])
      #expect(moved.adherence(query).series == travels.adherence(query).series)
      for task in record.tasks {
        #expect(try moved.evaluate(task, query).scored == travels.evaluate(task, query).scored)
      }
    }
  }
}

extension PatientTimelineTests {
  /// A daily tablet at 08:00 from January 1, 2024, of a patient in versions.
  private func record(_ versions: [Version], _ matching: Matching = .keyed) throws -> CareRecord {
    var record = CareRecord(
      patient: try patient(),
      tasks: [task("tablet", matching, try element(from: "2024-01-01T08:00"))])
    record.patients = try versions.map { version in
      var patient = try patient("P1", in: version.zone, group: version.group)
      patient.effectiveFrom = try version.from.map(moment)
      patient.recordedAt = try version.recorded.map { try at("\($0)T00:00Z") }
      patient.deletedAt = try version.deleted.map(moment)
      return patient
    }
    return record
  }

  private func query(by period: CalendarPeriod = .all) throws -> AdherenceQuery {
    AdherenceQuery(try days("2024-01-01", "2024-01-11"), by: period)
  }

  private func evaluated(_ record: CareRecord) throws -> TaskEvaluation {
    try record.evaluate(record.tasks[0], try query())
  }
}
