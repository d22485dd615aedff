import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Outside a patient's observation period nothing is due or missed.
@Suite struct ObservationTests {
  private let first = CivilDate(dayNumber: 20_000)

  private func observed(
    _ record: CareRecord, _ from: CivilDate?, _ to: CivilDate?
  ) -> CareRecord {
    var record = record
    record.patient.observation = ObservationPeriod(from: from, to: to, endCause: .deviceReturned)
    return record
  }

  /// The record of a patient who is observed on these days only, which bounds the plans likewise.
  private func clipped(_ record: CareRecord, _ from: CivilDate, _ to: CivilDate) -> CareRecord {
    var record = record
    record.patient.effectiveFrom = .local(CivilDateTime(date: from))
    record.patient.deletedAt = .local(CivilDateTime(date: to.adding(days: 1)))
    return record
  }

  @Test func aReturnedDeviceEndsThePlanWithItsLastDay() throws {
    let zone = try zone("Europe/Berlin")
    let tablet = CareTask(
      id: "tablet", schedule: .daily(at: [CivilTime(secondOfDay: 28_800)], from: first))
    let outcomes = (0..<40).map { day in
      let taken = CivilDateTime(date: first.adding(days: day), time: CivilTime(secondOfDay: 29_000))
      return Outcome(task: "tablet", time: zone.firstInstant(atOrAfter: taken))
    }
    let record = CareRecord(
      patient: Patient(id: "ann", zone: zone), tasks: [tablet], outcomes: outcomes)
    let query = AdherenceQuery(first..<first.adding(days: 84))
    let whole = try #require(record.adherence(query).total.periods.first)
    #expect(whole.due == 84 && whole.done == 40)
    let seen = observed(record, nil, first.adding(days: 39)).summary(query)
    #expect(seen.total.due == 40 && seen.total.ratio == 1 && seen.total.missed == 0)
    #expect(seen.isObservationOver && seen.observation.endCause == .deviceReturned)
  }

  @Test func eventsOutsideAreCountedSeparately() throws {
    let zone = try zone("UTC")
    let tablet = CareTask(
      id: "tablet", schedule: .daily(at: [CivilTime(secondOfDay: 28_800)], from: first))
    let outcomes = (0..<10).map { day in
      Outcome(
        task: "tablet",
        time: zone.firstInstant(
          atOrAfter: CivilDateTime(
            date: first.adding(days: day), time: CivilTime(secondOfDay: 30_000))))
    }
    let record = observed(
      CareRecord(patient: Patient(id: "ann", zone: zone), tasks: [tablet], outcomes: outcomes),
      first.adding(days: 2), first.adding(days: 6))
    let query = AdherenceQuery(first..<first.adding(days: 10))
    let evaluation = try record.evaluate(tablet, query)
    #expect(evaluation.dispositions.count { $0 == .matched } == 5)
    #expect(evaluation.dispositions.count { $0 == .unobserved } == 5)
    #expect(record.adherence(query).total.periods[0].unscheduled == 5)
    var evaluator = AdherenceEvaluator(query)
    var counts = UnscheduledCounts()
    _ = evaluator.evaluate(CompiledRecord(record, query), options: .course) { course, _ in
      counts.merge(course.unscheduled)
      #expect(course.own.events.days.count == 5)
    }
    #expect(counts.unobserved == 5 && counts.unmatched == 0)
  }

