import AdherenceAnalytics
import AdherenceStatistics
import Charts
import TestSampling
import TestSupport
import Testing

@Suite struct GroupsChartTests {
  @Test func rowsOfTheDatasetAreItsGroups() throws {
    let statistics = try FinishedCohort.med()
    let chart = ChartData.groups(of: statistics, title: "Groups")
    chart.checkLaws()
    let rows = [statistics.whole] + statistics.groups
    #expect(
      chart.y.categories
        == (isExhaustive
          ? ["all (n = 200)", "A (n = 100)", "B (n = 100)"]
          : ["all (n = 38)", "A (n = 20)", "B (n = 18)"]))
    #expect(
      try chart.points("Mean of the patients' ratios").map(\.x)
        == rows.compactMap(\.summary.mean.value))
    #expect(
      try chart.points("All doses together").map(\.x)
        == rows.compactMap(\.summary.pooled.ratio.value))
    let spans = try chart.points("95 % interval")
    #expect(spans.map(\.x) == rows.compactMap(\.summary.meanInterval.value?.lower))
    #expect(spans.map(\.xEnd) == rows.map(\.summary.meanInterval.value?.upper))
    #expect(spans.map(\.y) == [0, 1, 2])
  }

  @Test func intervalsMayBeDrawn() throws {
    let statistics = try FinishedCohort.med()
    let chart = ChartData.groups(of: statistics, by: .bootstrap, title: "Groups")
    chart.checkLaws()
    let limits = statistics.groups.compactMap(\.bootstrap.value?.bca)
    #expect(limits.count == 2)
    #expect(try chart.points("95 % interval").dropFirst().map(\.xEnd) == limits.map(\.upper))
  }

  @Test func patientsAtTheThreshold() throws {
    let statistics = try FinishedCohort.med()
    let chart = ChartData.groupsReaching(of: statistics, title: "Groups")
    chart.checkLaws()
    let rows = [statistics.whole] + statistics.groups
    #expect(
      try chart.points("Share of patients at 80 % or above").map(\.x)
        == rows.compactMap(\.summary.adherentShare.value))
    #expect(
      try chart.points("95 % interval").map(\.x)
        == rows.compactMap(\.summary.adherentInterval.value?.lower))
  }

  @Test func aGroupOfOneHasNoInterval() throws {
    let statistics = try statistics([("one", "xx."), ("two", "x..")])
    let chart = ChartData.groups(of: statistics, title: "Groups")
    chart.checkLaws()
    #expect(chart.y.categories == ["all (n = 2)", "one (n = 1)", "two (n = 1)"])
    #expect(try chart.points("95 % interval").map(\.y) == [0])
    // The Student t interval of 2/3 and 1/3 extends beyond both ends of the axis.
    #expect(try chart.points("95 % interval").map(\.x) == [0])
    #expect(chart.summary.contains("one 66.7 %, two 33.3 %."))
  }

  @Test func aGroupWithNothingDueHasNoDot() throws {
    let statistics = try statistics([("due", "xx."), ("held", "hhh")])
    let chart = ChartData.groups(of: statistics, title: "Groups")
    chart.checkLaws()
    #expect(chart.y.categories.last == "held (n = 0)")
    #expect(try chart.points("Mean of the patients' ratios").map(\.y) == [0, 1])
    #expect(chart.summary.hasSuffix("held unknown."))
  }

  @Test func theLargestGroupsAreKept() throws {
    var parameters = MeasureParameters()
    parameters.resamples = 0
    var collection = CohortCollection(parameters)
    let patients = try (0..<3).map { try DoseWorld("x.x", parameters, name: "p\($0)").summary }
    for group in 0..<100 {
      for patient in patients.prefix(group == 7 ? 1 : 3) {
        collection.add(patient, to: ["g\(group)"])
      }
    }
    let statistics = try #require(CohortStatistics(collection, parameters).tasks.first)
    let chart = ChartData.groups(of: statistics, title: "Groups")
    chart.checkLaws()
    #expect(chart.y.categories.count == 61 && !chart.y.categories.contains { $0.hasPrefix("g7 ") })
    #expect(chart.reduction == ChartReduction(.sample, points: 100, limit: 60))
  }

  private func statistics(_ groups: [(name: String, doses: String)]) throws -> TaskStatistics {
    var parameters = MeasureParameters()
    parameters.resamples = 0
    var collection = CohortCollection(parameters)
    for group in groups {
      let world = try DoseWorld(group.doses, parameters, name: group.name)
      collection.add(world.summary, to: [group.name])
    }
    return try #require(CohortStatistics(collection, parameters).tasks.first)
  }
}
