import TestSupport
import Testing

@testable import AdherenceStatistics

/// Follow-ups that begin later than their clocks.
@Suite struct FollowUpTests {
  private func worlds(_ body: ([FollowUp], inout Seeded) throws -> Void) rethrows {
    var random = Seeded(state: 81)
    for _ in 0..<300 {
      let all = (0..<Int.random(in: 1...25, using: &random)).map { _ in
        let time = Double(Int.random(in: 0..<9, using: &random))
        let entry =
          Bool.random(using: &random) && time > 0
          ? Double(Int.random(in: 0..<Int(time), using: &random)) : 0
        return FollowUp(time: time, entry: entry, hasEvent: Bool.random(using: &random))
      }
      try body(all, &random)
    }
  }

  /// The risk set by its definition: who has entered before a time and is followed until it.
  private func atRisk(_ all: [FollowUp], _ time: Double) -> Int {
    all.count { $0.time >= time && ($0.entry == 0 || $0.entry < time) }
  }

  @Test func theCurveAgreesWithItsDefinition() {
    worlds { all, random in
      let curve = SurvivalCurve(all)
      #expect(SurvivalCurve(all.shuffled(using: &random)) == curve)
      for time in -1...9 {
        let share = (0...8).filter { $0 <= time }.reduce(1.0) { product, time in
          let time = Double(time)
          let events = all.count { $0.time == time && $0.hasEvent }
          return events == 0 ? product : product * (1 - Double(events) / Double(atRisk(all, time)))
        }
        let isKnown = share == 0 || all.contains { $0.time >= Double(time) }
        #expect(
          isKnown
            ? isClose(curve.survival(at: Double(time)), share)
            : curve.survival(at: Double(time)) == .missing(.notReached))
        #expect(curve.atRisk(at: Double(time)) == atRisk(all, Double(time)))
      }
      for step in curve.steps where step.survival == 0 {
        #expect(step.standardError == .missing(.noVariation))
      }
    }
  }

  @Test func whoEntersAtTheStartChangesNothing() {
    let plain = [3.0, 5, 5, 8].map { FollowUp(time: $0, hasEvent: $0 < 6) }
    #expect(SurvivalCurve(plain).steps.map(\.atRisk) == [4, 3, 1])
    #expect(
      SurvivalCurve(plain + [FollowUp(time: 9, entry: 6, hasEvent: false)]).steps.map(\.atRisk)
        == [4, 3, 2, 1])
  }

  /// Σ(O − E) and its variance by the definition, time by time.
  @Test func theLogRankTestAgreesWithItsDefinition() {
    worlds { all, _ in
      let groups = [all.indices.filter { $0 % 2 == 0 }, all.indices.filter { $0 % 2 == 1 }].map {
        $0.map { all[$0] }
      }
      var (difference, variance) = (0.0, 0.0)
      for time in Set(all.filter(\.hasEvent).map(\.time)) {
        let (n, own) = (Double(atRisk(all, time)), Double(atRisk(groups[0], time)))
        let d = Double(all.count { $0.time == time && $0.hasEvent })
        difference += Double(groups[0].count { $0.time == time && $0.hasEvent }) - d * own / n
        if n > 1 { variance += d * (n - d) / (n - 1) * own / n * (1 - own / n) }
      }
      guard let test = LogRank.test(groups).value else { return }
      #expect(isClose(test.groups[0].variance, variance))
      #expect(isClose(test.statistic, difference * difference / variance, within: 1e-6))
    }
  }

  /// Of patients who are seen from some day of treatment on, the curve is that of all of them.
  @Test func truncationDoesNotBias() throws {
    var random = Seeded(state: 82)
    var seen: [FollowUp] = []
    while seen.count < 20_000 {
      let time = Double.random(in: 0.001..<1, using: &random)
      let entry = Double.random(in: 0.001..<0.5, using: &random)
      if entry < time { seen.append(FollowUp(time: time, entry: entry, hasEvent: true)) }
    }
    seen += (0..<2_000).map { _ in
      FollowUp(time: Double.random(in: 0.001..<1, using: &random), hasEvent: true)
    }
    let curve = SurvivalCurve(seen)
    #expect(abs((curve.survival(at: 0.5).value ?? 0) - 0.5) < 0.03)
    // Without entries those who left early would be missing.
    let naive = SurvivalCurve(seen.map { FollowUp(time: $0.time, hasEvent: true) })
    #expect((naive.survival(at: 0.5).value ?? 0) > 0.6)
  }
}
