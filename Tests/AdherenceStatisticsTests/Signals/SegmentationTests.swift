import Foundation
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct SegmentationTests {
  /// Optimal partitioning as it is defined, with no thought for speed.
  private func walk(_ x: [Double], minimum: Int) -> [Int] {
    let n = x.count
    let mean = x.reduce(0, +) / Double(n)
    let variance = x.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(n - 1)
    let penalty = 2 * log(Double(n)) * variance
    let sums = x.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }
    let squares = x.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1 * $1) }
    func cost(_ i: Int, _ j: Int) -> Double {
      let sum = sums[j] - sums[i]
      return squares[j] - squares[i] - sum * sum / Double(j - i)
    }
    var best = Array(repeating: Double.infinity, count: n + 1)
    var previous = Array(repeating: 0, count: n + 1)
    best[0] = -penalty
    for j in minimum...n {
      for i in [0] + Array(stride(from: minimum, through: j - minimum, by: 1))
      where best[i] < .infinity {
        let value = best[i] + cost(i, j) + penalty
        if value < best[j] - 1e-12 { (best[j], previous[j]) = (value, i) }
      }
    }
    var changes: [Int] = []
    var end = n
    while previous[end] > 0 {
      end = previous[end]
      changes.insert(end, at: 0)
    }
    return changes
  }

  /// A series with a new level now and then, in halves, thirds or none.
  private func series(
    _ random: inout Seeded, parts: Int, days: ClosedRange<Int> = 14...260
  ) -> [Double] {
    var level = Double.random(in: 0...1, using: &random)
    return (0..<Int.random(in: days, using: &random)).map { _ in
      if Int.random(in: 0..<40, using: &random) == 0 {
        level = Double.random(in: 0...1, using: &random)
      }
      guard parts > 0 else { return level + Double.random(in: -0.4...0.4, using: &random) }
      let taken = (0..<parts).count { _ in Double.random(in: 0..<1, using: &random) < level }
      return Double(taken) / Double(parts)
    }
  }

  @Test(arguments: [0, 1, 2, 3]) func agreesWithTheDefinition(parts: Int) {
    var random = Seeded(state: UInt64(parts))
    let scratch = SignalScratch()
    var changes = 0
    for round in 0..<150 {
      let x = series(&random, parts: parts)
      let minimum = round.isMultiple(of: 3) ? Int.random(in: 1...7, using: &random) : 7
      let found = Segmentation.changes(in: x, minimum: minimum, scratch: scratch).value
      let isConstant = x.allSatisfy { $0 == x[0] }
      #expect(found == (isConstant ? [] : walk(x, minimum: minimum)), "\(round)")
      changes += found?.count ?? 0
    }
    #expect(changes > 50)
  }

  /// So many days that most beginnings are ruled out five hundred at a time.
  @Test(arguments: [0, 1]) func agreesWithTheDefinitionOverYears(parts: Int) {
    var random = Seeded(state: 71)
    let x = series(&random, parts: parts, days: 2_900...3_100)
    let found = Segmentation.changes(in: x, scratch: SignalScratch()).value
    #expect(found == walk(x, minimum: 7))
    #expect(found?.isEmpty == false)
  }

  @Test func findsACleanStep() {
    let series = Array(repeating: 1.0, count: 40) + Array(repeating: 0.25, count: 30)
    #expect(
      Segmentation.changes(in: series, scratch: SignalScratch()) == .value([40]))
  }

  @Test func fewDaysHaveNoStretches() {
    let scratch = SignalScratch()
    let days = Array(repeating: 1.0, count: 13)
    #expect(Segmentation.changes(in: days, scratch: scratch) == .missing(.tooFew))
    #expect(Segmentation.changes(in: [], scratch: scratch) == .missing(.tooFew))
    #expect(Segmentation.changes(in: days + [1], scratch: scratch) == .value([]))
  }

  @Test func memoryIsUsedAgain() {
    let scratch = SignalScratch()
    var random = Seeded(state: 9)
    for _ in 0..<40 {
      let x = series(&random, parts: 1)
      #expect(
        Segmentation.changes(in: x, scratch: scratch)
          == Segmentation.changes(in: x, scratch: SignalScratch()))
    }
  }
}
