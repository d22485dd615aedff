import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct QuickselectTests {
  @Test(arguments: [1, 2, 5, 1000]) func agreesWithSorting(values: Int) {
    var random = Seeded(state: UInt64(values))
    for count in 1...120 {
      var numbers = (0..<count).map { _ in Double(Int.random(in: 0..<values, using: &random)) }
      let sorted = numbers.sorted()
      let position = Int.random(in: 0..<count, using: &random)
      let found = numbers.withUnsafeMutableBufferPointer { Quickselect.select(position, of: $0) }
      #expect(found == sorted[position])
      #expect(numbers[..<position].allSatisfy { $0 <= found })
      #expect(numbers[position...].allSatisfy { $0 >= found })
      #expect(numbers.sorted() == sorted)
    }
  }

  @Test func mediansLieBetweenTheMiddleTwo() {
    var numbers = [4.0, 1, 3, 2]
    #expect(numbers.withUnsafeMutableBufferPointer { Quickselect.median($0) } == 2.5)
    numbers = [7, 1, 3]
    #expect(numbers.withUnsafeMutableBufferPointer { Quickselect.median($0) } == 3)
    numbers = [2, 1]
    #expect(numbers.withUnsafeMutableBufferPointer { Quickselect.median($0) } == 1.5)
  }
}
