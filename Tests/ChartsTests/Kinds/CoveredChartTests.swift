import AdherenceAnalytics
import AdherenceStatistics
import Charts
import TestSupport
import Testing

@Suite struct CoveredChartTests {
  @Test func daysOfTheDatasetAreTheirShares() throws {
    let covered = try FinishedCohort.med().whole.covered
    let chart = ChartData.covered([("all", covered)], title: "Covered")
    chart.checkLaws()
    let (line, band) = (try chart.points("all"), try chart.points("95 % interval"))
    let last = try #require(covered.observed.lastIndex { $0 >= 10 })
    #expect(line.map(\.x) == (0...last).map(Double.init))
    let intervals = ProportionIntervals()
    for (point, limits) in zip(line, band) {
      #expect(point.y == covered.share(on: Int(point.x)).value)
      let interval = covered.interval(on: Int(point.x), intervals).value
      #expect(limits.y == interval?.lower && limits.yEnd == interval?.upper)
    }
    let columns = try #require(chart.table?.columns)
    #expect(chart.table?.rows.first?.counts == columns.map { covered.observed[Int($0)] })
  }

  @Test func aDayWithoutPatientsIsMissing() throws {
    let covered = ProportionCovered(observed: [2, 0, 1], covered: [1, 0, 0])
    let chart = ChartData.covered([("all", covered)], title: "Covered")
    chart.checkLaws()
    var points = [
      ChartPoint(0, 0.5), ChartPoint(1, nil, missing: "nothingDue"), ChartPoint(2, 0),
    ]
    let band = try chart.points("95 % interval")
    for (place, counts) in [[2.0, 1], [0, 0], [1, 0]].enumerated() {
      let limits = [band[place].y, band[place].yEnd]
      points[place].values = ([counts[0]] + limits + [counts[1]]).map { $0.map { .number($0) } }
    }
    #expect(try chart.points("all") == points)
    #expect(band.map(\.values) == points.map(\.values))
    #expect(chart.fields.map(\.name) == ["n", "lower", "upper", "covered"])
    #expect(try chart.points("95 % interval")[1].missing == "nothingDue")
    #expect(chart.table?.columns == [0, 1, 2] && chart.table?.rows.first?.counts == [2, 0, 1])
  }

  /// The share of a single patient says nothing about the others.
  @Test func daysWithFewPatientsAreNotDrawn() throws {
    let covered = ProportionCovered(
      observed: [90, 80, 8, 70, 3, 1], covered: [80, 70, 8, 60, 3, 1])
    let chart = ChartData.covered([("all", covered)], title: "Covered")
    chart.checkLaws()
    let line = try chart.points("all")
    #expect(line.map(\.missing) == [nil, nil, "tooFewPatients", nil])
    #expect(try chart.points("95 % interval").map(\.missing) == line.map(\.missing))
    #expect(chart.x.range == 0...3 && chart.note?.contains("at most 10") == true)
    #expect(chart.summary.hasSuffix("of 70 on day 3."))
  }

  @Test func groupsHaveNoBand() throws {
    let shares = (0..<3).map { group in
      (name: "\(group)", covered: ProportionCovered(observed: [9, 9], covered: [group, 9]))
    }
    let chart = ChartData.covered(shares, title: "Covered")
    chart.checkLaws()
    #expect(chart.series.map(\.name) == ["0", "1", "2"])
    #expect(chart.series.map(\.role) == [.first, .second, .third])
  }

  @Test func tenYearsKeepTheirTroughAndTheirGap() throws {
    var (observed, covered) = (
      Array(repeating: 100, count: 3650), Array(repeating: 90, count: 3650)
    )
    (covered[1234], observed[2000], covered[2000]) = (10, 0, 0)
    let whole = ProportionCovered(observed: observed, covered: covered)
    let chart = ChartData.covered([("all", whole)], title: "Covered")
    chart.checkLaws()
    let (line, band) = (try chart.points("all"), try chart.points("95 % interval"))
    #expect(line.map(\.x) == band.map(\.x))
    #expect(line.contains { $0.x == 1234 && $0.y == 0.1 })
    #expect(line.contains { $0.x == 2000 && $0.y == nil })
    #expect(
      chart.reduction == ChartReduction(.largestTriangle, points: 7300, limit: 400))
    for point in line { #expect(point.y == whole.share(on: Int(point.x)).value) }
  }

  @Test func noPatientsGiveNoLine() {
    for shares in [[], [("all", ProportionCovered())]] as [[(String, ProportionCovered)]] {
      let chart = ChartData.covered(shares, title: "Covered")
      chart.checkLaws()
      #expect(chart.pointCount == 0 && chart.summary == "No patient was observed.")
    }
  }
}
