import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct McNemarTests {
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
}
