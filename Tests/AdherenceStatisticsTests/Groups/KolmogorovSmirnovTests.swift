import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct KolmogorovSmirnovTests {
  @Test func distances() throws {
    #expect(KolmogorovSmirnov.test([1, 2, 3], [4, 5, 6]).value == KolmogorovSmirnov(d: 1, p: 0))
    let same = try #require(KolmogorovSmirnov.test([1, 2, 2], [2, 1, 2]).value)
    #expect(same.d == 0 && same.p == 1)
    #expect(KolmogorovSmirnov.test([], [1]) == .missing(.tooFew))
    #expect(KolmogorovSmirnov.test([2], [1]) == .missing(.tooFew))
    #expect(KolmogorovSmirnov.test([1, 3, 5, 7], [2, 3, 3]).value?.d == 0.5)
  }
}
