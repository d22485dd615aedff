import AdherenceAnalytics
import Foundation
import PlainWords
import Scheduling
import Testing

/// The examples of the essential types of `AdherenceAnalytics`.
@Suite(.printsAsWritten) struct AdherenceAnalyticsExamples: Examples {
  @Test func careRecord() async throws {
    let monday = CivilDate("2025-01-06")!
    let tablet = CareTask(id: "tablet", schedule: .daily(at: [CivilTime("08:00")!], from: monday))
    let record = CareRecord(
      patient: Patient(id: "ann", zone: Zone("Europe/Berlin")!), tasks: [tablet],
      outcomes: [Outcome(task: "tablet", time: Instant("2025-01-06T07:10:00Z")!)])
    let query = AdherenceQuery(monday..<monday.adding(days: 4))
    print(record.adherence(query).total.periods[0].ratio!)  // 0.25
  }

  @Test func patient() async throws {
    var ann = Patient(id: "ann", zone: Zone("Europe/Berlin")!, group: "B")
    ann.start = CivilDate("2025-01-06")
    ann.tags = ["insulin"]
    print(ann.zone.id, ann.group ?? "none")  // Europe/Berlin B
  }

  @Test func endCause() async throws {
    print(EndCause("Device returned") == .deviceReturned)  // true
    print(EndCause("lost to follow-up")!.rawValue)  // lostToFollowUp
  }

  @Test func careTask() async throws {
    var walk = CareTask(
      id: "walk", schedule: try Schedule(words: "3 times a week", from: CivilDate("2025-01-06")!))
    walk.group = "exercise"
    walk.impactsAdherence = false  // it has a series of its own, and is in no total
    print(walk.schedule.summary)  // 3 times a week
  }

  @Test func drugParameters() async throws {
    let drug = DrugParameters(forgivenessHours: 36)
    print(drug.forgivenessHours!, drug.halfLifeHours as Any)  // 36.0 nil
  }

  @Test func outcome() async throws {
    let taken = Outcome(task: "tablet", time: Instant("2025-01-06T07:10:00Z")!)
    let measured = Outcome(
      task: "pressure", key: OccurrenceKey("morning/2025-01-06T08:00:00"),
      values: [OutcomeValue(.number(135), units: "mmHg", kind: "systolic")])
    let refused = Outcome(task: "tablet", time: taken.time, status: .declined)
    print(taken.status, refused.status, measured.values.count)  // completed declined 1
  }

  @Test func hold() async throws {
    let (stay, home) = (LocalOrInstant("2025-01-08")!, LocalOrInstant("2025-01-11")!)
    var hospital = Hold(from: stay, to: home, reason: "in hospital")
    print(hospital.mode)  // exclude
    hospital.mode = .extend  // the days do not pass: all that follows moves
    hospital.task = "antibiotic"
  }

  @Test func namedEvent() async throws {
    var surgery = NamedEvent("surgery", at: LocalOrInstant("2025-03-04T07:30:00")!)
    surgery.id = "op-1"
    surgery.recordedAt = Instant("2025-02-20T09:00:00Z")!
    var postponed = surgery
    postponed.time = LocalOrInstant("2025-03-06T07:30:00")!
    postponed.recordedAt = Instant("2025-03-03T16:00:00Z")!
    print(postponed.name, postponed.time)  // surgery 2025-03-06T07:30:00
  }

  @Test func adherenceQuery() async throws {
    let january = CivilDate("2025-01-01")!..<CivilDate("2025-02-01")!
    var query = AdherenceQuery(january, by: .week)
    query.dayBoundary = CivilTime("03:00")!  // a dose at 00:20 is the evening's
    query.excusesDeclined = true
    print(query.spans.map(\.name).joined(separator: " "))
    // 2025-W01 2025-W02 2025-W03 2025-W04 2025-W05
  }

  @Test func scoring() async throws {
    let drunk = [OutcomeValue(.number(500), units: "mL"), OutcomeValue(.number(400), units: "mL")]
    let aim = [ScheduleElement.Target(1500, units: "mL")]
    print(Scoring.summed.progress(of: drunk, against: aim))  // 0.6
    print(Scoring.recorded.progress(of: drunk, against: aim))  // 1.0
  }

  @Test func patientAdherence() async throws {
    let week = AdherenceQuery(monday..<monday.adding(days: 7), by: .day)
    let answer = record.adherence(week)
    for (span, day) in zip(answer.spans, answer.total.periods).prefix(3) {
      print(span.name, day.done, "of", day.due)
    }
    // 2025-01-06 1 of 1
    // 2025-01-07 0 of 1
    // 2025-01-08 1 of 1
  }