  /// Outcomes with keys of occurrences outside the period are not orphans.
  @Test func keysOutsideAreNoErrors() throws {
    var tablet = CareTask(
      id: "tablet", schedule: .daily(at: [CivilTime(secondOfDay: 28_800)], from: first))
    tablet.matching = .keyed
    let element = tablet.schedule.elements[0].id
    let outcomes = (0..<10).map { day in
      Outcome(
        task: "tablet",
        key: OccurrenceKey(
          element: element,
          nominal: CivilDateTime(
            date: first.adding(days: day), time: CivilTime(secondOfDay: 28_800))))
    }
    let record = observed(
      CareRecord(
        patient: Patient(id: "ann", zone: try zone("UTC")), tasks: [tablet], outcomes: outcomes),
      nil, first.adding(days: 3))
    #expect(record.orphans.isEmpty)
    let query = AdherenceQuery(first..<first.adding(days: 10))
    #expect(record.adherence(query).total.periods[0].due == 4)
    #expect(
      try record.evaluate(tablet, query).dispositions.suffix(6).allSatisfy { $0 == .unobserved })
  }

  /// A period without monitoring counts like a hold, except for outcomes recorded during it.
  @Test func unmonitoredPeriodsAreOutsideObservation() throws {
    let tablet = CareTask(
      id: "tablet", schedule: .daily(at: [CivilTime(secondOfDay: 28_800)], from: first))
    let utc = try zone("UTC")
    let outcomes = (0..<10).map { day in
      Outcome(
        task: "tablet",
        time: utc.firstInstant(
          atOrAfter: CivilDateTime(
            date: first.adding(days: day), time: CivilTime(secondOfDay: 30_000))))
    }
    var hold = Hold(
      from: .local(CivilDateTime(date: first.adding(days: 3))),
      to: .local(CivilDateTime(date: first.adding(days: 6))))
    let query = AdherenceQuery(first..<first.adding(days: 10))
    var records = [CareRecord(patient: Patient(id: "ann", zone: utc), tasks: [tablet])]
    records[0].outcomes = OutcomeTable(outcomes)
    records.append(records[0])
    records[0].holds = [hold]
    hold.mode = .notMonitored
    records[1].holds = [hold]
    let totals = records.map { $0.adherence(query).total.periods[0] }
    #expect(totals[0] == totals[1] && totals[1].due == 7 && totals[1].onHold == 3)
    let dispositions = try records.map { try $0.evaluate(tablet, query).dispositions }
    #expect(dispositions[0].count { $0 == .held } == 3)
    #expect(dispositions[1].count { $0 == .unobserved } == 3)
  }

  /// A partly observed week of a quota requires its fraction, as one cut by the end of the plan does.
  @Test func quotasAreCutAsByTheEndOfAPlan() throws {
    let monday = try #require(CivilDate("2025-01-06"))
    var element = ScheduleElement("walk", from: .local(CivilDateTime(date: monday)))
    element.recurrence = .quota(Quota(3, per: ISODuration(days: 7)))
    let walk = CareTask(id: "walk", schedule: Schedule([element]))
    var ended = element
    ended.end = .local(CivilDateTime(date: monday.adding(days: 11)))
    let short = CareTask(id: "walk", schedule: Schedule([ended]))
    let patient = Patient(id: "ann", zone: try zone("UTC"))
    let query = AdherenceQuery(monday..<monday.adding(days: 28), by: .week)
    let seen = observed(
      CareRecord(patient: patient, tasks: [walk]), nil, monday.adding(days: 10)
    ).adherence(query).total.periods
    #expect(seen == CareRecord(patient: patient, tasks: [short]).adherence(query).total.periods)
    #expect(seen.map(\.quota.required).reduce(0, +) < 5)
  }

  @Test(arguments: CalendarPeriod.allCases)
  func drawnRecordsAreThoseWhosePatientIsThereOnTheDaysAlone(_ period: CalendarPeriod) throws {
    var random = try RandomRecords(seed: 451)
    for _ in 0..<40 {
      let record = try random.record()
      let query = try random.query(by: period)
      let (lower, upper) = (query.range.lowerBound, query.range.upperBound)
      let from = lower.adding(days: random.number(-3...max(0, (upper - lower) / 2)))
      let to = from.adding(days: random.number(0...40))
      let seen = observed(record, from, to)
      let by = clipped(record, from, to)
      let (own, hand) = (seen.adherence(query), by.adherence(query))
      #expect(own.spans.map(\.start) == hand.spans.map(\.start))
      #expect(own.series.map(\.periods) == hand.series.map(\.periods))
      for task in record.tasks {
        let (a, b) = (try? seen.evaluate(task, query), try? by.evaluate(task, query))
        #expect(a?.scored == b?.scored)
      }
      let range = Instant(seconds: 0)..<Instant(seconds: 4_000_000_000)
      #expect(
        Array(seen.occurrences(in: range).rows) == Array(by.occurrences(in: range).rows))
    }
  }
}
