import AdherenceAnalytics
import AdherenceStatistics
import Charts
import TestSampling
import TestSupport
import Testing

@Suite struct FunnelChartTests {
  private let zones = [
    "Within the limits", "Beyond the limits of 95 %", "Beyond the limits of 99.8 %",
  ]

  @Test func groupsOfTheDatasetAreTheirAdherentPatients() throws {
    let task = try FinishedCohort.med()
    let members = task.groups.map { FunnelMember($0) }
    #expect(members.map(\.name) == ["A", "B"])
    let chart = ChartData.funnel(members, title: "Funnel")
    chart.checkLaws()
    #expect(chart.reduction == nil)
    var dots: [String: ChartPoint] = [:]
    for zone in zones {
      for point in points(zone, of: chart) { dots[try #require(point.label)] = point }
    }
    for group in task.groups {
      let dot = dots[group.group ?? ""]
      #expect(dot?.x == Double(group.summary.evaluable))
      #expect(dot?.y == group.summary.adherentShare.value)
    }
    let funnel = try #require(task.funnel.value)
    #expect(chart.references.map(\.at) == [funnel.center] && funnel.members == members)
  }

  @Test func limitsAreThoseOfTheEngine() throws {
    let members = [(3, 10), (50, 60), (170, 180)].map { member($0, of: $1) }
    let chart = ChartData.funnel(members, title: "Funnel")
    chart.checkLaws()
    let plot = try #require(FunnelPlot.of(members).value)
    for (name, level) in [("Limits of 95 %", 0.95), ("Limits of 99.8 %", 0.998)] {
      let points = try chart.points(name)
      #expect((points.first?.x ?? 99) <= 10 && (points.last?.x ?? 0) >= 180)
      for point in points {
        let limits = plot.limits(expected: Int(point.x), level: level)
        #expect(point.y == limits.lower && point.yEnd == limits.upper)
      }
    }
  }

  @Test func theFarthestAreNamed() throws {
    let usual = (0..<20).map { FunnelMember(name: "m\($0)", count: count(90, of: 100)) }
    let low = FunnelMember(name: "low", count: count(40, of: 100))
    let near = FunnelMember(name: "near", count: count(42, of: 100))
    let chart = ChartData.funnel(usual + [near, low], title: "Funnel")
    chart.checkLaws()
    #expect(
      chart.annotations == [
        ChartAnnotation(x: 100, y: 0.4, "low and 1 more", statistic: "group")
      ])
    #expect(ChartData.funnel(usual + [low], title: "", names: 0).annotations.isEmpty)
  }

  @Test func manyShareDots() throws {
    var random = Seeded(state: 3)
    let count = isExhaustive ? 100_000 : 25_000
    let members = (0..<count).map { place in
      let expected = Int.random(in: 1...400, using: &random)
      return FunnelMember(
        name: "\(place)",
        count: self.count(Int.random(in: 0...expected, using: &random), of: expected))
    }
    let chart = ChartData.funnel(members, title: "Funnel")
    chart.checkLaws()
    #expect(chart.reduction == ChartReduction(.bins, points: count + 122, limit: 2000))
    let dots = zones.flatMap { points($0, of: chart) }
    func groups(_ dot: ChartPoint) -> Double { chart.value("groups", of: dot)?.number ?? 0 }
    #expect(dots.reduce(0) { $0 + groups($1) } == Double(count))
    try checkFarthest(members, dots.filter { groups($0) == 1 })
  }

  /// The farthest half of the dots are single members.
  private func checkFarthest(_ members: [FunnelMember], _ single: [ChartPoint]) throws {
    let plot = try #require(FunnelPlot.of(members).value)
    let distances = plot.adjustedZ.map { abs($0.value ?? 0) }.sorted(by: >)
    let own = Set(single.compactMap(\.label))
    // Of fewer members some are alone in a bin.
    #expect(isExhaustive ? own.count == 939 : own.count >= 939)
    for (member, z) in zip(members, plot.adjustedZ) where abs(z.value ?? 0) > distances[939] {
      if !own.contains(member.name) { Issue.record("\(member.name) at \(z) has no dot") }
    }
  }

  @Test func groupsWithoutARatioAreOmitted() throws {
    let none = ChartData.funnel([member(0, of: 0)], title: "Funnel")
    none.checkLaws()
    #expect(none.series.isEmpty && none.references.isEmpty)
    #expect(
      none.summary
        == "Fewer than two groups have patients with a ratio. 1 more have no patient with a ratio and are "
        + "not shown.")
    let empty = ChartData.funnel([], title: "Funnel")
    empty.checkLaws()
    #expect(empty.summary == "Fewer than two groups have patients with a ratio.")
  }

  @Test func noneIsOutsideIfAllAreAdherent() throws {
    let chart = ChartData.funnel([member(5, of: 5), member(1, of: 1)], title: "Funnel")
    chart.checkLaws()
    #expect(chart.series.map(\.name) == ["Limits of 99.8 %", "Limits of 95 %", zones[0]])
    #expect(try chart.points("Limits of 95 %").allSatisfy { $0.y == 1 && $0.yEnd == 1 })
  }

  /// The members of a zone, which is omitted if it is empty.
  private func points(_ zone: String, of chart: ChartData) -> [ChartPoint] {
    chart.series.first { $0.name == zone }?.points ?? []
  }

  private func member(_ taken: Int, of expected: Int) -> FunnelMember {
    FunnelMember(name: "\(taken) of \(expected)", count: count(taken, of: expected))
  }

  private func count(_ taken: Int, of expected: Int) -> AdherenceCount {
    AdherenceCount(taken: taken, expected: expected)
  }
}
