import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling
import TestSampling
import TestSupport
import Testing

@Suite struct RollingChartTests {
  @Test(arguments: [7, 28])
  func linesOfTheDatasetAreItsRollingRatios(_ length: Int) throws {
    let window = try #require(RollingWindow(days: length))
    for patient in try FinishedCohort.shared.get().patients.prefix(20).sampled(5) {
      let rolling = try #require(patient.record.rolling([window], patient.query).first)
      for series in rolling.patient.tasks + [rolling.patient.total] {
        try check(rolling, series)
      }
    }
  }

  private func check(_ rolling: RollingAdherence, _ series: AdherenceSeries) throws {
    let chart = ChartData.rolling(of: rolling, series: series, title: "Rolling")
    chart.checkLaws()
    let line = try chart.points("Last \(rolling.window.days) days")
    let start = rolling.spans.range.lowerBound.dayNumber
    for point in line {
      let place = Int(point.x) - start
      let isOver = series.periods[place].isResolved
      #expect(point.y == (isOver ? rolling.ratio(of: series, at: place) : nil))
    }
    let drawn = Set(line.map { Int($0.x) - start })
    // Windows that end after the plan hold fewer and fewer of its days.
    let end = min(series.periods.count, (drawn.max() ?? -1) + 1)
    for place in series.periods.indices.prefix(end) where !drawn.contains(place) {
      #expect(rolling.ratio(of: series, at: place) == nil, "\(place) is not drawn")
    }
    // Doses on a few days are not independent: there is no interval and no alarm.
    #expect(chart.series.map(\.role) == [.primary] && chart.annotations.isEmpty)
  }

  @Test func windowsAreMissingUntilTheyAreComplete() throws {
    let chart = try rolling(DoseWorld("xx.xxxhhhhhhhhx"))
    chart.checkLaws()
    let line = try chart.points("Last 7 days")
    #expect(line.prefix(6).allSatisfy { $0.missing == "shorterThanWindow" })
    #expect(line[6].y == 5.0 / 6)
    #expect(line.map(\.missing)[12...] == ["allOnHold", "allOnHold", nil])
    #expect(line[14].y == 1)
  }

  @Test func nothingPlannedIsNoLine() throws {
    let chart = try rolling(DoseWorld(""))
    chart.checkLaws()
    #expect(chart.pointCount == 0 && chart.isEmpty)
    // The axis covers the query, and does not start in 1970.
    let first = Double(try day("2025-03-03").dayNumber)
    #expect(chart.x.range == first...first + 1)
    #expect(chart.summary == "No window of 7 days has a ratio.")
  }

  @Test func progressIsNamed() throws {
    let world = try DoseWorld("xxxxxxx.x")
    let chart = try rolling(world, .progress)
    chart.checkLaws()
    #expect(
      chart.series.first?.name == "Last 7 days" && chart.y.title == "Progress of the last 7 days")
  }

  @Test func tenYearsKeepTheShapeOfTheLine() throws {
    var random = Seeded(state: 5)
    let doses = (0..<3650).map { _ in Int.random(in: 0...9, using: &random) > 1 ? "x" : "." }
    let chart = try rolling(DoseWorld(doses.joined()))
    chart.checkLaws()
    #expect(try chart.points("Last 7 days").count > 1000)
    #expect(chart.reduction == ChartReduction(.largestTriangle, points: 3650, limit: 1200))
  }

  private func rolling(
    _ world: DoseWorld, _ numerator: Numerator = .done
  ) throws -> ChartData {
    let window = try #require(RollingWindow(days: 7))
    let rolling = try #require(world.record.rolling([window], world.query).first)
    return ChartData.rolling(
      of: rolling, series: rolling.patient.total, numerator: numerator, title: "Rolling")
  }
}
