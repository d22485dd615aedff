import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport
import Testing

@Suite struct RibbonTests {
  /// Whether a report has all days of a period.
  private func isWhole(_ span: PeriodSpan) -> Bool {
    switch span.period {
    case .week, .relativeWeek: span.end - span.start >= 7
    case .month: span.start.day == 1 && span.end.day == 1
    default: true
    }
  }

  /// Whether a period, in which something was due, is not over.
  private func isUnderway(_ row: CohortRow) -> Bool {
    let counts = row.pooled
    let open = Double(counts.pending + counts.quota.pending) + counts.outstandingWithQuotas
    return row.span.period != .relativeWeek && counts.dueWithQuotas > 0 && open > 0
  }

  private func expectRows(
    _ cohort: CohortAdherence, _ scope: SeriesScope, _ group: String?, limit: Int = 1_000
  ) {
    let chart = ChartData.ribbon(
      of: cohort, scope: scope, group: group, title: "", limit: limit)
    let all = cohort.rows.filter { $0.scope == scope && $0.group == group }
    let whole = all.filter { isWhole($0.span) && !isUnderway($0) }
    let rows = whole.isEmpty ? all : whole
    #expect(
      chart.isSound && chart.series.map(\.points.count) == Array(repeating: rows.count, count: 4))
    for (index, row) in rows.enumerated() {
      let points = chart.series.map { $0.points[index] }
      #expect(
        points.map(\.y) == [0.1, 0.25, 0.5].map { row.quantile($0) } + [
          row.pooled.ratio(cohort.numerator)
        ])
      #expect(points.map(\.yEnd) == [row.quantile(0.9), row.quantile(0.75), nil, nil])
      let isRelative = row.span.period == .relativeWeek
      #expect(points[0].x == (isRelative ? Double(row.span.number) : row.span.start.position))
    }
  }

  @Test(arguments: [CalendarPeriod.week, .month, .relativeWeek, .all])
  func numbersAreTheRows(_ period: CalendarPeriod) throws {
    let query = try monitoringQuery(by: period)
    var cohort = CohortAdherence(spans: query.spans)
    for record in try monitoredRecords() {
      cohort.add(record.adherence(query))
    }
    for group in [nil, "A", "B"] {
      for scope in [SeriesScope.total, .task("med"), .task("walk")] {
        expectRows(cohort, scope, group)
      }
    }
    let chart = ChartData.ribbon(of: cohort, title: "Adherence")
    #expect(
      chart.references == [ReferenceLine(.y, at: 0.8, "threshold 80 %", statistic: "threshold")])
    #expect(chart.series.map(\.role) == [.outerInterval, .interval, .primary, .secondary])
    #expect(chart.summary.contains("200 patients"))
  }

  @Test(arguments: Numerator.allCases) func numbersByChance(_ numerator: Numerator) throws {
    let (query, patients) = try randomPatients(seed: 321, count: 30, by: .day, numerator)
    var cohort = CohortAdherence(
      spans: query.spans, numerator: numerator, threshold: Share(2, of: 3))
    for patient in patients { cohort.add(patient) }
    expectRows(cohort, .total, nil)
    #expect(ChartData.ribbon(of: cohort, title: "").references[0].label == "threshold 66.7 %")
  }

  @Test func noPatients() throws {
    let cohort = CohortAdherence(
      spans: CalendarPeriod.week.spans(of: try days("2025-01-01", "2025-03-01")))
    let chart = ChartData.ribbon(of: cohort, title: "")
    #expect(chart.pointCount == 0 && chart.summary == "No periods.")
  }

  /// Every *n*th day is kept, and all weekdays are covered.
  @Test func tenYearsOfDays() throws {
    let query = AdherenceQuery(try days("2015-01-01", "2025-01-01"), by: .day)
    let tablet = try element(from: "2015-01-01T08:00")
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .nearest, tablet)],
      outcomes: [try event("2015-01-01T08:00")])
    var cohort = CohortAdherence(spans: query.spans)
    cohort.add(record.adherence(query))
    for limit in [300, 522] {
      let chart = ChartData.ribbon(of: cohort, title: "", limit: limit)
      let points = try #require(chart.series("Median")).points
      #expect(points.count <= limit && Set(points.map(\.day.weekday)).count == 7)
      #expect(chart.reduction == ChartReduction(.sample, points: 3_653, limit: limit))
      let rows = cohort.rows.filter { $0.scope == .total }
      for point in points {
        let row = try #require(rows.first { $0.span.start == point.day })
        #expect(point.y == row.quantile(0.5))
      }
    }
  }
}
