import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct AdherenceSeriesTests {
  /// A record whose tasks have random groups and plans.
  private func record(_ random: inout RandomRecords) throws -> CareRecord {
    var record = try random.record()
    for index in record.tasks.indices {
      record.tasks[index].group = try random.any([nil, "medication", "exercise"])
      record.tasks[index].carePlan = try random.any([nil, "heart", "knee"])
    }
    return record
  }

  @Test func groupsAndPlansAreTheSumsOfTheirTasks() throws {
    var random = try RandomRecords(seed: 74)
    for _ in 0..<100 {
      let record = try record(&random)
      let adherence = record.adherence(try random.query(by: .week))
      let groups = record.tasks.compactMap(\.group)
      #expect(Set(adherence.groups.compactMap(\.scope.group)) == Set(groups))
      #expect(
        Set(adherence.carePlans.compactMap(\.scope.carePlan))
          == Set(record.tasks.compactMap(\.carePlan)))
      for series in adherence.groups + adherence.carePlans {
        var sums = Array(repeating: Adherence(), count: adherence.spans.count)
        var isEmpty = true
        for (task, own) in zip(record.tasks, adherence.tasks)
        where task.impactsAdherence
          && (task.group.map(SeriesScope.group) == series.scope
            || task.carePlan.map(SeriesScope.carePlan) == series.scope)
        {
          isEmpty = false
          for index in sums.indices { sums[index].merge(own.periods[index]) }
        }
        #expect(series.periods == sums)
        #expect(series.isEmpty == isEmpty)
      }
    }
  }

  @Test func withoutNamesThereAreNone() throws {
    var random = try RandomRecords(seed: 75)
    let adherence = try random.record().adherence(try random.query())
    #expect(adherence.groups.isEmpty)
    #expect(adherence.carePlans.isEmpty)
    #expect(adherence.series.count == adherence.tasks.count + 1)
  }

  @Test func aGroupOfTasksThatDoNotImpactHasNoTasks() throws {
    var tablet = task("tablet", .keyed, try element(from: "2025-01-01T08:00"))
    tablet.group = "medication"
    tablet.impactsAdherence = false
    let record = CareRecord(patient: try patient(), tasks: [tablet])
    let adherence = record.adherence(AdherenceQuery(try days("2025-01-01", "2025-01-03")))
    #expect(adherence.groups.map { $0.ratioMissing(at: 0) } == [.noTasks])
    #expect(adherence.tasks[0].periods[0].due == 2)
  }

  /// However a cohort is split, and in any order of merging, every row is the same.
  @Test(arguments: [CalendarPeriod.week, .relativeWeek, .all]) func cohortsMerge(
    _ period: CalendarPeriod
  ) throws {
    var random = try RandomRecords(seed: 76)
    for _ in 0..<10 {
      let query = try random.query(by: period)
      var whole = CohortAdherence(spans: query.spans)
      var parts = [whole, whole, whole]
      for _ in 0..<12 {
        let patient = try record(&random).adherence(query)
        whole.add(patient)
        parts[random.number(0...2)].add(patient)
      }
      var merged = parts[2]
      merged.merge(parts[0])
      merged.merge(parts[1])
      #expect(lines(merged) == lines(whole))
    }
  }

  /// The contents of rows, in an order that is independent of that of patients.
  private func lines(_ cohort: CohortAdherence) -> [String] {
    cohort.rows.map { row in
      let pooled = row.pooled
      return """
        \(row.group ?? "-") \(row.scope) \(row.span.name) \(row.span.start) \(row.span.end) \
        \(row.patients) \(row.patientsWithoutRatio) \(row.adherentPatients) \(row.ratios) \(pooled.due) \
        \(pooled.done) \(pooled.missed) \(pooled.pending) \(pooled.unscheduled)
        """
    }.sorted()
  }

  @Test func differentQueriesDoNotMerge() async {
    await #expect(processExitsWith: .failure) {
      let spans = CalendarPeriod.all.spans(of: try days("2025-01-01", "2025-02-01"))
      var cohort = CohortAdherence(spans: spans)
      cohort.merge(CohortAdherence(spans: spans, numerator: .progress))
    }
  }

  /// Two patients a month apart, who took the first of two weeks' tablets.
  @Test func relativeWeeksMergeByNumber() throws {
    let query = AdherenceQuery(try days("2025-01-01", "2025-03-01"), by: .relativeWeek)
    var cohort = CohortAdherence(spans: query.spans)
    for start in ["2025-01-08", "2025-02-12"] {
      let first = try day(start)
      let tablet = try element(from: "\(start)T08:00", until: "\(first.adding(days: 14))")
      let record = CareRecord(
        patient: try patient(start), tasks: [task("tablet", .keyed, tablet)],
        outcomes: try (0..<7).map { try outcome("tablet/\(first.adding(days: $0))T08:00") })
      cohort.add(record.adherence(query))
    }
    let rows = cohort.rows.filter { $0.scope == .total }
    #expect(rows.map(\.span.name) == cohort.spans.map(\.name))
    #expect(rows.prefix(2).map(\.pooled.due) == [14, 14])
    #expect(rows.prefix(2).map(\.pooled.done) == [14, 0])
    #expect(rows.map(\.patients) == [2, 2, 2, 1, 1, 1, 1, 1])
    #expect(rows[0].span.start == (try day("2025-01-08")))
    #expect(rows[0].span.end == (try day("2025-02-19")))
  }

  @Test func rowsFollowTheNumeratorAndTheThreshold() throws {
    let tablet = try element(
      from: "2025-01-01T08:00", until: "2025-01-03", targets: [ScheduleElement.Target(2)])
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet)],
      outcomes: try ["01", "02"].map { try outcome("tablet/2025-01-\($0)T08:00", value: 1) })
    var query = AdherenceQuery(try days("2025-01-01", "2025-01-03"))
    query.scoring = .summed
    var strict = CohortAdherence(spans: query.spans)
    var half = CohortAdherence(
      spans: query.spans, numerator: .progress, threshold: Share(1, of: 2))
    strict.add(record.adherence(query))
    half.add(record.adherence(query))
    #expect(strict.rows.map(\.meanRatio) == [0, 0])
    #expect(half.rows.map(\.meanRatio) == [0.5, 0.5])
    #expect(strict.rows.map(\.adherentPatients) == [0, 0])
    #expect(half.rows.map(\.adherentPatients) == [1, 1])
  }
}
