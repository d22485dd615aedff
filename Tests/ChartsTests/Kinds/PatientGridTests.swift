import AdherenceAnalytics
import Charts
import Foundation
import Scheduling
import TestSupport
import Testing

@Suite struct PatientGridTests {
  private func bytes(_ grid: PatientGrid) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(grid)
  }

  /// Random patients, as many as requested.
  private func patients(_ count: Int, by period: CalendarPeriod, _ numerator: Numerator) throws -> (
    query: AdherenceQuery, patients: [PatientAdherence]
  ) {
    try randomPatients(seed: 318, count: count, by: period, numerator)
  }

  /// Parts merged in any order and grouping, some of them encoded and decoded, give the same value.
  @Test(
    arguments: [CalendarPeriod.day, .week, .relativeWeek, .all],
    [(40, Numerator.done), (230, .done), (230, .progress), (201, .inWindow)])
  func partsMergeToTheSame(_ period: CalendarPeriod, _ many: (count: Int, numerator: Numerator))
    throws
  {
    var (query, patients) = try patients(many.count, by: period, many.numerator)
    let empty = PatientGrid(spans: query.spans, numerator: many.numerator)
    var whole = empty
    for patient in patients { whole.add(patient) }
    #expect(whole.patients == many.count)
    #expect(whole.isBinned == (many.count > PatientGrid.patientLimit))
    var random = Seeded(state: 7)
    for _ in 0..<2 {
      patients.shuffle(using: &random)
      var parts = [empty, empty, empty, empty]
      for patient in patients { parts[Int.random(in: 0...3, using: &random)].add(patient) }
      parts[1] = try JSONDecoder().decode(PatientGrid.self, from: bytes(parts[1]))
      var left = parts[0]
      for part in parts.dropFirst() { left.merge(part) }
      var right = parts[3]
      var inner = parts[1]
      inner.merge(parts[2])
      right.merge(inner)
      right.merge(parts[0])
      #expect(left == whole && right == whole)
      #expect(try bytes(left) == bytes(whole) && bytes(right) == bytes(whole))
      #expect(try JSONDecoder().decode(PatientGrid.self, from: bytes(whole)) == whole)
    }
  }

  /// With rows or with bins, the counts are those of the cohort by period.
  @Test(arguments: [30, 260]) func countsAreThoseOfTheCohort(_ count: Int) throws {
    let (query, patients) = try patients(count, by: .week, .done)
    var (grid, cohort) = (
      PatientGrid(spans: query.spans), CohortAdherence(spans: query.spans)
    )
    for patient in patients {
      grid.add(patient)
      cohort.add(patient)
    }
    let chart = ChartData.lasagna(of: grid, over: query.spans, title: "", limit: 100_000)
    #expect(chart.isSound)
    let rows = cohort.rows.filter { $0.scope == .total && $0.group == nil }
    // A cell has the pooled ratio of its patients; columns add up to its numerator and denominator.
    let periods = Dictionary(grouping: chart.series[0].points) { point in
      chart.value("periodStart", of: point)
    }
    for row in rows {
      let isDue = row.pooled.due > 0
      // Periods after the last with anything planned are left out.
      guard let column = periods[.date(row.span.start)] else {
        #expect(!isDue)
        continue
      }
      if chart.x.scale == .day {
        #expect(column.reduce(0) { $0 + ($1.yEnd ?? 0) - ($1.y ?? 0) } == Double(count))
      }
      #expect(column.contains { $0.value != nil } == isDue)
      if !isDue { #expect(column.allSatisfy { $0.missing != nil }) }
    }
    #expect(chart.y.range == 0...Double(count))
  }

  @Test func readingChecksItsLists() throws {
    let (query, patients) = try patients(3, by: .week, .done)
    var grid = PatientGrid(spans: query.spans)
    for patient in patients { grid.add(patient) }
    let text = String(decoding: try bytes(grid), as: UTF8.self)
    let broken = [
      text.replacing("\"bins\":[]", with: "\"bins\":[{}]"),
      text.replacing("\"weekStart\":0", with: "\"weekStart\":9"),
      text.replacing("\"reasons\":[", with: "\"reasons\":[0,"),
    ]
    for text in broken {
      #expect(throws: DecodingError.self) {
        _ = try JSONDecoder().decode(PatientGrid.self, from: Data(text.utf8))
      }
    }
  }

  @Test func partsOfOtherQueriesDoNotMerge() async {
    await #expect(processExitsWith: .failure) {
      let weeks = CalendarPeriod.week.spans(of: try days("2025-01-01", "2025-03-01"))
      var grid = PatientGrid(spans: weeks)
      grid.merge(PatientGrid(spans: weeks, numerator: .inWindow))
    }
  }
}
