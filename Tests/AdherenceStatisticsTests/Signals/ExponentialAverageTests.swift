import Foundation
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct ExponentialAverageTests {
  @Test func theAverageForgets() throws {
    let average = try #require(ExponentialAverage(weight: 0.5))
    // 1, then 0.5, 0.75, 0.375, 0.1875, 0.59375.
    #expect(average.last(of: [1, 0, 1, 0, 0, 1]) == .value(0.59375))
    #expect(average.last(of: [0.25]) == .value(0.25))
    #expect(average.last(of: []) == .missing(.nothingDue))
  }

  @Test func theAverageAgreesWithItsRecursion() throws {
    var random = Seeded(state: 5)
    let average = try #require(ExponentialAverage())
    for count in 1..<40 {
      let x = (0..<count).map { _ in Double.random(in: 0...1, using: &random) }
      let expected = x.dropFirst().reduce(x[0]) { 0.2 * $1 + 0.8 * $0 }
      #expect(isClose(average.last(of: x), expected))
    }
  }

  /// The first signal by the definition.
  private func walk(_ x: [Double], _ lambda: Double, _ limit: Double, _ baseline: Int) -> Int? {
    let mean = x[..<baseline].reduce(0, +) / Double(baseline)
    let squares = x[..<baseline].map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
    let sd = (squares / Double(baseline - 1)).squareRoot()
    var z = mean
    for k in baseline..<x.count {
      z = lambda * x[k] + (1 - lambda) * z
      let t = Double(k - baseline + 1)
      let width = limit * sd * sqrt(lambda / (2 - lambda) * (1 - pow(1 - lambda, 2 * t)))
      if z < mean - width { return k }
    }
    return nil
  }

  @Test func theChartAgreesWithItsDefinition() throws {
    var random = Seeded(state: 8)
    let chart = try #require(ExponentialAverage(weight: 0.3, limit: 2.5, baselineDays: 10))
    var signals = 0
    for _ in 0..<200 {
      let x = (0..<60).map { day in
        Double(Int.random(in: 0...4, using: &random)) / 4 * (day < 30 ? 1 : 0.8)
      }
      let found = chart.chart(of: x)
      #expect(found.value?.firstLow == walk(x, 0.3, 2.5, 10))
      if found.value?.firstLow != nil { signals += 1 }
    }
    #expect((20...180).contains(signals))
  }

  @Test func aChartNeedsABaselineThatVaries() throws {
    let chart = try #require(ExponentialAverage())
    #expect(chart.chart(of: Array(repeating: 0.5, count: 28)) == .missing(.tooFew))
    let third = Array(repeating: 1.0 / 3, count: 28)
    #expect(chart.chart(of: third + [0, 0, 0]) == .missing(.noVariation))
    #expect(
      chart.baseline(of: third + [0]) == .value(ControlBaseline(mean: 1.0 / 3, deviation: 0)))
    #expect(chart.baseline(of: third) == .missing(.tooFew))
  }
}
