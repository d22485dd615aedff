import Foundation
import TestSampling
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct TrendTests {
  private let weeks: [Int32] = [0, 1, 2, 3, 5, 6, 7, 9]
  private let ratios = [1.0, 0.9, 1.0, 0.8, 0.7, 0.75, 0.75, 0.5]

  private func find(_ ratios: [Double], at weeks: [Int32]) -> Estimate<Trend> {
    Trend.find(in: ratios, at: weeks, scratch: SignalScratch())
  }

  /// SciPy 1.17.1: `theilslopes`, `kendalltau`; eight weeks are too few for a test.
  @Test func agreesWithSciPy() throws {
    let trend = try #require(find(ratios, at: weeks).value)
    #expect(isClose(trend.theilSen, -0.05))
    #expect(isClose(trend.tauB, -0.7412493166611012))
    #expect(trend.mannKendall.s == -20)
    #expect(trend.mannKendall.z == .missing(.tooFew) && trend.interval == .missing(.tooFew))
  }

  /// SciPy's interval is for independent weeks; ours is it where the factor is 1, and wider where
  /// it is more.
  @Test func intervalsAgreeWithSciPy() throws {
    for golden in try StatisticsGolden.read().theilSen {
      let positions = golden.ratios.indices.map { Int32($0) }
      let trend = try #require(find(golden.ratios, at: positions).value)
      #expect(isClose(trend.theilSen, golden.slope))
      guard let factor = trend.mannKendall.factor.value else {
        #expect(golden.ratios.count < MannKendall.fewestWeeks)
        continue
      }
      let interval = try #require(trend.interval.value)
      #expect(interval.lower <= golden.lower + 1e-12 && interval.upper >= golden.upper - 1e-12)
      if factor == 1 {
        #expect(isClose(interval.lower, golden.lower) && isClose(interval.upper, golden.upper))
      }
    }
  }

  /// Mann-Kendall by its formula, with the factor restated.
  @Test func theFactorByItsDefinition() throws {
    var random = Seeded(state: 18)
    for count in (10..<60).sampled(12) {
      let x = (0..<count).map { Int32($0) }
      var level = 0.0
      let y = x.map { _ -> Double in
        level = 0.7 * level + Double.random(in: -1...1, using: &random)
        return level
      }
      let trend = try #require(find(y, at: x).value)
      let n = Double(count)
      let rest = zip(y, x).map { $0 - trend.theilSen * Double($1) }
      let ranks = rest.map { own in
        Double(rest.count { $0 < own } + rest.count { $0 <= own }) / 2
      }
      let mean = ranks.reduce(0, +) / n
      let squares = ranks.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let sum = (1...3).reduce(0.0) { sum, k in
        let products = (k..<count).reduce(0) { $0 + (ranks[$1] - mean) * (ranks[$1 - k] - mean) }
        let weight = (n - Double(k)) * (n - Double(k) - 1) * (n - Double(k) - 2)
        return sum + weight * products / squares
      }
      let factor = max(1, 1 + 2 / (n * (n - 1) * (n - 2)) * sum)
      #expect(isClose(trend.mannKendall.factor, factor))
      let variance = n * (n - 1) * (2 * n + 5) / 18
      let s = Double(trend.mannKendall.s)
      let z = (s - (s > 0 ? 1 : s < 0 ? -1 : 0)) / (factor * variance).squareRoot()
      #expect(isClose(trend.mannKendall.z, z))
    }
  }

  /// Stable patients whose misses come in runs: a trend is seen in no more than 8 % at 0.05, where
  /// the test for independent weeks sees one in up to 20 %.
  @Test(arguments: [(12, 0.45), (26, 0.45), (26, 0.7), (52, 0.7), (26, 0.85), (52, 0.85)])
  func falseAlarmsAreRare(_ weeks: Int, _ correlation: Double) throws {
    var random = Seeded(state: 19)
    let x = (0..<weeks).map { Int32($0) }
    var (alarms, tests) = (0, 0)
    for _ in 0..<(isExhaustive ? 1000 : 250) {
      let taken = StickyTaker(0.8, correlation).weeks(weeks, &random)
      let trend = try #require(find(taken.map { Double($0) / 7 }, at: x).value)
      guard let p = trend.mannKendall.p.value else { continue }
      tests += 1
      alarms += p <= 0.05 ? 1 : 0
    }
    // With alarms in 8 % of all, more than 30 of 250 have a probability of 1 %.
    let (fewest, bounds) = isExhaustive ? (990, 5...80) : (245, 1...30)
    #expect(tests > fewest && bounds.contains(alarms), "\(alarms)")
  }

  /// A fall from 95 to 60 % over a year is seen in most patients whose misses come in runs.
  @Test func fallsAreSeen() throws {
    var random = Seeded(state: 20)
    let x = (0..<52).map { Int32($0) }
    let seen = try (0..<(isExhaustive ? 200 : 80)).count { _ in
      let ratios = x.map { week in
        let level = 0.95 - 0.35 * Double(week) / 51
        return Double(StickyTaker(level, 0.3).weeks(1, &random)[0]) / 7
      }
      return try #require(find(ratios, at: x).value?.mannKendall.p.value) <= 0.05
    }
    #expect(seen > (isExhaustive ? 170 : 64), "\(seen)")
  }

  @Test func equalWeeksHaveNoTest() throws {
    for level in [0.0, 1.0 / 3, 6.0 / 7, 1.0] {
      let trend = try #require(find(Array(repeating: level, count: 12), at: Array(0..<12)).value)
      #expect(trend.theilSen == 0)
      #expect(trend.tauB == .missing(.noVariation))
      #expect(trend.mannKendall.s == 0)
      #expect(trend.mannKendall.z == .missing(.noVariation))
    }
  }

  @Test func aPerfectLineIsCertain() throws {
    let line = (0..<6).map { 0.25 + Double($0) / 8 }
    let trend = try #require(find(line, at: [2, 3, 4, 5, 6, 7]).value)
    #expect(isClose(trend.theilSen, 0.125))
    #expect(trend.tauB == .value(1))
  }

  @Test func threeWeeksAreTooFew() {
    #expect(find([1, 0.5, 0.2], at: [0, 1, 2]) == .missing(.tooFew))
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
    for count in (4..<60).sampled(14) {
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
      #expect(
        trend.mannKendall
          == MannKendall(
            s: s, variance: MannKendall.variance(of: count, ties: ties),
            factor: AutocorrelationFactor.factor(of: y, at: x, slope: trend.theilSen)))
    }
  }

  @Test func turningTimeAroundTurnsTheTrend() throws {
    let trend = try #require(find(ratios, at: weeks).value)
    let mirrored = try #require(find(ratios.reversed(), at: weeks.map { 9 - $0 }.reversed()).value)
    #expect(isClose(mirrored.theilSen, -trend.theilSen))
    #expect(mirrored.mannKendall.s == -trend.mannKendall.s)
  }

  /// The change of the last twelve weeks is the slope of Theil and Sen from the first to the last
  /// of them.
  @Test func theRecentChangeIsOfTwelveWeeks() throws {
    let steep = (0..<30).map { (week: Int) -> Double in 0.9 - 0.02 * Double(max(0, week - 18)) }
    let trend = try #require(find(steep, at: (0..<30).map { Int32($0) }).value)
    #expect(isClose(trend.recentChange, -0.22))
    #expect(
      isClose(try #require(find([1, 0.9, 0.8, 0.7], at: [0, 1, 2, 5]).value).recentChange, -0.4))
  }
}
