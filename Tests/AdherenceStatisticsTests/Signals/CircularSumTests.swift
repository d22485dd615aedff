import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct CircularSumTests {
  @Test func sumsMergeAndSlotsPart() {
    let (seconds, slots): ([Int32], [Int32]) = ([100, 50_000, 86_399, 7], [0, 1, 0, 1])
    var (both, first, second) = (CircularSum(), CircularSum(), CircularSum())
    for second in seconds { both.add(Int(second)) }
    first.add(seconds, where: slots, are: 0)
    second.add(seconds, where: slots, are: 1)
    first.merge(second)
    #expect(first.result.value?.count == 4)
    #expect(isClose(first.result.value?.resultant, both.result.value?.resultant))
    #expect(isClose(first.result.value?.meanHour.value, both.result.value?.meanHour.value))
  }

  /// One pass over several slots gives the same sums as one pass per slot.
  @Test(arguments: [1, 2, 4, 5, 60]) func slotsAddUpInOnePass(_ count: Int) {
    let seconds = (0..<500).map { Int32($0 * 7919 % 86_400) }
    let slots = (0..<500).map { Int32($0 * 31 % count) }
    let sums = CircularSum.sums(of: seconds, by: slots, count: count)
    for slot in 0..<count {
      var sum = CircularSum()
      sum.add(seconds, where: slots, are: Int32(slot))
      #expect(sums[slot] == sum)
    }
  }
}
