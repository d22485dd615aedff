import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct BlockIntervalTests {
  private let intervals = BlockInterval(level: 0.95)

  private func weeks(_ done: [Int], of due: Int = 7) -> [WeekShare] {
    done.enumerated().map { WeekShare(number: $0, due: Double(due), done: Double($1)) }
  }

  /// 28 of 42: residuals ±7/3 with squares of 98/3, times 6/5 over 42 · 2/9 is an effect of 4.2,
  /// ten doses.
  @Test func byHand() throws {
    let interval = try #require(intervals.interval(of: weeks([7, 7, 7, 7, 0, 0])).value)
    let (effect, t) = ((4 * 49.0 / 9 + 2 * 196.0 / 9) * 6 / 5 / (42 * 2.0 / 9), 2.570581835636314)
    let expected = ProportionIntervals.score(2.0 / 3, of: 42 / effect, z: t)
    #expect(isClose(interval.lower, expected.lower) && isClose(interval.upper, expected.upper))
    #expect(interval.contains(2.0 / 3))
  }

  /// Of a patient who took all each week is one dose.
  @Test func whereAllWasTaken() throws {
    let interval = try #require(intervals.interval(of: weeks([7, 7, 7, 7, 7, 7, 7, 7])).value)
    let expected = ProportionIntervals.score(1, of: 8, z: 2.570581835636314)
    #expect(interval.upper == 1 && isClose(interval.lower, expected.lower))
    let none = try #require(intervals.interval(of: weeks([0, 0, 0, 0, 0, 0, 0, 0])).value)
    #expect(none.lower == 0 && isClose(none.upper, 1 - expected.lower))
  }

  /// Weeks that are all the same are no surer than independent doses.
  @Test func theEffectIsAtLeastOne() throws {
    let interval = try #require(intervals.interval(of: weeks([5, 5, 5, 5, 5, 5])).value)
    let expected = ProportionIntervals.score(5.0 / 7, of: 42, z: 2.570581835636314)
    #expect(isClose(interval.lower, expected.lower) && isClose(interval.upper, expected.upper))
  }

  @Test func fiveWeeksAreTooFew() {
    #expect(intervals.interval(of: weeks([7, 0, 7, 7, 3])) == .missing(.tooFew))
    #expect(intervals.interval(of: []) == .missing(.nothingDue))
  }

  @Test func tasksAreAddedByWeek() {
    let (one, other) = (
      weeks([1, 2]),
      weeks([3, 4, 5]).map { week in
        WeekShare(number: week.number + 1, due: week.due, done: week.done)
      }
    )
    let merged = WeekShare.merging([other, one])
    #expect(merged.map(\.number) == [0, 1, 2, 3] && merged.map(\.done) == [1, 5, 4, 5])
    #expect(merged.map(\.due) == [7, 14, 7, 7])
  }

  /// A way in which stable patients miss doses.
  struct Taker: CustomTestStringConvertible {
    var share: Double
    /// The correlation of neighbouring doses.
    var correlation: Double
    var weeks: Int
    var testDescription: String { "\(share) \(correlation) \(weeks)" }
  }

  /// For stable patients whose misses occur in runs, the interval covers the true ratio in at least
  /// 90 % of cases, and that for independent doses in at most 82 %.
  @Test(arguments: [
    Taker(share: 0.8, correlation: 0.45, weeks: 12),
    Taker(share: 0.8, correlation: 0.45, weeks: 26),
    Taker(share: 0.93, correlation: 0.45, weeks: 52),
    Taker(share: 0.8, correlation: 0.7, weeks: 26),
    Taker(share: 0.93, correlation: 0.7, weeks: 26),
    Taker(share: 0.8, correlation: 0.85, weeks: 52),
  ]) func covers(_ taker: Taker) throws {
    var random = Seeded(state: 45)
    let independent = ProportionIntervals()
    var (covered, naive) = (0, 0)
    for _ in 0..<1000 {
      let weeks = StickyTaker(taker.share, taker.correlation).weeks(taker.weeks, &random)
      let counts = weeks.enumerated().map { WeekShare(number: $0, due: 7, done: Double($1)) }
      let interval = try #require(intervals.interval(of: counts).value)
      covered += interval.contains(taker.share) ? 1 : 0
      let wilson = independent.wilson(weeks.reduce(0, +), of: 7 * taker.weeks)
      naive += try #require(wilson.value).contains(taker.share) ? 1 : 0
    }
    #expect((900...985).contains(covered), "\(covered)")
    #expect(naive < 825, "\(naive)")
  }

  /// Independent doses are covered too, by a wider interval than they would need.
  @Test func coversIndependentDoses() throws {
    var random = Seeded(state: 46)
    var covered = 0
    for _ in 0..<1000 {
      let weeks = StickyTaker(0.8, 0).weeks(26, &random)
      let counts = weeks.enumerated().map { WeekShare(number: $0, due: 7, done: Double($1)) }
      covered += try #require(intervals.interval(of: counts).value).contains(0.8) ? 1 : 0
    }
    #expect((970...998).contains(covered), "\(covered)")
  }
}
