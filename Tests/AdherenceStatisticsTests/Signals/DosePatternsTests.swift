import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct DosePatternsTests {
  @Test func weekendsAreComparedWithOtherDays() throws {
    let week =
      Array(repeating: ClassTally(expected: 20, taken: 16), count: 5)
      + Array(repeating: ClassTally(expected: 25, taken: 15), count: 2)
    #expect(isClose(ClassTally.weekendEffect(of: week), 0.6 - 0.8))
    let work = ClassTally.weekendEffect(of: week[..<5] + [ClassTally(), ClassTally()])
    #expect(work == .missing(.nothingDue))
  }
}
