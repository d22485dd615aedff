import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Diagnostics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// The charts of the example dataset are those of its measures.
@Suite struct RefillChartsTests {
  static func dataset() throws -> RefillDataset {
    try RefillDataset(
      folder: URL(filePath: monitoringPath).deletingLastPathComponent()
        .appending(path: "refills").path())
  }

  private func charts(
    _ measures: [RefillMeasure] = [.cma7], _ change: (inout RefillRequest) -> Void = { _ in }
  ) throws -> RefillCharts {
    var request = RefillRequest()
    request.measures = measures
    change(&request)
    return RefillCharts(try Self.dataset(), request)
  }

  @Test func fillsAreOfTheLowestValues() throws {
    let charts = try charts([.cma7, .pdc])
    let chart = try charts.chart(.fills)
    let evaluator = RefillEvaluator(RefillQuery())
    let values = charts.dataset.patientIDs.indices.map { place in
      let record = charts.dataset.record(at: place)
      return (record.patient, evaluator.value(of: .cma7, in: record).value ?? .infinity)
    }
    let lowest = values.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(20)
    #expect(chart.y.categories.map { String($0.prefix { $0 != " " }) } == lowest.map(\.0))
    for (category, (_, value)) in zip(chart.y.categories, lowest) {
      #expect(category.hasSuffix("  \(TextTable.percent(value))"))
    }
    #expect(chart.note == "20 of 50 rows are drawn, those with the lowest cma7.")
    #expect(chart.source?.patients == 50 && chart.source?.patient == nil)
  }

  @Test func aPatientHasAllValues() throws {
    let chart = try charts([.pdc, .cma7]).chart(.fills, of: "R003")
    let record = RefillRecord(
      patient: "R003",
      fills: try Self.dataset().record(at: 3).fills, stays: try Self.dataset().record(at: 3).stays)
    let evaluator = RefillEvaluator(RefillQuery())
    for measure in [RefillMeasure.pdc, .cma7] {
      let value = TextTable.percent(evaluator.value(of: measure, in: record).value)
      #expect(chart.subtitle.contains("\(measure.rawValue) \(value)"))
    }
    #expect(chart.title == "R003: pdc, fills" && chart.x.scale == .day)
    #expect(chart.series.first { $0.name == "In hospital" }?.points.isEmpty == false)
    #expect(chart.source?.patient == "R003" && chart.source?.patients == 1)
  }

  /// A title names the measure, the selected class, and the kind.
  @Test(arguments: [
    (RefillChart.fills, "cma7, statin, fills"), (.windows, "cma7, statin, sliding windows"),
    (.persistence, "First treatment episode, statin, persistence"),
    (.distribution, "cma7, statin, patients by ratio"),
  ])
  func titlesNameTheirSubject(_ chart: RefillChart, _ title: String) throws {
    let charts = try charts([.cma7]) { $0.classes = ["statin"] }
    let drawn = try charts.chart(chart)
    #expect(drawn.title == title)
    #expect(drawn.unnamedStatistics == [])
    if chart == .windows {
      #expect(drawn.subtitle.hasSuffix("; windows of 90 days, moved by 30 days"))
    }
  }

  @Test func classesHaveRowsAndCurves() throws {
    let charts = try charts { $0.level = .drugClass }
    let patient = try charts.chart(.fills, of: "R001")
    #expect(patient.y.categories.map { String($0.prefix { $0 != " " }) } == ["ras", "statin"])
    #expect(try charts.chart(.persistence).table?.rows.map(\.name) == ["ras", "statin"])
    #expect(try charts.chart(.windows).series.map(\.name) == ["ras", "statin"])
    let distribution = try charts.chart(.distribution)
    #expect(distribution.panels.map(\.title) == ["ras", "statin"])
    #expect(distribution.panels.map(\.subtitle) == ["41 patients", "39 patients"])
    let counts = distribution.panels.map { $0.series[0].points.compactMap(\.y).reduce(0, +) }
    #expect(counts == [41, 39])
    let rows = try charts.chart(.fills)
    #expect(rows.y.categories.allSatisfy { $0.contains(", ras") || $0.contains(", statin") })
  }

  /// The curve is that of first episodes, and the distribution that of the table.
  @Test func persistenceAndDistributionAreOfTheFills() throws {
    let charts = try charts { $0.query.episodes.permissibleGap = .days(30) }
    var query = RefillQuery()
    query.episodes.permissibleGap = .days(30)
    let evaluator = RefillEvaluator(query)
    var (ended, values): ([FollowUp], [Double]) = ([], [])
    for place in 0..<50 {
      let record = charts.dataset.record(at: place)
      ended.append(try #require(evaluator.persistence(of: record).value))
      values.append(try #require(evaluator.value(of: .cma7, in: record).value))
    }
    let survival = try charts.chart(.persistence)
    let median = try #require(SurvivalCurve(ended).median.time.value)
    #expect(survival.references.map(\.at) == [median])
    #expect(survival.subtitle.contains("a gap of more than 30 days"))
    #expect(survival.table?.rows[0].counts.first == 50)
    let distribution = try charts.chart(.distribution)
    let counts = Histogram(values).counts.map(Double.init)
    #expect(distribution.series[0].points.map(\.y) == counts)
    #expect(distribution.references[0].at == values.reduce(0, +) / 50)
  }

  @Test func windowsAreQuantilesOfThePatients() throws {
    let charts = try charts {
      $0.query.sliding = SlidingWindows(length: ISODuration(days: 120), step: ISODuration(days: 60))
    }
    let chart = try charts.chart(.windows)
    var query = RefillQuery()
    query.sliding = SlidingWindows(length: ISODuration(days: 120), step: ISODuration(days: 60))
    let evaluator = RefillEvaluator(query)
    let all = try (0..<50).map { place in
      try #require(evaluator.slidingValues(of: .cma7, in: charts.dataset.record(at: place)).value)
    }
    let median = try #require(chart.series.first { $0.name == "Median" }).points
    #expect(median.count == 11 && all.allSatisfy { $0.count == 11 })
    for (number, point) in median.enumerated() {
      #expect(point.x == Double(number * 60 + 60))
      #expect(isClose(Samples.median(all.compactMap { $0[number].value.value }), point.y))
    }
    let own = try charts.chart(.windows, of: "R004")
    #expect(own.series[0].points.map(\.y) == all[4].map(\.value.value))
  }

  @Test func manyWindowsAreThinned() throws {
    let charts = try charts {
      $0.query.sliding = SlidingWindows(length: ISODuration(days: 30), step: ISODuration(days: 1))
    }
    let chart = try charts.chart(.windows)
    #expect(chart.note == "One of each 6 windows is drawn.")
    #expect(chart.pointCount <= ChartKind.slidingWindows.pointLimit)
    #expect(chart.series[0].points.map(\.label)[1]?.hasPrefix("window 7, ") == true)
  }

  @Test func whatCannotBeDrawnIsSaid() throws {
    let charts = try charts()
    #expect(
      throws: InputError(.noSuch(kind: "patient", id: "nobody"), parameter: "chart-patient")
    ) { try charts.chart(.fills, of: "nobody") }
    #expect(
      throws: InputError(.conflict(with: "chart persistence"), parameter: "chart-patient")
    ) { try charts.chart(.persistence, of: "R000") }
    let aspirin = try self.charts { $0.classes = ["aspirin"] }
    #expect(throws: InputError(.noSuch(kind: "class", id: "aspirin"), parameter: "only-class")) {
      try aspirin.chart(.fills)
    }
  }
}
