import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct QuadraticFormTests {
  /// The inverse of ((2, 1), (1, 2)) is ((2, -1), (-1, 2))/3.
  @Test func byHand() throws {
    let form = try #require(QuadraticForm.inverse([1, 3], [2, 1, 1, 2]))
    #expect(isClose(form.value, (2 - 6 + 18) / 3.0) && form.rank == 2)
  }

  /// A matrix whose rows cancel counts in the dimensions that it has.
  @Test func withoutAllDimensions() throws {
    let form = try #require(QuadraticForm.inverse([2, -2], [3, -3, -3, 3]))
    #expect(isClose(form.value, 4.0 / 3) && form.rank == 1)
    let none = try #require(QuadraticForm.inverse([1, 1], [0, 0, 0, 0]))
    #expect(none.value == 0 && none.rank == 0)
  }
}
