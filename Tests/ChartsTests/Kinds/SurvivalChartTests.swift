import AdherenceAnalytics
import AdherenceStatistics
import Charts
import TestSampling
import TestSupport
import Testing

@Suite struct SurvivalChartTests {
  @Test func groupsOfTheDatasetAreTheirCurves() throws {
    let statistics = try FinishedCohort.med()
    let curves = statistics.groups.map { (name: $0.group ?? "", curve: $0.persistence) }
    let chart = ChartData.survival(curves, title: "Persistence")
    chart.checkLaws()
    #expect(chart.reduction == nil && curves.count == 2)
    for (name, curve) in curves {
      for point in try chart.points(name).dropFirst() {
        #expect(curve.survival(at: point.x) == .value(try #require(point.y)))
      }
      for point in try chart.points("\(name), 95 % interval").dropFirst() {
        let step = try #require(curve.steps.first { $0.time == point.x })
        #expect(point.y == step.interval.lower && point.yEnd == step.interval.upper)
      }
      for point in try chart.points("\(name), end of observation") {
        #expect(curve.steps.contains { $0.time == point.x && $0.censored > 0 })
      }
      let row = try #require(chart.table?.rows.first { $0.name == name })
      #expect(row.counts == chart.table?.columns.map(curve.atRisk(at:)))
      #expect(row.counts.first == curve.count)
    }
    #expect(chart.table?.columns == [0, 30, 60, 90, 120, 150])
    #expect(chart.table?.columns == chart.x.ticks.map(\.at))
  }

  /// All combinations of up to four follow-ups that end at one of three times, with or without the
  /// event; in a sample run some of those of three and four.
  @Test func smallDataAreDrawnExactly() throws {
    for count in 1...4 {
      for world in (0..<power(6, count)).sampled(121) {
        let followUps = (0..<count).map { place in
          let kind = world / power(6, place) % 6
          return FollowUp(time: Double(1 + kind / 2), hasEvent: kind % 2 == 1)
        }
        let curve = SurvivalCurve(followUps)
        let chart = ChartData.survival([("all", curve)], title: "")
        chart.checkLaws()
        let line = try chart.points("all")
        for time in stride(from: 0, through: 3, by: 0.5) {
          guard let share = curve.survival(at: time).value else { continue }
          #expect(share == height(of: line, at: time), "\(followUps)")
        }
        #expect(chart.references.first?.at == curve.median.time.value)
      }
    }
  }

  private func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  /// The height of steps at a time.
  private func height(of line: [ChartPoint], at time: Double) -> Double? {
    line.last { $0.x <= time }?.y
  }

  @Test(arguments: [1, 3, 8])
  func manyStepsBecomeFewerByAStatedAmount(_ count: Int) throws {
    var random = Seeded(state: 7)
    let curves = (0..<count).map { group in
      let followUps = (0..<(isExhaustive ? 100_000 : 30_000) / count).map { _ in
        FollowUp(
          time: Double.random(in: 0..<1000, using: &random),
          hasEvent: Int.random(in: 0...group + 1, using: &random) > 0)
      }
      return (name: "group \(group)", curve: SurvivalCurve(followUps))
    }
    let chart = ChartData.survival(curves, title: "Persistence")
    chart.checkLaws()
    let tolerance = try #require(chart.reduction?.tolerance)
    #expect(chart.reduction?.method == .steps && tolerance < 0.05)
    for (name, curve) in curves {
      try checkDistance(chart, name, curve, within: tolerance)
    }
  }

  private func checkDistance(
    _ chart: ChartData, _ name: String, _ curve: SurvivalCurve, within tolerance: Double
  ) throws {
    let (line, band) = (try chart.points(name), try chart.points("\(name), 95 % interval"))
    #expect(zip(line, band).allSatisfy { $0.x == $1.x } && line.count == band.count)
    #expect(line.last?.x == curve.steps.last?.time && line.last?.y == curve.steps.last?.survival)
    var place = 0
    for step in curve.steps {
      while place + 1 < line.count, line[place + 1].x <= step.time { place += 1 }
      let (y, lower, upper) = (line[place].y ?? 2, band[place].y ?? 2, band[place].yEnd ?? 2)
      let distance = max(
        abs(y - step.survival), abs(lower - step.interval.lower), abs(upper - step.interval.upper))
      if distance >= tolerance { Issue.record("\(name) is \(distance) off at \(step.time)") }
    }
  }

  @Test func noPatientsAreMissingAndNotZero() throws {
    let none = ChartData.survival([("all", SurvivalCurve([]))], title: "Persistence")
    none.checkLaws()
    #expect(try none.points("all") == [ChartPoint(0, nil, missing: "tooFew")])
    #expect(none.summary == "No patient was followed." && none.table?.rows == [.init("all", [0])])
    let empty = ChartData.survival([], title: "Persistence")
    empty.checkLaws()
    #expect(empty.series.isEmpty && empty.table == nil)
  }

  @Test func theEightCurvesWithTheMostPatientsAreKept() {
    let curves = (1...10).map { count in
      (
        name: "\(count)",
        curve: SurvivalCurve((0..<count).map { FollowUp(time: Double($0), hasEvent: true) })
      )
    }
    let chart = ChartData.survival(curves, title: "Persistence")
    chart.checkLaws()
    #expect(chart.table?.rows.map(\.name) == (3...10).map { "\($0)" })
    #expect(chart.summary.hasSuffix("8 of 10 curves are drawn."))
  }
}
