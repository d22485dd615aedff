import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct ProportionIntervalsTests {
  private let intervals = ProportionIntervals()

  @Test func simple() throws {
    let interval = try #require(intervals.interval(140, of: 180).value)
    #expect(isClose(interval.lower, 0.7115975049125901))
    #expect(isClose(interval.upper, 0.8323494406865138))
    #expect(interval.contains(0.8) && !interval.contains(0.84))
  }

  /// Table I of Newcombe (Statistics in Medicine 1998, page 857), methods 3 (Wilson) and 5
  /// (Clopper-Pearson).
  @Test func newcombesExamples() {
    expect(intervals.wilson(81, of: 263), 0.2553, 0.3662)
    expect(intervals.wilson(15, of: 148), 0.0624, 0.1605)
    expect(intervals.wilson(0, of: 20), 0, 0.1611)
    expect(intervals.wilson(1, of: 29), 0.0061, 0.1718)
    expect(intervals.clopperPearson(81, of: 263), 0.2527, 0.3676)
    expect(intervals.clopperPearson(15, of: 148), 0.0578, 0.1617)
    expect(intervals.clopperPearson(0, of: 20), 0, 0.1684)
    expect(intervals.clopperPearson(1, of: 29), 0.0009, 0.1776)
  }

  /// Against SciPy 1.17, where GSL's own inverse hangs or is NaN (2 of 260), and with a million;
  /// the last is the root of (1 - x)ⁿ + nx(1 - x)ⁿ⁻¹ = 0.25 to 50 digits.
  @Test func hardCases() throws {
    let narrow = ProportionIntervals(level: 0.5)
    #expect(isClose(narrow.clopperPearson(1, of: 866_206).value?.upper, 3.1085352653771917e-6))
    #expect(
      isClose(intervals.clopperPearson(1, of: 1_000_000).value?.lower, 2.5317807663794178e-08))
    #expect(isClose(intervals.clopperPearson(2, of: 260).value?.upper, 0.027509464774955892))
  }

  /// Limits solve the equations that define them.
  @Test func clopperPearsonsTailsAreHalfTheRest() throws {
    for total in [1, 2, 7, 60, 260, 400, 2_000, 100_000, 1_000_000] {
      for count in Set([0, 1, 2, total / 7, total / 2, total - 1, total]).filter({ $0 <= total }) {
        let interval = try #require(intervals.clopperPearson(count, of: total).value)
        let (k, n) = (Double(count), Double(total))
        if count > 0 {
          let tail = BetaDistribution.below(interval.lower, k, n - k + 1)
          #expect(isClose(tail, 0.025, within: 1e-7), "\(count) of \(total)")
        }
        if count < total {
          let tail = BetaDistribution.above(interval.upper, k + 1, n - k)
          #expect(isClose(tail, 0.025, within: 1e-7), "\(count) of \(total)")
        }
        #expect(interval.lower <= k / n && k / n <= interval.upper)
      }
    }
  }

  /// Jeffreys' limits are quantiles of Beta(k + ½, n − k + ½), but for the lower one of 0, which is
  /// 0, and the upper one of all, which is 1.
  @Test func jeffreysLimitsAreItsDefinition() throws {
    for total in [1, 2, 7, 60, 400] {
      for count in Set([0, 1, total / 2, total - 1, total]) {
        let interval = try #require(intervals.jeffreys(count, of: total).value)
        let (a, b) = (Double(count) + 0.5, Double(total - count) + 0.5)
        let lower = BetaDistribution.below(interval.lower, a, b)
        let upper = BetaDistribution.above(interval.upper, a, b)
        if count == 0 {
          #expect(interval.lower == 0)
        } else {
          #expect(isClose(lower, 0.025, within: 1e-7))
        }
        if count == total {
          #expect(interval.upper == 1)
        } else {
          #expect(isClose(upper, 0.025, within: 1e-7))
        }
      }
    }
  }

  @Test func nothingAndEverything() {
    for method in ProportionMethod.allCases {
      #expect(intervals.interval(0, of: 0, by: method) == .missing(.nothingDue))
      for total in [1, 5, 1_000_000] {
        #expect(intervals.interval(0, of: total, by: method).value?.lower == 0)
        #expect(intervals.interval(total, of: total, by: method).value?.upper == 1)
      }
    }
    // The rule of three's exact form: 1 - 0.025^(1/10).
    expect(intervals.clopperPearson(0, of: 10), 0, 0.3085)
  }

  @Test(arguments: ProportionMethod.allCases)
  func whatMirrorsMirrors(_ method: ProportionMethod) throws {
    for total in [1, 2, 3, 20, 365] {
      for count in 0...total {
        let one = try #require(intervals.interval(count, of: total, by: method).value)
        let other = try #require(intervals.interval(total - count, of: total, by: method).value)
        #expect(isClose(one.lower, 1 - other.upper, within: 1e-10))
        #expect(isClose(one.upper, 1 - other.lower, within: 1e-10))
      }
    }
  }

  @Test(arguments: ProportionMethod.allCases)
  func limitsGrowWithTheCountAndTheLevel(_ method: ProportionMethod) throws {
    let wide = ProportionIntervals(level: 0.99)
    var last = Interval(lower: -1, upper: 0)
    for count in 0...180 {
      let interval = try #require(intervals.interval(count, of: 180, by: method).value)
      #expect(interval.lower > last.lower && interval.upper > last.upper)
      #expect(try #require(wide.interval(count, of: 180, by: method).value).width > interval.width)
      last = interval
    }
  }

  /// The coverage of each interval, summed exactly over all possible counts.
  @Test func coverage() throws {
    for (n, p) in [(30, 0.8), (30, 0.95), (180, 0.5), (180, 0.9)] {
      var covered = [ProportionMethod: Double]()
      for count in 0...n {
        let probability = binomial(count, n, p)
        for method in ProportionMethod.allCases {
          let interval = try #require(intervals.interval(count, of: n, by: method).value)
          if interval.contains(p) { covered[method, default: 0] += probability }
        }
      }
      #expect(try #require(covered[.clopperPearson]) >= 0.95)
      #expect(abs(try #require(covered[.wilson]) - 0.95) < 0.025)
      #expect(abs(try #require(covered[.jeffreys]) - 0.95) < 0.035)
    }
  }

  private func binomial(_ count: Int, _ total: Int, _ p: Double) -> Double {
    var product = 1.0
    for index in 0..<count { product *= p * Double(total - index) / Double(count - index) }
    for _ in count..<total { product *= 1 - p }
    return product
  }

  private func expect(
    _ interval: Estimate<Interval>, _ lower: Double, _ upper: Double,
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(abs((interval.value?.lower ?? .nan) - lower) < 6e-5, sourceLocation: location)
    #expect(abs((interval.value?.upper ?? .nan) - upper) < 6e-5, sourceLocation: location)
  }
}
