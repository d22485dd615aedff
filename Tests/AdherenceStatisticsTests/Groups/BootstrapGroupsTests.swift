import AdherenceStatistics
import Testing

@Suite struct BootstrapGroupsTests {
  @Test func differencesOfQuantiles() throws {
    var random = Seeded(state: 44)
    let first = (0..<60).map { _ in Double.random(in: 0..<1, using: &random) }
    let second = first.map { $0 + 0.5 }
    let found = try #require(Bootstrap().quantileDifference(0.5, first, second).value)
    #expect(isClose(found.estimate, -0.5))
    #expect(found.percentile.contains(-0.5) && !found.percentile.contains(0))
    #expect(found.bca.contains(-0.5) && !found.bca.contains(0))
  }

  /// Occurrences of a patient that are all alike leave as much doubt as one of each.
  @Test func patientsAreDrawnAndNotOccurrences() throws {
    func counts(of expected: Int) -> [AdherenceCount] {
      (0..<40).map { AdherenceCount(taken: $0 < 30 ? expected : 0, expected: expected) }
    }
    let few = try #require(Bootstrap().pooledRatio(of: counts(of: 1)).value)
    let many = try #require(Bootstrap().pooledRatio(of: counts(of: 180)).value)
    #expect(many == few && many.estimate == 0.75)
    #expect(abs(many.standardError - (0.75 * 0.25 / 40).squareRoot()) < 0.005)
  }

  @Test func patientsWithNothingExpectedHaveNoPart() throws {
    let counts = [(3, 4), (0, 0), (1, 2), (5, 5)].map {
      AdherenceCount(taken: $0.0, expected: $0.1)
    }
    let found = try #require(Bootstrap().pooledRatio(of: counts).value)
    #expect(isClose(found.estimate, 9.0 / 11))
    #expect(found == Bootstrap().pooledRatio(of: counts.filter { $0.expected > 0 }).value)
  }

  @Test func whatIsMissing() {
    #expect(Bootstrap().quantileDifference(0.5, [1], [1, 2]) == .missing(.tooFew))
    #expect(Bootstrap().pooledRatio(of: []) == .missing(.tooFew))
    let one = [AdherenceCount(taken: 1, expected: 2), AdherenceCount(taken: 0, expected: 0)]
    #expect(Bootstrap().pooledRatio(of: one) == .missing(.tooFew))
  }
}
