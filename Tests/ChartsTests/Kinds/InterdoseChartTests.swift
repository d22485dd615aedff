import AdherenceAnalytics
import AdherenceStatistics
import Charts
import TestSampling
import TestSupport
import Testing

@Suite struct InterdoseChartTests {
  @Test func binsOfTheDatasetHoldItsIntervals() throws {
    for patient in try FinishedCohort.shared.get().patients.prefix(40).sampled(10) {
      for (task, course) in patient.courses {
        let chart = ChartData.interdose(of: course, title: "Interdose")
        chart.checkLaws()
        let measured = try #require(patient.measures[task]?.timing?.interdose)
        let bars = try chart.points("Intervals")
        #expect(bars.reduce(0) { $0 + ($1.y ?? 0) } == Double(measured.count))
        if let longest = measured.longest.value, let open = bars.last {
          #expect(((open.y ?? 0) > 0) == (longest >= open.x), "\(longest)")
          #expect(
            chart.summary.contains("\(measured.tooShort) shorter, \(measured.tooLong) longer"))
        }
      }
    }
  }

  @Test func daysApart() throws {
    let chart = ChartData.interdose(of: try DoseWorld("xx.x....x").course, title: "Interdose")
    chart.checkLaws()
    let bars = try chart.points("Intervals")
    #expect(bars.count == 37 && bars[0].xEnd == 2)
    #expect(bars.filter { $0.y != 0 }.map(\.x) == [24, 48, 72])
    #expect(bars.last?.label == "72 h and more" && bars.last?.xEnd == 74)
    let planned = try chart.points("Planned")
    #expect(planned.filter { $0.y != 0 } == [ChartPoint(24, 8, xEnd: 26)])
    #expect(chart.series.map(\.role) == [.due, .primary] && chart.y.scale == .count)
    #expect(
      chart.references == [
        ReferenceLine(.x, at: 24, "planned 24 h", .reference, statistic: "plannedInterval")
      ])
    #expect(chart.bands.map(\.from) == [18] && chart.bands.map(\.to) == [30])
    #expect(
      chart.summary == "3 intervals, 64 h on average; 33.3 % within 25 % of the planned 24 h, "
        + "0 shorter, 2 longer; the longest 120 h.")
  }

  @Test func binsFollowThePlan() throws {
    let chart = ChartData.interdose(of: try DoseWorld("xxx", every: 2).course, title: "Interdose")
    chart.checkLaws()
    let bars = try chart.points("Intervals")
    #expect(bars[0].xEnd == 4 && bars.first { $0.y != 0 } == ChartPoint(48, 2, xEnd: 52))
    #expect(chart.references.map(\.at) == [48])
  }

  @Test(arguments: ["", ".", "x", "xhhx"])
  func noIntervalGivesNoBar(_ doses: String) throws {
    let chart = ChartData.interdose(of: try DoseWorld(doses + "..").course, title: "Interdose")
    chart.checkLaws()
    #expect(chart.pointCount == 0 && chart.summary.hasPrefix("There are no two doses"))
  }
}
