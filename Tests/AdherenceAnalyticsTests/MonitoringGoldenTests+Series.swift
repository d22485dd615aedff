import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Results computed from doses: windows, streaks, parts, days, composites, and the cohort.
extension MonitoringGoldenTests {
  /// The doses of every patient, with the reference results.
  private func doses(_ pairs: [(CareRecord, ExpectedPatient)]) throws
    -> [(TaskEvaluation, ExpectedPatient)]
  {
    let query = try Self.query(by: .day)
    return try pairs.map { record, expected in
      let task = try #require(record.tasks.first { $0.id == "med" })
      return (try record.evaluate(task, query), expected)
    }
  }

  /// Every record with plans on the wall clock.
  ///
  /// A dose planned for 02:30 is taken at 03:30 in the night of the change of offset. Here it belongs to the
  /// previous day, by its nominal time, and in the reference to the same day, by the wall clock. If the plan
  /// itself has 03:30, both agree.
  private func pairsByWallClock() throws -> [(CareRecord, ExpectedPatient)] {
    var shifted = 0
    let pairs = try Self.pairs().map { record, expected in
      var record = record
      for index in record.tasks.indices {
        shifted += replan(&record.tasks[index].schedule, in: record.patient.zone)
      }
      return (record, expected)
    }
    #expect(shifted == 4)
    return pairs
  }

  /// Sets shifted times to their wall-clock time; returns their number.
  private func replan(_ schedule: inout Schedule, in zone: Zone) -> Int {
    let occurrences = compiled(schedule, in: zone)
    let rows = occurrences.starting(in: .earliest..<(.latest)).filter {
      zone.civil(at: $0.start) != occurrences.nominal(of: $0)
    }
    for row in rows {
      var key = occurrences.key(of: row)
      schedule = schedule.excluding([Schedule.Exclusion(at: key.nominal)])
      key.nominal = zone.civil(at: row.start)
      schedule = schedule.added(key)
    }
    return rows.count
  }

