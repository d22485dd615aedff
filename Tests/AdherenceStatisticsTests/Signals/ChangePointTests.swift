import Foundation
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct ChangePointTests {
  private func likelihood(_ k: Int, _ n: Int) -> Double {
    if k == 0 || k == n { return 0 }
    let p = Double(k) / Double(n)
    return Double(k) * log(p) + Double(n - k) * log(1 - p)
  }

  /// The definition: the ratio of every position.
  private func walk(_ taken: [Bool], minimum: Int) -> (Int, Double)? {
    let (n, all) = (taken.count, taken.count { $0 })
    var best: (Int, Double)?
    for k in stride(from: minimum, through: n - minimum, by: 1) {
      let before = taken[..<k].count { $0 }
      let ratio =
        2 * (likelihood(before, k) + likelihood(all - before, n - k) - likelihood(all, n))
      if ratio > (best?.1 ?? -.infinity) + 1e-12 { best = (k, ratio) }
    }
    return best
  }

  @Test func agreesWithTheDefinition() throws {
    var random = Seeded(state: 3)
    let scratch = SignalScratch()
    for _ in 0..<400 {
      let level = Double.random(in: 0...1, using: &random)
      let taken = (0..<Int.random(in: 2...300, using: &random)).map { _ in
        Double.random(in: 0..<1, using: &random) < level
      }
      let minimum = Int.random(in: 1...7, using: &random)
      let found = ChangePoint.find(in: taken, minimum: minimum, scratch: scratch).value
      let expected = walk(taken, minimum: minimum)
      #expect(found?.index == expected?.0)
      #expect(isClose(found?.likelihoodRatio, expected?.1))
    }
  }

  @Test func ofEqualChangesTheFirstCounts() throws {
    // The same read from both ends.
    let half = [true, true, true, false, true, false, false, true, true, true, false]
    let taken = half + half.reversed()
    let found = try #require(
      ChangePoint.find(in: taken, minimum: 3, scratch: SignalScratch()).value)
    #expect(found.index == walk(taken, minimum: 3)?.0)
    #expect(found.index <= taken.count / 2)
  }

  @Test func aCleanBreakHasTheWholeLikelihood() throws {
    let taken = Array(repeating: true, count: 20) + Array(repeating: false, count: 20)
    let found = try #require(ChangePoint.find(in: taken, scratch: SignalScratch()).value)
    #expect(found.index == 20)
    #expect((found.before, found.after) == (1, 0))
    #expect(isClose(found.likelihoodRatio, 80 * log(2)))
  }

  @Test(arguments: [true, false]) func withoutAnyChangeTheRatioIsZero(isTaken: Bool) throws {
    let taken = Array(repeating: isTaken, count: 30)
    let found = try #require(ChangePoint.find(in: taken, scratch: SignalScratch()).value)
    #expect(found.index == 7)
    #expect(found.likelihoodRatio == 0)
    #expect(found.before == found.after)
  }

  @Test func bothSidesNeedEnough() {
    let scratch = SignalScratch()
    let taken = (0..<13).map { $0 < 6 }
    #expect(ChangePoint.find(in: taken, scratch: scratch) == .missing(.tooFew))
    #expect(
      ChangePoint.permutationP(in: taken, seed: 1, scratch: scratch) == .missing(.tooFew))
  }

  @Test func permutationsTellAChangeFromChance() throws {
    let scratch = SignalScratch()
    let broken = Array(repeating: true, count: 30) + Array(repeating: false, count: 30)
    let alternating = (0..<60).map { $0.isMultiple(of: 2) }
    #expect(
      ChangePoint.permutationP(in: broken, resamples: 199, seed: 7, scratch: scratch)
        == .value(1.0 / 200))
    let chance = ChangePoint.permutationP(
      in: alternating, resamples: 199, seed: 7, scratch: scratch)
    #expect(try #require(chance.value) > 0.9)
    #expect(
      chance
        == ChangePoint.permutationP(in: alternating, resamples: 199, seed: 7, scratch: scratch))
  }

  /// Where nothing changes, p is below 5 % in about 5 % of series.
  @Test func permutationsKeepTheirLevel() throws {
    var random = Seeded(state: 11)
    let scratch = SignalScratch()
    let low = try (0..<300).count { round in
      let taken = (0..<60).map { _ in Double.random(in: 0..<1, using: &random) < 0.7 }
      let p = ChangePoint.permutationP(
        in: taken, resamples: 99, seed: UInt32(round), scratch: scratch)
      return try #require(p.value) <= 0.05
    }
    #expect((3...30).contains(low), "\(low)")
  }
}