  @Test func adherence() async throws {
    let week = AdherenceQuery(monday..<monday.adding(days: 7), by: .day)
    var total = Adherence()
    for day in record.adherence(week).total.periods { total.merge(day) }
    print(total.due, total.done, total.missed)  // 7 2 5
    print(total.ratio!, total.reaches(Share(4, of: 5)))  // 0.2857142857142857 false
    print(Adherence().ratioMissing!)  // noOccurrences
  }

  @Test func careEvent() async throws {
    let days = AdherenceQuery(monday..<monday.adding(days: 3))
    for event in try record.events(days) {
      print(event.key, event.state)
    }
    // tablet/2025-01-06T08:00:00 done
    // tablet/2025-01-07T08:00:00 missed
    // tablet/2025-01-08T08:00:00 done
  }

  @Test func dueItem() async throws {
    let noon = Instant("2025-01-07T12:00:00Z")!
    for item in try record.due(at: noon) {
      switch item {
      case .occurrence(let event): print(event.key, event.state)
      case .quota(let balance): print(balance.element, balance.left)
      case .asNeeded(let allowance): print(allowance.element, allowance.isAllowed)
      }
    }
    // tablet/2025-01-07T08:00:00 open
  }

  @Test func streaks() async throws {
    let summary = record.summary(AdherenceQuery(monday..<monday.adding(days: 3)))
    print(summary.perfectDays.longest?.length ?? 0)  // 1
    print(summary.perfectDays.currentMissed?.length ?? 0)  // 0
  }

  @Test func rollingAdherence() async throws {
    let days = AdherenceQuery(monday..<monday.adding(days: 8))
    let weekly = record.rolling([RollingWindow(days: 7)!], days)[0]
    for (position, day) in weekly.spans.enumerated().suffix(3) {
      print(day.name, weekly.ratio(of: weekly.patient.total, at: position) as Any)
    }
    // 2025-01-11 nil
    // 2025-01-12 Optional(0.2857142857142857)
    // 2025-01-13 Optional(0.14285714285714285)
  }

  @Test func valueSummary() async throws {
    let weights = [81.5, 80, 79.5, 79].enumerated().map { day, weight in
      Outcome(
        task: "tablet", time: Instant("2025-01-06T07:10:00Z")!.adding(seconds: Int64(day) * 86_400),
        values: [OutcomeValue(.number(weight), units: "kg")])
    }
    let measured = CareRecord(
      patient: Patient(id: "ann", zone: .utc), tasks: [tablet], outcomes: weights)
    let week = AdherenceQuery(monday..<monday.adding(days: 7))
    let summary = try measured.values(week)[0].summary
    print(summary.count, summary.mean!, summary.quantile(0.25)!, summary.gaps[.missed]!)
    // 4 80.0 79.375 3
  }

  @Test func valueSeries() async throws {
    var measured = record
    let weight = [OutcomeValue(.number(80.5), units: "kg", kind: "weight")]
    measured.outcomes[0].values = weight
    let days = AdherenceQuery(monday..<monday.adding(days: 3))
    for series in try measured.values(days) {
      print(series.scope.kind!, series.values.map { $0.gap?.rawValue ?? "\($0.amount!)" })
    }
    // weight ["80.5", "missed", "unrecorded"]
  }

  @Test func adherenceEvaluator() async throws {
    var evaluator = AdherenceEvaluator(AdherenceQuery(monday..<monday.adding(days: 4)))
    for record in [record] {
      print(record.patient.id, evaluator.adherence(of: record).total.periods[0].ratio!)
      // ann 0.5
    }
  }

  @Test func cohortAdherence() async throws {
    let query = AdherenceQuery(monday..<monday.adding(days: 4))
    var cohort = CohortAdherence(spans: query.spans)
    for record in [record] { cohort.add(record.adherence(query)) }
    print(cohort.rows[0].patients, cohort.rows[0].pooled.ratio!)  // 1 0.5
  }

  @Test func careStore() async throws {
    let store: some CareStore = MemoryStore()
    try await store.add(.patient(record.patient), .task(tablet, of: "ann"))
    try await store.add(.outcome(record.outcomes[0], of: "ann"))
    for try await record in try await store.records(matching: CareQuery()) {
      print(record.patient.id, record.outcomes.count)  // ann 1
    }
  }

  @Test func memoryStore() async throws {
    let store = try MemoryStore([record])
    try await store.add(.patient(Patient(id: "bob", zone: .utc)))
    print(try await store.fetchPatients().map(\.id))  // ["ann", "bob"]
  }

  @Test func careQuery() async throws {
    let store = try MemoryStore([record])

    var query = CareQuery(patients: PatientQuery(ids: ["ann"]))
    query.tasks.groups = ["medication"]
    query.outcomes.tasks = ["tablet"]
    for await record in await store.records(matching: query) {
      print(record.patient.id, record.tasks.count, record.outcomes.count)  // ann 0 2
    }
  }
}
