import AdherenceStatistics
import TestSupport
import Testing

@Suite struct SurvivalCurveTests {
  /// The example of Kaplan and Meier 1958: deaths at 0.8, 3.1, 5.4 and 9.2, losses at 1.0, 2.7, 7.0
  /// and 12.1 months.
  @Test func kaplanAndMeiersExample() {
    let curve = SurvivalCurve(
      LeukaemiaTrial.followUps([0.8, 3.1, 5.4, 9.2])
        + LeukaemiaTrial.followUps([1, 2.7, 7, 12.1], hasEvent: false))
    for (time, share) in [
      (0.5, 1), (0.8, 0.875), (3, 0.875), (3.1, 0.7), (5.4, 0.525), (12.1, 0.2625),
    ] {
      #expect(isClose(curve.survival(at: time), share), "\(time)")
    }
    // No patient was followed for longer.
    #expect(curve.survival(at: 12.2) == .missing(.notReached))
    #expect(curve.atRisk(at: 0) == 8 && curve.atRisk(at: 3.1) == 5 && curve.atRisk(at: 13) == 0)
    #expect(curve.median.time == .value(9.2))
    // The area to 7.0, by stretches of 0.8, 2.3, 2.3 and 1.6 months.
    let area: [Double] = [0.8, 2.3 * 0.875, 2.3 * 0.7, 1.6 * 0.525]
    #expect(isClose(curve.restrictedMean(to: 7).map(\.mean), area.reduce(0, +)))
  }

  /// The printed table of the trial: shares and Greenwood's errors to four digits.
  @Test func leukaemia() {
    let curve = SurvivalCurve(LeukaemiaTrial.treated)
    let table = [
      (6, 0.8571, 0.0764), (7, 0.8067, 0.0869), (10, 0.7529, 0.0963), (13, 0.6902, 0.1068),
      (16, 0.6275, 0.1141), (22, 0.5378, 0.1282), (23, 0.4482, 0.1346),
    ]
    let falls = curve.steps.filter { $0.events > 0 }
    #expect(falls.count == table.count)
    for (step, (time, share, error)) in zip(falls, table) {
      #expect(step.time == Double(time))
      #expect(abs(step.survival - share) < 6e-5)
      #expect(abs((step.standardError.value ?? .nan) - error) < 6e-5)
      #expect(step.interval.contains(step.survival))
    }
    #expect(curve.median.time == .value(23) && curve.median.upper == .missing(.notReached))
    #expect(SurvivalCurve(LeukaemiaTrial.placebo).median.time == .value(8))
  }

  /// Without censoring the curve is the share that is left, and the median's limits are finite.
  @Test func withoutCensoringItIsTheShareThatIsLeft() throws {
    let curve = SurvivalCurve(LeukaemiaTrial.placebo)
    for step in curve.steps {
      let left = LeukaemiaTrial.placebo.count { $0.time > step.time }
      #expect(isClose(step.survival, Double(left) / 21))
    }
    let last = try #require(curve.steps.last)
    #expect(last.survival == 0 && last.interval == Interval(lower: 0, upper: 0))
    #expect(last.standardError == .missing(.noVariation))
    // The published interval of the median is from 4 to 11 weeks.
    #expect(curve.median.lower == .value(4) && curve.median.upper == .value(11))
    let mean = LeukaemiaTrial.placebo.reduce(0) { $0 + $1.time } / 21
    #expect(isClose(curve.restrictedMean(to: 100).map(\.mean), mean))
  }

  @Test func eventsComeBeforeCensoringsOfTheSameTime() {
    let curve = SurvivalCurve([
      FollowUp(time: 5, hasEvent: false), FollowUp(time: 5, hasEvent: true),
      FollowUp(time: 9, hasEvent: false),
    ])
    #expect(curve.steps.map(\.atRisk) == [3, 1])
    #expect(curve.steps[0].events == 1 && curve.steps[0].censored == 1)
    #expect(isClose(curve.survival(at: 5), 2.0 / 3))
  }

  @Test func whatIsMissing() {
    let empty = SurvivalCurve([])
    #expect(empty.steps.isEmpty && empty.survival(at: 3) == .missing(.tooFew))
    #expect(empty.median.time == .missing(.tooFew))
    #expect(empty.restrictedMean(to: 3) == .missing(.tooFew))
    let censored = SurvivalCurve(LeukaemiaTrial.followUps([3, 4], hasEvent: false))
    #expect(censored.median.time == .missing(.notReached))
    #expect(censored.restrictedMean(to: 5) == .missing(.notReached))
    #expect(censored.restrictedMean(to: 4).value?.mean == 4)
    #expect(censored.steps[0].interval == Interval(lower: 1, upper: 1))
    #expect(censored.steps[0].standardError == .value(0))
  }

  /// The definition with no thought for speed, on worlds with many ties.
  @Test func agreesWithItsDefinition() throws {
    var random = Seeded(state: 31)
    for _ in 0..<200 {
      let all = (0..<Int.random(in: 1...25, using: &random)).map { _ in
        FollowUp(
          time: Double(Int.random(in: 0..<8, using: &random)),
          hasEvent: Bool.random(using: &random))
      }
      let curve = SurvivalCurve(all)
      #expect(SurvivalCurve(all.shuffled(using: &random)) == curve)
      for time in -1...9 {
        let share = (0...8).filter { $0 <= time }.reduce(1.0) { product, time in
          let atRisk = all.count { $0.time >= Double(time) }
          let events = all.count { $0.time == Double(time) && $0.hasEvent }
          return atRisk == 0 ? product : product * (1 - Double(events) / Double(atRisk))
        }
        let isKnown = share == 0 || all.contains { $0.time >= Double(time) }
        #expect(
          isKnown
            ? isClose(curve.survival(at: Double(time)), share)
            : curve.survival(at: Double(time)) == .missing(.notReached))
        #expect(curve.atRisk(at: Double(time)) == all.count { $0.time >= Double(time) })
      }
      for step in curve.steps { #expect(step.interval.contains(step.survival)) }
    }
  }

  /// Nineteen of twenty intervals, or nearly so, hold the true share and the true mean.
  @Test func coverage() throws {
    var random = Seeded(state: 32)
    var (share, mean) = (0, 0)
    for _ in 0..<1_000 {
      let curve = SurvivalCurve(
        (0..<100).map { _ in
          let event = Double.random(in: 0..<100, using: &random)
          let end = Double.random(in: 0..<200, using: &random)
          return FollowUp(time: min(event, end), hasEvent: event <= end)
        })
      let step = try #require(curve.steps.last { $0.time <= 40 })
      if step.interval.contains(0.6) { share += 1 }
      if try #require(curve.restrictedMean(to: 50).value).interval.contains(37.5) { mean += 1 }
    }
    #expect((930...970).contains(share), "\(share)")
    #expect((930...970).contains(mean), "\(mean)")
  }
}
