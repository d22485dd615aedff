import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling
import TestSupport
import Testing

@Suite struct RollingChartTests {
  @Test(arguments: [7, 28])
  func linesOfTheDatasetAreItsRollingRatios(_ length: Int) throws {
    let window = try #require(RollingWindow(days: length))
    for patient in try FinishedCohort.shared.get().patients.prefix(20) {
      let rolling = try #require(patient.record.rolling([window], patient.query).first)
      for series in rolling.patient.tasks + [rolling.patient.total] {
        try check(rolling, series, patient.measures[series.task ?? ""])
      }
    }
  }

  private func check(
    _ rolling: RollingAdherence, _ series: AdherenceSeries, _ measures: TaskMeasures?
  ) throws {
    let chart = ChartData.rolling(of: rolling, series: series, measures: measures, title: "Rolling")
    chart.checkLaws()
    let line = try chart.points("Last \(rolling.window.days) days")
    let start = rolling.spans.range.lowerBound.dayNumber
    let intervals = ProportionIntervals()
    let band = try chart.points("95 % interval")
    for (point, limits) in zip(line, band) {
      let place = Int(point.x) - start
      #expect(point.y == rolling.ratio(of: series, at: place))
      let period = series.periods[place]
      let expected = intervals.wilson(period.completed, of: period.due).value
      #expect(limits.y == (point.y == nil ? nil : expected?.lower))
      #expect(limits.yEnd == (point.y == nil ? nil : expected?.upper))
      #expect(limits.x == point.x && limits.missing == point.missing)
    }
    let drawn = Set(line.map { Int($0.x) - start })
    for place in series.periods.indices where !drawn.contains(place) {
      #expect(rolling.ratio(of: series, at: place) == nil, "\(place) is not drawn")
    }
    if let measures { try checkSignals(chart, measures, line) }
  }

  private func checkSignals(
    _ chart: ChartData, _ measures: TaskMeasures, _ line: [ChartPoint]
  ) throws {
    let signals = try #require(measures.signals)
    let isNotable = (signals.change.value?.likelihoodRatio ?? 0) >= 10
    let days = [
      signals.firstLowDay, signals.firstAlarm?.day, isNotable ? signals.changeDay : nil,
    ].compactMap { $0.map { Double($0.dayNumber) } }.sorted()
    let expected = days.filter { day in line.contains { $0.x == day && $0.y != nil } }
    let dots = chart.series.first { $0.name == "Signals" }?.points ?? []
    #expect(dots.map(\.x) == expected)
    for dot in dots { #expect(line.contains { $0.x == dot.x && $0.y == dot.y }) }
    let words = chart.annotations.flatMap { $0.text.split(separator: ",") }
    #expect(words.count == days.filter { chart.x.range?.contains($0) == true }.count)
  }

  @Test func aChangeHasItsLevels() throws {
    let doses = String(repeating: "x", count: 40) + String(repeating: ".", count: 20)
    let world = try DoseWorld(doses)
    let chart = try rolling(world)
    chart.checkLaws()
    let start = Double(try day("2025-03-03").dayNumber)
    #expect(
      try chart.points("Before the change")
        == [ChartPoint(start + 6, 1), ChartPoint(start + 40, 1)])
    #expect(
      try chart.points("After the change")
        == [ChartPoint(start + 40, 0), ChartPoint(start + 59, 0)])
    #expect(chart.summary.hasSuffix("The share changes from 100.0 % to 0.0 % on 2025-04-12."))
    #expect(chart.references.map(\.at) == [0.8])
  }

  @Test func windowsAreMissingUntilTheyAreWhole() throws {
    let chart = try rolling(DoseWorld("xx.xxxhhhhhhhhx"))
    chart.checkLaws()
    let line = try chart.points("Last 7 days")
    #expect(line.prefix(6).allSatisfy { $0.missing == "shorterThanWindow" })
    #expect(line[6].y == 5.0 / 6)
    #expect(line.map(\.missing)[12...] == ["allSuspended", "allSuspended", nil])
    #expect(line[14].y == 1)
  }

  @Test func nothingPlannedIsNoLine() throws {
    let chart = try rolling(DoseWorld(""), measures: false)
    chart.checkLaws()
    #expect(chart.pointCount == 0 && chart.isEmpty)
    // The axis is that of the query, and does not begin in 1970.
    let first = Double(try day("2025-03-03").dayNumber)
    #expect(chart.x.range == first...first + 1)
    #expect(chart.summary == "No window of 7 days has a ratio.")
  }

  @Test func progressHasNoInterval() throws {
    let world = try DoseWorld("xxxxxxx.x")
    let chart = try rolling(world, .progress)
    chart.checkLaws()
    #expect(
      chart.series.first?.name == "Last 7 days" && chart.y.title == "Progress of the last 7 days")
  }

  @Test func tenYearsKeepTheSameDaysOfLineAndBand() throws {
    var random = Seeded(state: 5)
    let doses = (0..<3650).map { _ in Int.random(in: 0...9, using: &random) > 1 ? "x" : "." }
    let chart = try rolling(DoseWorld(doses.joined()))
    chart.checkLaws()
    let (line, band) = (try chart.points("Last 7 days"), try chart.points("95 % interval"))
    #expect(line.map(\.x) == band.map(\.x) && line.count > 500)
    #expect(chart.reduction == ChartReduction(.largestTriangle, points: 7300, limit: 1200))
  }

  private func rolling(
    _ world: DoseWorld, _ numerator: Numerator = .completed, measures: Bool = true
  ) throws -> ChartData {
    let window = try #require(RollingWindow(days: 7))
    let rolling = try #require(world.record.rolling([window], world.query).first)
    return ChartData.rolling(
      of: rolling, series: rolling.patient.total, measures: measures ? world.measures : nil,
      numerator: numerator, title: "Rolling")
  }
}
