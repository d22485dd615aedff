import AdherenceAnalytics
import Foundation
import Scheduling
import TestSupport
import Testing

/// Means of several patients.
@Suite struct CohortValuesTests {
  private let query: AdherenceQuery

  init() throws { query = AdherenceQuery(try days("2025-01-06", "2025-01-20"), by: .week) }

  private func record(_ id: String, _ amounts: [Double], group: String? = nil) throws -> CareRecord
  {
    let first = try at("2025-01-06T08:00:00Z")
    return CareRecord(
      patient: try patient(id, group: group),
      tasks: [task("weight", .window, try element("weight", from: "2025-01-06T08:00"))],
      outcomes: amounts.enumerated().map { position, amount in
        Outcome(
          task: "weight", time: first.adding(seconds: Int64(position) * 86_400),
          values: [OutcomeValue(.number(amount), units: "kg")])
      })
  }

  private func add(_ record: CareRecord, to cohort: inout CohortValues) throws {
    for series in try record.values(query) {
      cohort.add(
        series.summaries(over: query.spans), of: series.scope, over: query.spans,
        groups: record.patient.group.map { [$0] } ?? [])
    }
  }

  private func words(_ cohort: CohortValues) -> [String] {
    cohort.rows(over: Array(query.spans)).map { row in
      let numbers = [row.mean, row.quantile(0.25), row.quantile(0.5), row.quantile(1)]
      let texts = numbers.map { $0.map { "\($0)" } ?? "-" }
      return "\(row.group ?? "all") \(row.span.name) \(row.patients)/\(row.readings) "
        + texts.joined(separator: " ")
    }
  }

  @Test func quantilesOfMeansByHand() throws {
    var cohort = CohortValues()
    // Means of the first week: 80, 90 and 60; of the second: 82 only.
    try add(record("a", Array(repeating: 80, count: 7) + [82], group: "A"), to: &cohort)
    try add(record("b", [80, 100], group: "B"), to: &cohort)
    try add(record("c", [60]), to: &cohort)
    #expect(
      words(cohort) == [
        "all 2025-W02 3/10 \(230.0 / 3) 70.0 80.0 90.0", "all 2025-W03 1/1 82.0 82.0 82.0 82.0",
        "A 2025-W02 1/7 80.0 80.0 80.0 80.0", "A 2025-W03 1/1 82.0 82.0 82.0 82.0",
        "B 2025-W02 1/2 90.0 90.0 90.0 90.0", "B 2025-W03 0/0 - - - -",
      ])
  }

  @Test func partsMergeToTheWholeInAnyOrder() throws {
    var random = Seeded(state: 3)
    let records = try (0..<40).map { number in
      let count = Int.random(in: 0...14, using: &random)
      let amounts = (0..<count).map { _ in Double.random(in: -5...120, using: &random) }
      return try record(
        "P\(number)", amounts, group: ["A", "B", nil][Int.random(in: 0...2, using: &random)])
    }
    var whole = CohortValues()
    for record in records { try add(record, to: &whole) }
    for _ in 0..<20 {
      var parts = [CohortValues(), CohortValues(), CohortValues()]
      for record in records.shuffled(using: &random) {
        try add(record, to: &parts[Int.random(in: 0..<3, using: &random)])
      }
      let read = try parts.map {
        try JSONDecoder().decode(CohortValues.self, from: JSONEncoder().encode($0))
      }
      var sum = CohortValues()
      for part in read { sum.merge(part) }
      #expect(words(sum) == words(whole))
    }
  }

  @Test func rejectsInvalidParts() throws {
    var cohort = CohortValues()
    try add(record("a", [80]), to: &cohort)
    let text = String(decoding: try JSONEncoder().encode(cohort), as: UTF8.self)
    #expect(throws: DecodingError.self) {
      let twice = "[" + text.dropFirst().dropLast() + "," + text.dropFirst()
      _ = try JSONDecoder().decode(CohortValues.self, from: Data(twice.utf8))
    }
  }
}
