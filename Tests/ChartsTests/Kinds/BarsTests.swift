import AdherenceAnalytics
import Charts
import Scheduling
import TestSampling
import TestSupport
import Testing

@Suite struct BarsTests {
  /// Two weeks of a tablet a day, then a week off.
  private func adherence(by period: CalendarPeriod = .week) throws -> PatientAdherence {
    let tablet = try element(from: "2025-01-06T08:00", until: "2025-01-20")
    let events = try ["06", "07", "08", "09", "10", "13", "14"].map {
      try event("2025-01-\($0)T08:05")
    }
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .nearest, tablet)],
      outcomes: events)
    return record.adherence(AdherenceQuery(try days("2025-01-06", "2025-01-27"), by: period))
  }

  @Test func weeks() throws {
    let adherence = try adherence()
    let chart = ChartData.bars(of: adherence.total, over: adherence.spans, title: "Tablet")
    #expect(chart.isSound)
    let (due, done) = (try #require(chart.series("Due")), try #require(chart.series("Done")))
    #expect(due.points.map(\.y) == [7, 7, nil] && done.points.map(\.y) == [5, 2, nil])
    #expect(due.points.map(\.label) == ["2025-W02", "2025-W03", "2025-W04"])
    #expect(done.points.map(\.missing) == [nil, nil, "noOccurrences"])
    #expect(
      try done.points.map(\.x) == ["06", "13", "20"].map { try day("2025-01-\($0)").position })
    #expect(done.points.map { ($0.xEnd ?? 0) - $0.x } == [7, 7, 7])
    #expect(chart.summary == "3 weeks, 50 % of 14 due done; lowest 2025-W03 with 28.6 %.")
    #expect(chart.reduction == nil && chart.y.range == 0...7)
  }

  @Test func nothingAtAll() throws {
    let record = CareRecord(patient: try patient(), tasks: [], outcomes: [])
    let adherence = record.adherence(
      AdherenceQuery(try days("2025-01-06", "2025-01-20"), by: .week))
    let chart = ChartData.bars(of: adherence.total, over: adherence.spans, title: "None")
    #expect(chart.series.flatMap(\.points).allSatisfy { $0.missing == "noTasks" && $0.y == nil })
    #expect(chart.summary == "2 weeks, nothing due.")
  }

  /// Three walks a week: a quota is due and completed, and a clipped week may require nothing.
  @Test func quotas() throws {
    for partial in [Quota.PartialPeriods.prorate, .drop] {
      var walk = try element("walk", from: "2024-01-01", every: nil, until: "2024-01-17")
      walk.recurrence = .quota(Quota(3, per: try period("P1W"), partial: partial))
      let record = CareRecord(
        patient: try patient(), tasks: [task("walk", .window, walk)],
        outcomes: try ["01", "03", "08", "09", "10", "11"].map {
          try event("2024-01-\($0)T18:00", of: "walk")
        })
      let adherence = record.adherence(
        AdherenceQuery(try days("2024-01-01", "2024-01-29"), by: .week))
      let bars = ChartData.bars(of: adherence.total, over: adherence.spans, title: "")
      let line = ChartData.sparkline(of: adherence.total, over: adherence.spans, title: "")
      #expect(bars.isSound && line.isSound)
      #expect(bars.series[0].points.prefix(2).map(\.y) == [3, 3])
      #expect(bars.series[1].points.prefix(2).map(\.y) == [2, 3])
      #expect(line.series[0].points.map(\.y) == adherence.total.periods.map { $0.ratio })
      #expect(bars.series[0].points[3].missing == "noOccurrences")
    }
  }

  /// Every number of every period of a cohort and of random records.
  @Test(arguments: CalendarPeriod.allCases) func numbersAreTheSeries(_ period: CalendarPeriod)
    throws
  {
    for record in try monitoredRecords().prefix(40).sampled(10) {
      let adherence = record.adherence(try monitoringQuery(by: period))
      for series in adherence.series { expectNumbers(series, adherence.spans, .done) }
    }
    for numerator in Numerator.allCases {
      let (_, patients) = try randomPatients(
        seed: 311, count: isExhaustive ? 30 : 8, by: period, numerator)
      for patient in patients {
        for series in patient.series { expectNumbers(series, patient.spans, numerator) }
      }
    }
  }

  private func expectNumbers(
    _ series: AdherenceSeries, _ spans: PeriodSpans, _ numerator: Numerator
  ) {
    let chart = ChartData.bars(of: series, over: spans, numerator, title: "", limit: 1_000)
    #expect(chart.isSound && chart.reduction == nil)
    for (index, period) in series.periods.enumerated() {
      let (due, done) = (chart.series[0].points[index], chart.series[1].points[index])
      let reason = series.ratioMissing(at: index)
      #expect(due.y == (reason == nil ? period.dueWithQuotas : nil))
      #expect(done.y == (reason == nil ? period.amount(numerator) : nil))
      #expect(due.missing == reason?.rawValue && due.label == spans[index].name)
      #expect(due.day == spans[index].start && due.xEnd == spans[index].end.position)
    }
  }

  /// Consecutive periods are merged by adding counts: sums are unchanged.
  @Test(arguments: [1, 2, 7, 20, 21, 100]) func limits(_ limit: Int) throws {
    let adherence = try adherence(by: .day)
    let chart = ChartData.bars(
      of: adherence.total, over: adherence.spans, title: "", limit: limit)
    #expect(chart.series[0].points.count <= limit)
    #expect((chart.reduction == nil) == (limit >= 21))
    #expect(chart.series[0].points.compactMap(\.y).reduce(0, +) == 14)
    #expect(chart.series[1].points.compactMap(\.y).reduce(0, +) == 7)
    #expect(chart.series[0].points.last?.xEnd == adherence.spans.range.upperBound.position)
    if limit == 7 {
      #expect(chart.series[0].points[0].label == "2025-01-06 to 2025-01-08")
      #expect(chart.reduction == ChartReduction(.bins, points: 21, limit: 7))
    }
  }

  @Test func otherPeriodsAreRejected() async throws {
    await #expect(processExitsWith: .failure) {
      let record = CareRecord(patient: try patient(), tasks: [], outcomes: [])
      let query = AdherenceQuery(try days("2025-01-06", "2025-01-20"), by: .week)
      _ = ChartData.bars(
        of: record.adherence(query).total, over: CalendarPeriod.day.spans(of: query.range),
        title: "")
    }
  }
}

extension CivilDate {
  /// The position of the day on an axis.
  var position: Double { Double(dayNumber) }
}
