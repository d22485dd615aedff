import AdherenceStatistics
import Testing

/// What README.md shows of the statistics.
@Suite struct ReadmeExampleTests {
  @Test func survivalAndIntervals() {
    let stopped = [6.0, 13, 16].map { FollowUp(time: $0, hasEvent: true) }
    let curve = SurvivalCurve(stopped + [FollowUp(time: 9, hasEvent: false)])
    #expect("\(curve.median.time)" == "value(13.0)")
    #expect(
      "\(SurvivalCurve([]).median.time)"
        == "missing(AdherenceStatistics.MissingStatistic.tooFew)")
    let lower = ProportionIntervals().wilson(140, of: 180).value?.lower
    #expect("\(lower as Any)" == "Optional(0.7115975049125901)")
  }
}
