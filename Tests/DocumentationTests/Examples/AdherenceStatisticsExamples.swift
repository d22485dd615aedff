import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling
import Testing

/// The examples of the essential types of `AdherenceStatistics`.
@Suite(.printsAsWritten) struct AdherenceStatisticsExamples: Examples {
  @Test func measureEvaluator() async throws {
    let measures = MeasureEvaluator()
    var evaluator = AdherenceEvaluator(AdherenceQuery(monday..<monday.adding(days: 7)))
    let answer = measures.measures(of: record, by: &evaluator)
    print(answer.tasks[0]["persistenceDays"]!)  // count(7)
  }

  @Test func taskMeasures() async throws {
    var evaluator = AdherenceEvaluator(AdherenceQuery(monday..<monday.adding(days: 7)))
    let tablet = MeasureEvaluator().measures(of: record, by: &evaluator).tasks[0]
    for name in ["takingAdherence", "latenessMedian", "theilSenSlopePerWeek"] {
      print(name, tablet[name]!)
    }
    // takingAdherence number(0.2857142857142857)
    // latenessMedian number(85.0)
    // theilSenSlopePerWeek missing(AdherenceStatistics.MissingStatistic.tooFew)
  }

  @Test func measureParameters() async throws {
    var parameters = MeasureParameters()
    parameters.gapDays = 60
    let evaluator = MeasureEvaluator(parameters, groups: [.taking, .phases])
    print(evaluator.parameters.gapDays, evaluator.groups.count)  // 60 2
  }

  @Test func parameterGrid() async throws {
    let grid = try ParameterGrid(["gap-days=30,60,90", "threshold=0.8,0.9"])
    print(grid.combinations(of: MeasureParameters()).count)  // 6
  }

  @Test func estimate() async throws {
    let lower = ProportionIntervals().wilson(140, of: 180).map(\.lower)
    print(lower)  // value(0.7115975049125901)
    let nobody = ProportionIntervals().wilson(0, of: 0)
    print(nobody.reason!)  // nothingDue
  }

  @Test func proportionIntervals() async throws {
    let intervals = ProportionIntervals(level: 0.9)
    for interval in [intervals.wilson(7, of: 9), intervals.clopperPearson(7, of: 9)] {
      print(interval.value!.lower, interval.value!.upper)
    }
    // 0.5036427823767539 0.9235052624456036
    // 0.45035835049338946 0.9589768324930035
  }

  @Test func bootstrap() async throws {
    let ratios = [0.42, 0.71, 0.8, 0.86, 0.9, 0.93, 0.97, 1]
    let interval = Bootstrap().mean(of: ratios).value!.bca
    print(interval)  // Interval(lower: 0.6437499999999999, upper: 0.9105798453458658)
  }

  @Test func survivalCurve() async throws {
    let stopped = [6.0, 13, 16].map { FollowUp(time: $0, hasEvent: true) }
    let curve = SurvivalCurve(stopped + [FollowUp(time: 9, hasEvent: false)])
    print(curve.survival(at: 10), curve.median.time)  // value(0.75) value(13.0)
    print(SurvivalCurve([]).median.time)
    // missing(AdherenceStatistics.MissingStatistic.tooFew)
  }

  @Test func logRank() async throws {
    let (early, late) = ([6.0, 7, 10], [13.0, 16, 22, 23])
    let test = LogRank.test([early, late].map { $0.map { FollowUp(time: $0, hasEvent: true) } })
    print(test.value!.statistic, test.value!.p)  // 6.6236621347989555 0.010063270374634814
  }

  @Test func refillEvaluator() async throws {
    let first = CivilDate("2025-01-01")!
    let fills = [0, 35, 60].map { Fill(first.adding(days: $0), days: 30) }
    var query = RefillQuery()
    query.observation.length = ISODuration(days: 90)
    let evaluator = RefillEvaluator(query)
    print(evaluator.value(of: .cma7, in: RefillRecord(patient: "ann", fills: fills)))
    // value(0.9444444444444444)
  }

  @Test func refillQuery() async throws {
    var year = RefillQuery()
    year.observation = RefillWindow(.on(CivilDate("2024-01-01")!), length: ISODuration("P1Y")!)
    year.episodes = EpisodeRules(permissibleGap: .days(60))
    print(year.observation.length)  // P1Y
  }
}