  @Test func everyPatientsRollingWeek() throws {
    let week = try #require(RollingWindow(days: 7))
    for (record, expected) in try pairsByWallClock() {
      let rolling = try #require(record.rolling([week], try Self.query(by: .all)).first)
      let series = try #require(rolling.patient.tasks.first { $0.task == "med" })
      let ratios = series.periods.indices.map { rolling.ratio(of: series, at: $0) }
      guard let reference = expected.rolling7 else {
        #expect(ratios.allSatisfy { $0 == nil }, "\(expected.id)")
        continue
      }
      let from = try #require(rolling.spans.position(of: try day(reference.from)))
      #expect(ratios[..<from].allSatisfy { $0 == nil }, "\(expected.id)")
      #expect(Array(ratios[from...].prefix(reference.values.count)) == reference.values)
      #expect(
        ratios[from...].prefix(reference.values.count).compactMap(\.self).min()
          == expected.rolling7Min, "\(expected.id)")
    }
  }

  @Test func everyPatientsStreaks() throws {
    for (doses, expected) in try doses(Self.pairs()) {
      let streaks = doses.streaks
      #expect(streaks.longest?.length ?? 0 == expected.longestTakenStreak, "\(expected.id)")
      #expect(streaks.longestMissed?.length ?? 0 == expected.longestMissedRun, "\(expected.id)")
      #expect(streaks.current?.length ?? 0 == expected.currentStreak, "\(expected.id)")
    }
  }

  @Test func everyPatientsPerfectDayStreaks() throws {
    for (record, expected) in try Self.pairs() {
      let adherence = record.adherence(try Self.query(by: .day))
      let doses = try #require(adherence.tasks.first { $0.task == "med" })
      let streaks = doses.perfectDayStreaks(over: adherence.spans)
      #expect(streaks.longest?.length ?? 0 == expected.longestPerfectDayStreak, "\(expected.id)")
      #expect(streaks.current?.length ?? 0 == expected.currentPerfectDayStreak, "\(expected.id)")
    }
  }

  @Test func everyPatientsSlots() throws {
    for (doses, expected) in try doses(Self.pairs()) {
      let slots = doses.parts(by: .slot).map(\.adherence.ratio)
      #expect(slots == expected.slotAdherence, "\(expected.id)")
    }
  }

  @Test func everyPatientsWeekdays() throws {
    for (doses, expected) in try doses(pairsByWallClock()) {
      let weekdays = doses.parts(by: .weekday).map(\.adherence)
      #expect(weekdays.map(\.due) == expected.weekday.map(\.expected), "\(expected.id)")
      #expect(weekdays.map(\.done) == expected.weekday.map(\.taken), "\(expected.id)")
      #expect(weekdays.map(\.ratio) == expected.weekday.map(\.fraction), "\(expected.id)")
    }
  }

  @Test func everyPatientsDosingDays() throws {
    for (doses, expected) in try doses(pairsByWallClock()) {
      let days = doses.dosingDays
      #expect(days.evaluable == expected.evaluableDays, "\(expected.id)")
      #expect(days.overuse == expected.overuseDays, "\(expected.id)")
      #expect(days.underuse == expected.underuseDays, "\(expected.id)")
      #expect(days.zero == expected.zeroDays, "\(expected.id)")
      #expect(days.share(\.correctByDate) == expected.correctDosingDaysByDate, "\(expected.id)")
      #expect(days.share(\.correct) == expected.correctDosingDays, "\(expected.id)")
      #expect(days.share(\.atLeastDue) == expected.daysWithAtLeastDue, "\(expected.id)")
      #expect(days.share(\.perfect) == expected.perfectDays, "\(expected.id)")
    }
  }

  /// Doses count if recorded; walks and surveys by progress.
  @Test func everyPatientsComposite() throws {
    for (record, expected) in try pairsByWallClock() {
      var record = record
      for index in record.tasks.indices where record.tasks[index].id != "med" {
        record.tasks[index].scoring = .summed
      }
      var query = try Self.query(by: .all)
      query.numerator = .progress
      let composite = record.composite(query)
      #expect(isNear(composite.pooledOverTasks, expected.composite.micro), "\(expected.id)")
      #expect(isNear(composite.meanOfTaskRatios, expected.composite.macro), "\(expected.id)")
      #expect(isNear(composite.dailyMean, expected.composite.dailyMean), "\(expected.id)")
      #expect(composite.days == expected.composite.days, "\(expected.id)")
    }
  }

  private func cohort(_ query: AdherenceQuery) throws -> CohortAdherence {
    var cohort = CohortAdherence(spans: query.spans)
    for (record, _) in try Self.pairs() {
      var record = record
      // The reference counts weeks from the first day of the plan, not from the first dose, which a day
      // boundary of 03:00 may assign to the previous day.
      let plan = try #require(record.tasks.first { $0.id == "med" }).schedule.elements[0]
      record.patient.start = plan.start.civil(in: record.patient.zone).date
      cohort.add(record.adherence(query))
    }
    return cohort
  }

  @Test func theCohortByRelativeWeek() throws {
    let rows = try cohort(try Self.query(by: .relativeWeek)).rows.filter {
      $0.group == nil && $0.task == "med"
    }
    for expected in try Self.expected.get().cohort.relativeWeeks {
      let row = try #require(rows.first { $0.span.number == expected.week })
      #expect(row.patients - row.patientsWithoutRatio == expected.patients, "\(expected.week)")
      #expect(row.pooled.due == expected.expected, "\(expected.week)")
      #expect(row.pooled.done == expected.taken, "\(expected.week)")
      #expect(row.pooled.ratio == expected.pooled, "\(expected.week)")
      #expect(isNear(row.meanRatio, expected.mean), "\(expected.week)")
      #expect(isNear(row.quantile(0.25), expected.q25), "\(expected.week)")
      #expect(isNear(row.quantile(0.5), expected.median), "\(expected.week)")
      #expect(isNear(row.quantile(0.75), expected.q75), "\(expected.week)")
    }
  }

  @Test func theCohortAndItsArms() throws {
    let rows = try cohort(try Self.query(by: .all)).rows.filter { $0.task == "med" }
    let cohort = try Self.expected.get().cohort
    for (group, expected) in [(nil, cohort.all), ("A", cohort.A), ("B", cohort.B)] {
      let row = try #require(rows.first { $0.group == group })
      #expect(row.patients == expected.patients)
      #expect(row.ratios.count == expected.n)
      #expect(row.pooled.due == expected.expected)
      #expect(row.pooled.done == expected.taken)
      #expect(row.adherentPatients == expected.atLeast80)
      #expect(row.pooled.ratio == expected.pooled)
      #expect(isNear(row.meanRatio, expected.mean))
      let shares = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95]
      for (share, quantile) in zip(shares, expected.quantiles) {
        #expect(isNear(row.quantile(share), quantile), "\(share)")
      }
      #expect(row.ratios.first == expected.min)
      #expect(row.ratios.last == expected.max)
    }
  }
}
