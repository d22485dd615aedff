import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling
import TestSampling
import TestSupport
import Testing

@Suite struct SwimmerLaneTests {
  private var parameters: MeasureParameters {
    var parameters = MeasureParameters()
    (parameters.gapDays, parameters.resamples) = (5, 0)
    return parameters
  }

  @Test func lanesOfTheDatasetAreItsMeasures() throws {
    let parameters = MeasureParameters()
    for patient in try FinishedCohort.shared.get().patients {
      let (course, measures) = (
        try #require(patient.courses["med"]), try #require(patient.measures["med"])
      )
      let lane = SwimmerLane(name: "med", of: course, measures, parameters)
      let phases = try #require(measures.phases)
      #expect(lane.first == phases.first && lane.last == phases.last)
      #expect(lane.persistenceDays == phases.course.value?.persistenceDays ?? 0)
      #expect(lane.episodes.first?.lowerBound == phases.first)
      #expect(lane.episodes.last?.upperBound == phases.course.value?.end.adding(days: 1))
      #expect(
        lane.holidays.map { $0.upperBound - $0.lowerBound } == measures.holidays?.holidays.map {
          Int($0.days)
        } ?? [])
      #expect((lane.end == .discontinued) == (phases.course.value?.isDiscontinued == true))
    }
  }

  @Test func aReturnedDeviceEndsObservationAndNotThePlan() throws {
    let period = ObservationPeriod(to: try day("2025-03-08"), endCause: .deviceReturned)
    let world = try DoseWorld("xxxxxx....", observation: period)
    let lane = SwimmerLane(
      name: "ann", of: world.course, world.measures, MeasureParameters())
    #expect(lane.end == .observationEnded)
    // A plan that ends before the observation ended by itself.
    let later = ObservationPeriod(to: try day("2025-06-30"))
    let whole = try DoseWorld("xxxxxx", observation: later)
    #expect(
      SwimmerLane(name: "bob", of: whole.course, whole.measures, MeasureParameters()).end
        == .planEnded)
  }

  /// The meaning of a sequence of doses, as letters from Monday 2025-03-03 on.
  struct Example: CustomTestStringConvertible {
    var doses: String
    var episodes: [Range<Int>]
    var holidays: [Range<Int>] = []
    var holds: [Range<Int>] = []
    var end: SwimmerLane.End
    var testDescription: String { doses }
  }

  @Test(arguments: [
    Example(doses: "xx.x", episodes: [0..<4], end: .planEnded),
    Example(doses: ".x...xx", episodes: [1..<7], holidays: [2..<5], end: .planEnded),
    Example(doses: "x.....x", episodes: [0..<1, 6..<7], holidays: [1..<6], end: .planEnded),
    Example(doses: "xx......", episodes: [0..<2], end: .discontinued),
    Example(doses: "xhhx.hx", episodes: [0..<7], holds: [1..<3, 5..<6], end: .planEnded),
    Example(doses: "....", episodes: [], end: .neverBegun),
    Example(doses: "hh", episodes: [], holds: [0..<2], end: .unknown),
  ])
  func aLaneByHand(_ example: Example) throws {
    let lane = try lane(example.doses)
    let start = try day("2025-03-03")
    func numbers(_ days: [Range<CivilDate>]) -> [Range<Int>] {
      days.map { $0.lowerBound - start..<$0.upperBound - start }
    }
    #expect(numbers(lane.episodes) == example.episodes)
    #expect(numbers(lane.holidays) == example.holidays)
    #expect(numbers(lane.holds) == example.holds && lane.end == example.end)
    let chart = ChartData.swimmer([lane], title: "Treatment")
    chart.checkLaws()
    let spans = chart.series.filter { $0.mark == .span }.flatMap(\.points)
    let days = spans.flatMap { Int($0.x)..<Int($0.xEnd ?? $0.x) }
    #expect(Set(days).count == days.count, "spans lie upon each other")
  }

  @Test func howLanesEndIsMarked() throws {
    let lanes = try ["xxx", "xx......", "..", "h"].map { try lane($0) }
    let chart = ChartData.swimmer(lanes, title: "Treatment")
    chart.checkLaws()
    let start = Double(try day("2025-03-03").dayNumber)
    // All plans have ended.
    #expect(chart.series.allSatisfy { $0.name != "Goes on" })
    let first = try day("2025-03-03")
    func point(_ from: Int, _ row: Double, to: Int? = nil) -> ChartPoint {
      var point = ChartPoint(start + Double(from), row, xEnd: to.map { start + Double($0) })
      point.values = [
        nil, .text("dose"), .date(first.adding(days: from)),
        to.map { .date(first.adding(days: $0)) }, to.map { .number(Double($0 - from)) },
      ]
      return point
    }
    #expect(chart.fields.map(\.name) == ["patient", "task", "periodStart", "periodEnd", "days"])
    #expect(try chart.points("Plan ended") == [point(3, 0)])
    #expect(try chart.points("Stopped") == [point(2, 1)])
    #expect(try chart.points("Never started") == [point(0, 2, to: 2)])
    #expect(chart.y.categories == lanes.map(\.name) && chart.x.scale == .day)
    #expect(
      chart.summary
        == "Of 4 treatments 0 are ongoing, 1 persisted until the plan ended, 1 stopped and 1 "
        + "never started, and of 1 nothing was due; 0 drug holidays, 1 hold.")
  }

  @Test func aCohortBeginsTogetherTheLongestFirst() throws {
    let lanes = try ["xx", ".xxx", "...", "xxxxx"].map { try lane($0) }
    let chart = ChartData.swimmer(lanes, title: "Treatment", sinceStart: true)
    chart.checkLaws()
    #expect(chart.y.categories == ["xxxxx", ".xxx", "xx", "..."])
    #expect(try chart.points("On treatment").map(\.x) == [0, 0, 0])
    #expect(try chart.points("On treatment").map(\.xEnd) == [5, 3, 2])
    #expect(chart.x.range == -1...5)
  }

  @Test func manyLanesAreSampledEvenly() throws {
    let start = try day("2025-01-01")
    let count = isExhaustive ? 100_000 : 20_000
    let lanes = (0..<count).map { place in
      let end = start.adding(days: place % 1000)
      return SwimmerLane(
        name: "p\(place)", episodes: [start..<end.adding(days: 1)], first: start, last: end,
        persistenceEnd: end, end: .planEnded)
    }
    let chart = ChartData.swimmer(lanes.shuffled(), title: "Treatment", sinceStart: true)
    chart.checkLaws()
    let lengths = try chart.points("On treatment").compactMap(\.xEnd)
    #expect(lengths.count == 60 && lengths.first == 1000 && lengths.last == 1)
    #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 - $1 > 10 && $0 - $1 < 24 })
    #expect(chart.reduction == ChartReduction(.sample, points: count, limit: 60))
    #expect(chart == ChartData.swimmer(lanes, title: "Treatment", sinceStart: true))
  }

  @Test func lanesOfManyStretchesAreFewer() throws {
    let start = try day("2025-01-01")
    let episodes = (0..<50).map { start.adding(days: $0 * 4)..<start.adding(days: $0 * 4 + 2) }
    let lanes = (0..<60).map { SwimmerLane(name: "\($0)", episodes: episodes, end: .planEnded) }
    let chart = ChartData.swimmer(lanes, title: "Treatment")
    chart.checkLaws()
    #expect(chart.y.categories.count == 18 && chart.summary.hasSuffix(" 18 of them are drawn."))
  }

  @Test func noColourHasTwoMeanings() throws {
    let start = try day("2025-01-01")
    let days = start..<start.adding(days: 20)
    let lanes = SwimmerLane.End.allCases.map { end in
      SwimmerLane(
        name: end.rawValue, observed: days, episodes: [days],
        holidays: [start.adding(days: 4)..<start.adding(days: 6)],
        holds: [start.adding(days: 8)..<start.adding(days: 9)], first: start,
        last: days.upperBound, persistenceEnd: days.upperBound, end: end)
    }
    let chart = ChartData.swimmer(lanes, title: "Treatment")
    #expect(chart.series.count == 8)
    #expect(Set(chart.series.map { $0.role.color }).count == 8)
  }

  @Test func noPatientsGiveNoLane() {
    let chart = ChartData.swimmer([], title: "Treatment")
    chart.checkLaws()
    #expect(chart.series.isEmpty && chart.summary == "There is no treatment to show.")
  }

  private func lane(_ doses: String) throws -> SwimmerLane {
    let world = try DoseWorld(doses, parameters)
    return SwimmerLane(name: doses, of: world.course, world.measures, parameters)
  }
}
