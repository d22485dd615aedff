import Foundation
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct TrendTests {
  private let weeks: [Int32] = [0, 1, 2, 3, 5, 6, 7, 9]
  private let ratios = [1.0, 0.9, 1.0, 0.8, 0.7, 0.75, 0.75, 0.5]

  private func find(_ ratios: [Double], at weeks: [Int32]) -> Estimate<Trend> {
    Trend.find(in: ratios, at: weeks, scratch: SignalScratch())
  }

  /// SciPy 1.17.1: `linregress`, `theilslopes`, `kendalltau`; Mann-Kendall by its formula.
  @Test func agreesWithSciPy() throws {
    let trend = try #require(find(ratios, at: weeks).value)
    #expect(isClose(trend.slope, -0.048638838475499095))
    #expect(isClose(trend.intercept, 1.0006352087114339))
    #expect(isClose(trend.p, 0.0014839468882447114))
    #expect(isClose(trend.theilSen, -0.05))
    #expect(isClose(trend.tauB, -0.7412493166611012))
    #expect(trend.mannKendall.s == -20)
    #expect(isClose(trend.mannKendall.z, -2.3874672772626644))
    #expect(isClose(trend.mannKendall.p, 0.016964912953587128))
  }

  @Test func equalWeeksHaveNoTest() throws {
    for level in [0.0, 1.0 / 3, 6.0 / 7, 1.0] {
      let trend = try #require(find(Array(repeating: level, count: 9), at: Array(0..<9)).value)
      #expect((trend.slope, trend.intercept, trend.theilSen) == (0, level, 0))
      #expect(trend.p == .missing(.noVariation))
      #expect(trend.tauB == .missing(.noVariation))
      #expect(trend.mannKendall.s == 0)
      #expect(trend.mannKendall.z == .missing(.noVariation))
    }
  }

  @Test func aPerfectLineIsCertain() throws {
    let line = (0..<6).map { 0.25 + Double($0) / 8 }
    let trend = try #require(find(line, at: [2, 3, 4, 5, 6, 7]).value)
    #expect(isClose(trend.slope, 0.125))
    #expect(isClose(trend.intercept, 0))
    #expect(isClose(trend.theilSen, 0.125))
    #expect(trend.tauB == .value(1))
    #expect(try #require(trend.p.value) < 1e-6)
  }

  @Test func threeWeeksAreTooFew() {
    #expect(find([1, 0.5, 0.2], at: [0, 1, 2]) == .missing(.tooFew))
    let scratch = SignalScratch()
    #expect(
      RobustTrend.find(in: [1, 0.5, 0.2], at: [0, 1, 2], scratch: scratch) == .missing(.tooFew))
    let tallies = Array(repeating: ClassTally(expected: 7, taken: 6), count: 3)
    #expect(LogisticTrend.find(in: tallies, at: [0, 1, 2]) == .missing(.tooFew))
  }

  @Test func aLifeOfWeeksIsNotCompared() {
    func find(_ count: Int) -> Estimate<Trend> {
      self.find((0..<count).map { Double($0 % 8) / 7 }, at: Array(0..<Int32(count)))
    }
    #expect(find(Trend.mostWeeks).value != nil)
    #expect(find(Trend.mostWeeks + 1) == .missing(.tooMany))
  }

  /// All pairs, sorted in full.
  @Test func agreesWithAllPairs() throws {
    var random = Seeded(state: 17)
    for count in 4..<60 {
      let x = (0..<count).map { Int32(2 * $0) + Int32.random(in: 0...1, using: &random) }
      let y = x.map { _ in Double(Int.random(in: 0...7, using: &random)) / 7 }
      let trend = try #require(find(y, at: x).value)
      var (slopes, s, ties) = ([Double](), 0, 0)
      for j in y.indices {
        for i in 0..<j {
          slopes.append((y[j] - y[i]) / Double(x[j] - x[i]))
          s += y[j] > y[i] ? 1 : y[j] < y[i] ? -1 : 0
        }
      }
      for value in Set(y) {
        let t = y.count { $0 == value }
        ties += t * (t - 1) * (2 * t + 5)
      }
      slopes.sort()
      let middle = slopes.count / 2
      let median =
        slopes.count.isMultiple(of: 2)
        ? (slopes[middle - 1] + slopes[middle]) / 2 : slopes[middle]
      #expect(isClose(trend.theilSen, median))
      #expect(trend.mannKendall == MannKendall(s: s, count: count, ties: ties))
    }
  }

  @Test func turningTimeAroundTurnsTheTrend() throws {
    let trend = try #require(find(ratios, at: weeks).value)
    let mirrored = try #require(find(ratios.reversed(), at: weeks.map { 9 - $0 }.reversed()).value)
    #expect(isClose(mirrored.slope, -trend.slope))
    #expect(isClose(mirrored.theilSen, -trend.theilSen))
    #expect(isClose(mirrored.p, trend.p.value))
    #expect(mirrored.mannKendall.s == -trend.mannKendall.s)
  }

  @Test func oneOddWeekHardlyMovesTheRobustLine() throws {
    let scratch = SignalScratch()
    var line: [Double] = []
    for week in 0..<20 { line.append(0.9 - 0.01 * Double(week) + 0.002 * Double(week % 3)) }
    let weeks = (0..<20).map { Int32($0) }
    let clean = try #require(RobustTrend.find(in: line, at: weeks, scratch: scratch).value)
    let straight = try #require(find(line, at: weeks).value)
    #expect(abs(clean.slope - straight.slope) < 1e-3)
    line[17] = 0
    let robust = try #require(RobustTrend.find(in: line, at: weeks, scratch: scratch).value)
    #expect(abs(robust.slope - clean.slope) < 1e-3)
    #expect(abs(try #require(find(line, at: weeks).value).slope - clean.slope) > 5e-3)
    #expect(robust.slopeError > 0)
  }

  /// The change of the last twelve weeks is the slope of Theil and Sen from the first to the last of them.
  @Test func theRecentChangeIsOfTwelveWeeks() throws {
    let steep = (0..<30).map { (week: Int) -> Double in 0.9 - 0.02 * Double(max(0, week - 18)) }
    let trend = try #require(find(steep, at: (0..<30).map { Int32($0) }).value)
    #expect(isClose(trend.recentChange, -0.22))
    #expect(
      isClose(try #require(find([1, 0.9, 0.8, 0.7], at: [0, 1, 2, 5]).value).recentChange, -0.4))
  }
}
