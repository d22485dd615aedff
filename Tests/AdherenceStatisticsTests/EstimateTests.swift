import Testing

@testable import AdherenceStatistics

@Suite struct EstimateTests {
  @Test func whatIsNoNumberIsMissing() {
    #expect(Estimate(1.5, else: .tooFew) == .value(1.5))
    for number in [Double.nan, .infinity, -.infinity, nil] {
      #expect(Estimate(number, else: .tooFew) == .missing(.tooFew))
    }
  }

  @Test func aShareOfNothingIsMissing() {
    #expect(Estimate(1, of: 4, else: .nothingDue) == .value(0.25))
    #expect(Estimate(0, of: 0, else: .nothingDue) == .missing(.nothingDue))
  }

  @Test func reasonsGoThrough() {
    let missing = Estimate<Double>.missing(.notReached)
    #expect(missing.map { $0 + 1 }.reason == .notReached)
    #expect(Estimate.value(2.0).flatMap { Estimate($0 / 0, else: .noTime) } == .missing(.noTime))
  }
}
