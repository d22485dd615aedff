import AdherenceStatistics
import Testing

@Suite struct FunnelPlotTests {
  /// A pooled 60 of 100: 30 of 36 are 5/6 - 3/5 over √(0.24/36), which is 2.857.
  @Test func byHand() throws {
    let counts = [(30, 36), (30, 64), (0, 0)].map { AdherenceCount(taken: $0.0, expected: $0.1) }
    let plot = try #require(FunnelPlot.of(counts).value)
    #expect(plot.center == 0.6)
    #expect(isClose(plot.z[0], 2.857738033247041))
    #expect(isClose(plot.z[1], -2.1433035249352805))
    #expect(plot.z[2] == .missing(.nothingDue))
    let limits = plot.limits(expected: 36)
    #expect(isClose(limits.upper, 0.6 + 1.959963984540054 * 0.08164965809277261))
    #expect(plot.limits(expected: 1) == Interval(lower: 0, upper: 1))
    // Outside the limits of 95 % is what is farther than 1.96.
    #expect(
      !limits.contains(30.0 / 36) && plot.limits(expected: 36, level: 0.999).contains(30.0 / 36))
  }

  @Test func whatIsMissing() {
    #expect(FunnelPlot.of([]) == .missing(.nothingDue))
    let full = FunnelPlot.of([AdherenceCount(taken: 3, expected: 3)])
    #expect(full.value?.z == [.missing(.noVariation)])
  }
}
