import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct DosePatternsTests {
  private func tallies(_ rows: [(Int, Int)]) -> [ClassTally] {
    rows.map { ClassTally(expected: $0.0 + $0.1, taken: $0.0) }
  }

  /// SciPy 1.17.1: `chi2_contingency(table, correction=False)`.
  @Test func agreesWithSciPy() throws {
    let week = tallies([(19, 7), (23, 3), (19, 7), (20, 6), (20, 6), (21, 4), (18, 7)])
    let test = try #require(ChiSquare.test(week).value)
    #expect(isClose(test.statistic, 3.4467032967032964))
    #expect(test.degreesOfFreedom == 6)
    #expect(isClose(test.p, 0.7510465605279212))
    let two = try #require(ChiSquare.test(tallies([(80, 20), (30, 20)])).value)
    #expect(isClose(two.statistic, 6.818181818181818))
    #expect(two.degreesOfFreedom == 1)
    #expect(isClose(two.p, 0.009023438818080326))
  }

  @Test func classesInAnyOrderAreTestedAlike() throws {
    let rows = tallies([(5, 5), (9, 1), (3, 4)])
    let (one, other) = (ChiSquare.test(rows).value, ChiSquare.test(rows.reversed()).value)
    #expect(isClose(one?.statistic, other?.statistic))
    #expect(one?.degreesOfFreedom == 2)
  }

  @Test func emptyMarginsAreMissing() {
    #expect(ChiSquare.test(tallies([(5, 5), (0, 0)])) == .missing(.emptyMargin))
    #expect(ChiSquare.test(tallies([(5, 0), (9, 0)])) == .missing(.emptyMargin))
    #expect(ChiSquare.test(tallies([(0, 5), (0, 9)])) == .missing(.emptyMargin))
    #expect(ChiSquare.test(tallies([(5, 5)])) == .missing(.tooFew))
    #expect(ChiSquare.test([]) == .missing(.tooFew))
  }

  /// 1970-01-05 was a Monday, and so was 1969-12-29.
  @Test func weekdaysBeginOnMonday() {
    let week = ClassTally.weekdays(of: [true, false, true, true], on: [4, -3, 3, -4])
    #expect(week[0] == ClassTally(expected: 2, taken: 1))
    #expect(week[6] == ClassTally(expected: 2, taken: 2))
    #expect(week[1].share == .missing(.nothingDue))
  }

  @Test func weekendsAreComparedWithOtherDays() throws {
    let week = tallies(Array(repeating: (16, 4), count: 5) + Array(repeating: (15, 10), count: 2))
    let effect = WeekendEffect(weekdays: week)
    #expect(isClose(effect.difference, 0.6 - 0.8))
    #expect(isClose(effect.test.value?.statistic, 6.818181818181818))
    let work = WeekendEffect(weekdays: week[..<5] + [ClassTally(), ClassTally()])
    #expect(work.difference == .missing(.nothingDue))
    #expect(work.test == .missing(.emptyMargin))
  }

  /// SciPy 1.17.1: `chi2.sf(5, 1)`, `binomtest(5, 20)`.
  @Test func mornings() throws {
    var (taken, days, slots) = ([Bool](), [Int32](), [Int32]())
    func add(_ morning: Bool?, _ evening: Bool?, times: Int) {
      for _ in 0..<times {
        let day = (days.last ?? 0) + 1
        for (slot, dose) in [morning, evening].enumerated() {
          guard let dose else { continue }
          taken.append(dose)
          days.append(day)
          slots.append(Int32(slot))
        }
      }
    }
    add(true, false, times: 15)
    add(false, true, times: 5)
    add(true, true, times: 40)
    add(false, false, times: 3)
    add(true, nil, times: 9)
    add(nil, false, times: 4)
    let test = McNemar(of: taken, on: days, at: slots)
    #expect((test.both, test.firstOnly, test.secondOnly, test.neither) == (40, 15, 5, 3))
    #expect(isClose(test.statistic, 5))
    #expect(isClose(test.p, 0.025347318677468325))
    #expect(isClose(test.exactP, 0.04138946533203125))
  }

  @Test func timesThatNeverDifferHaveNoTest() {
    let test = McNemar(of: [true, true, false, false], on: [1, 1, 2, 2], at: [0, 1, 0, 1])
    #expect(test.statistic == .missing(.noVariation))
    #expect(test.p == .missing(.noVariation))
    #expect(test.exactP == .missing(.noVariation))
  }

  @Test func onlyNeighboursInThePlanFollow() {
    // Missed, missed, taken twice | taken, missed, taken.
    let transitions = Transitions(
      of: [false, false, true, true, false, true], at: [0, 1, 2, 4, 5, 6],
      events: [0, 0, 2, 1, 0, 3])
    #expect(transitions.missToMiss == 1)
    #expect(transitions.missToTaken == 2)
    #expect(transitions.takenToMiss == 1)
    #expect(transitions.takenToTaken == 0)
    #expect(transitions.catchUps == 2)
    #expect(isClose(transitions.missAfterMiss, 1.0 / 3))
    #expect(transitions.missAfterTaken == .value(1))
  }

  @Test func nothingFollowsTheOnlyDose() {
    for taken in [[], [true]] {
      let transitions = Transitions(
        of: taken, at: taken.map { _ in 0 }, events: taken.map { _ in 1 })
      #expect(transitions.missAfterMiss == .missing(.tooFew))
      #expect(transitions.missAfterTaken == .missing(.tooFew))
    }
  }

  @Test func runsEndAtGapsInThePlan() {
    let runs = RunLengths(
      of: [true, true, false, false, false, true, false], at: [0, 1, 2, 3, 5, 6, 7])
    #expect(runs.missed == [2, 1])
    #expect(runs.taken == [1, 1])
    #expect(RunLengths(of: [], at: []).missed == [])
  }

  @Test func runsHoldAllOccurrences() {
    var random = Seeded(state: 2)
    let taken = (0..<500).map { _ in Double.random(in: 0..<1, using: &random) < 0.7 }
    let runs = RunLengths(of: taken, at: (0..<500).map { Int32($0) })
    func sum(_ counts: [Int]) -> Int { zip(counts, 1...).reduce(0) { $0 + $1.0 * $1.1 } }
    #expect(sum(runs.taken) == taken.count { $0 })
    #expect(sum(runs.missed) == taken.count { !$0 })
  }

  @Test func holidaysAreRunsOfDueDaysWithoutEvents() {
    // Days 10 to 25; 14 is excused; the first event is on day 12, the last on day 24.
    let days: [Int32] = [10, 11, 12, 13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]
    let events: [Int32] = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0]
    let holidays = DrugHolidays(in: 12...24, days: days, events: events)
    #expect(holidays.holidays == [DrugHoliday(first: 18, days: 4)])
    #expect((holidays.count, holidays.days, holidays.longest) == (1, 4, 4))
    let short = DrugHolidays(in: 12...24, days: days, events: events, minimum: 2)
    #expect(
      short.holidays == [DrugHoliday(first: 15, days: 2), DrugHoliday(first: 18, days: 4)])
    let open = DrugHolidays(in: 10...25, days: days, events: events, minimum: 1)
    #expect(open.holidays.map(\.days) == [2, 1, 2, 4, 1, 1])
    #expect(DrugHolidays(in: 1...5, days: [], events: []).longest == 0)
  }
}
