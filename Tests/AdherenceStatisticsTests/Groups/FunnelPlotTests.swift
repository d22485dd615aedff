import AdherenceStatistics
import TestSupport
import Testing

@Suite struct FunnelPlotTests {
  /// A pooled 60 of 100: 30 of 36 are 5/6 - 3/5 over √(0.24/36), which is 2.857.
  @Test func byHand() throws {
    let members = [(30, 36), (30, 64), (0, 0)].map { member($0.0, of: $0.1) }
    let plot = try #require(FunnelPlot.of(members).value)
    #expect(plot.members == Array(members[..<2]) && plot.z.count == 2)
    #expect(plot.center == 0.6)
    #expect(isClose(plot.z[0], 2.857738033247041))
    #expect(isClose(plot.z[1], -2.1433035249352805))
    // Drawn in to the quantiles of 10 % and 90 %, a tenth of their distance each, the z have this
    // φ.
    let drawn = (2.857738033247041 - 0.5001041558782326, -2.1433035249352805 + 0.5001041558782326)
    let phi = (drawn.0 * drawn.0 + drawn.1 * drawn.1) / 2
    #expect(isClose(plot.overdispersion, phi))
    let weights = (36 / 0.24, 64 / 0.24)
    let sum = weights.0 + weights.1
    let variance =
      (2 * phi - 1) / (sum - (weights.0 * weights.0 + weights.1 * weights.1) / sum)
    #expect(isClose(plot.variance, variance))
    let error = (0.24 / 36 + variance).squareRoot()
    #expect(isClose(plot.adjustedZ[0], (30.0 / 36 - 0.6) / error))
    let limits = plot.limits(expected: 36)
    #expect(isClose(limits.upper, min(1, 0.6 + 1.959963984540054 * error)))
    #expect(plot.limits(expected: 1) == Interval(lower: 0, upper: 1))
  }

  /// Groups that differ by chance alone have limits of counts; those that differ have wider ones,
  /// so that few lie beyond.
  @Test func limitsAllowForGroupsThatDiffer() throws {
    var random = Seeded(state: 17)
    for spread in [0, 0.2] {
      let members = (0..<400).map { _ in
        let p = 0.7 + Double.random(in: -spread...spread, using: &random)
        let taken = (0..<180).count { _ in Double.random(in: 0..<1, using: &random) < p }
        return member(taken, of: 180)
      }
      let plot = try #require(FunnelPlot.of(members).value)
      let beyond = plot.z.count { abs($0.value ?? 0) > 1.96 }
      let adjusted = plot.adjustedZ.count { abs($0.value ?? 0) > 1.96 }
      #expect(adjusted <= 40, "\(adjusted)")
      #expect(spread > 0 ? beyond > 200 : abs(plot.variance) < 2e-4, "\(beyond)")
      for (member, z) in zip(members, plot.adjustedZ) {
        let isInside = plot.limits(expected: 180).contains(Double(member.count.taken) / 180)
        #expect(isInside == (abs(z.value ?? 0) <= 1.959963984540054))
      }
    }
  }

  @Test func whatIsMissing() {
    #expect(FunnelPlot.of([]) == .missing(.tooFew))
    #expect(FunnelPlot.of([member(2, of: 3), member(0, of: 0)]) == .missing(.tooFew))
    let full = FunnelPlot.of([member(3, of: 3), member(2, of: 2)])
    #expect(full.value?.z == [.missing(.noVariation), .missing(.noVariation)])
    #expect(full.value?.overdispersion == .missing(.noVariation) && full.value?.variance == 0)
  }

  private func member(_ taken: Int, of expected: Int) -> FunnelMember {
    FunnelMember(
      name: "\(taken) of \(expected)", count: AdherenceCount(taken: taken, expected: expected))
  }
}
