import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct NelderMeadTests {
  /// Rosenbrock's banana, whose minimum is 0 at (1, 1).
  @Test func rosenbrock() throws {
    let minimum = NelderMead(dimensions: 2).minimum(from: [-1.2, 1]) { point in
      let (a, b) = (1 - point[0], point[1] - point[0] * point[0])
      return a * a + 100 * b * b
    }
    let found = try #require(minimum)
    #expect(isClose(found.point[0], 1, within: 1e-7) && isClose(found.point[1], 1, within: 1e-7))
    #expect(found.value < 1e-14)
  }

  @Test func whatIsNoNumberHasNoMinimum() {
    #expect(NelderMead(dimensions: 1).minimum(from: [0]) { _ in .nan } == nil)
  }
}
