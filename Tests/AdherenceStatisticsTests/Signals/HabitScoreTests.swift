import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct HabitScoreTests {
  /// After *n* perfect days the score is 1 − mⁿ: a half after 13.
  @Test func habitsGrowByHalvesOfThirteenDays() {
    #expect(isClose(HabitScore.score(of: Array(repeating: 1, count: 13)), 0.5))
    #expect(isClose(HabitScore.score(of: Array(repeating: 1, count: 39)), 0.875))
    let slow = HabitScore.score(of: Array(repeating: 1, count: 26), frequency: 0.25)
    #expect(isClose(slow, 0.5))
    #expect(HabitScore.score(of: []) == .missing(.nothingDue))
  }
}
