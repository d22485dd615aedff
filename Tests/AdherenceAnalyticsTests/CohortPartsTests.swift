import AdherenceAnalytics
import Foundation
import Scheduling
import TestSupport
import Testing

/// Cohorts that were accumulated separately, in different orders, groups and processes.
@Suite struct CohortPartsTests {
  private func record(_ random: inout RandomRecords) throws -> CareRecord {
    var record = try random.record()
    for index in record.tasks.indices {
      record.tasks[index].group = try random.any([nil, "medication", "exercise"])
    }
    // Amounts without an exact binary sum.
    record.outcomes = OutcomeTable(
      record.outcomes.map { outcome in
        var outcome = outcome
        for index in outcome.values.indices {
          outcome.values[index].content = .number(outcome.values[index].amount * 0.1)
        }
        return outcome
      })
    return record
  }

  /// The contents of rows, with sums of amounts to the last digit, in order.
  private func lines(_ cohort: CohortAdherence) -> [String] {
    cohort.rows.map { row in
      """
      \(row.group ?? "-") \(row.scope) \(row.span) \(row.patients) \(row.patientsWithoutRatio) \
      \(row.adherentPatients) \(row.ratios) \(row.meanRatio ?? -1) \(row.pooled)
      """
    }
  }

  @Test(arguments: [CalendarPeriod.week, .relativeWeek, .all]) func mergeToTheLastDigit(
    _ period: CalendarPeriod
  ) throws {
    var random = try RandomRecords(seed: 176)
    for round in 0..<10 {
      var query = try random.query(by: period)
      query.numerator = try random.any(Numerator.allCases)
      let empty = CohortAdherence(spans: query.spans, numerator: query.numerator)
      var (whole, parts) = (empty, [empty, empty, empty])
      var patients = try (0..<12).map { _ in try record(&random).adherence(query) }
      for patient in patients { whole.add(patient) }
      patients.shuffle(using: &random.random)
      for patient in patients { parts[random.number(0...2)].add(patient) }
      parts.shuffle(using: &random.random)
      var merged = try JSONDecoder().decode(
        CohortAdherence.self, from: JSONEncoder().encode(parts[0]))
      merged.merge(parts[1])
      merged.merge(parts[2])
      #expect(lines(merged) == lines(whole), "round \(round)")
      #expect(lines(merged.merged) == lines(whole.merged), "round \(round)")
    }
  }

  /// A file of a part that was modified: the index of the first patient of a series is invalid.
  @Test(arguments: [-1, .min, .max]) func rejectsInvalidIndices(_ index: Int) throws {
    var random = try RandomRecords(seed: 177)
    let query = try random.query(by: .week)
    var cohort = CohortAdherence(spans: query.spans, numerator: query.numerator)
    cohort.add(try record(&random).adherence(query))
    let text = String(decoding: try JSONEncoder().encode(cohort), as: UTF8.self)
    let forged = text.replacing("\"index\":0", with: "\"index\":\(index)")
    #expect(forged != text)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CohortAdherence.self, from: Data(forged.utf8))
    }
  }

  /// The whole range is the sum of the patients' periods.
  @Test func mergedIsTheWholeRange() throws {
    var random = try RandomRecords(seed: 177)
    for _ in 0..<20 {
      let query = try random.query(by: .week)
      var weeks = CohortAdherence(spans: query.spans)
      var whole = CohortAdherence(spans: CalendarPeriod.all.spans(of: query.range))
      for _ in 0..<8 {
        let patient = try random.record().adherence(query)
        weeks.add(patient)
        whole.add(patient.merged)
      }
      #expect(lines(weeks.merged) == lines(whole))
    }
  }

  @Test func aPatientOfSeveralGroupsCountsOnceInTheWhole() throws {
    let query = AdherenceQuery(try days("2025-01-01", "2025-01-05"))
    let tablet = task("tablet", .keyed, try element(from: "2025-01-01T08:00", until: "2025-01-05"))
    var cohort = CohortAdherence(spans: query.spans)
    for (id, groups) in [("a", ["x", "y"]), ("b", ["y"]), ("c", [])] {
      let record = CareRecord(patient: try patient(id), tasks: [tablet])
      cohort.add(record.adherence(query), to: groups)
    }
    let totals = cohort.rows.filter { $0.scope == .total }
    #expect(totals.map(\.group) == [nil, "x", "y"])
    #expect(totals.map(\.patients) == [3, 1, 2])
    #expect(totals.map(\.pooled.due) == [12, 4, 8])
  }

  /// Rows are in the order of the patient with the lowest id, in whatever order patients are added.
  @Test func orderOfRowsFollowsIDs() throws {
    let query = AdherenceQuery(try days("2025-01-01", "2025-01-05"))
    let element = try element(from: "2025-01-01T08:00", until: "2025-01-05")
    let patients = try [("a", ["walk"]), ("b", ["tablet", "walk"]), ("c", ["survey"])].map {
      CareRecord(patient: try patient($0), tasks: $1.map { task($0, .keyed, element) })
        .adherence(query)
    }
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      var cohort = CohortAdherence(spans: query.spans)
      for index in order { cohort.add(patients[index]) }
      #expect(cohort.rows.map(\.task) == [nil, "walk", "tablet", "survey"])
    }
  }
}
