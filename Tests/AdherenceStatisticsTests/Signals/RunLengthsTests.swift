import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct RunLengthsTests {
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
}
