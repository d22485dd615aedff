import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct TransitionsTests {
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
}
