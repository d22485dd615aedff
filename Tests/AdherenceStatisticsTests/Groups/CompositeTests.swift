import AdherenceStatistics
import TestSupport
import Testing

@Suite struct CompositeTests {
  @Test func partsWithNothingDueAreLeftOut() {
    let composite = Composite([
      Composite.Part(earned: 8, due: 10, weight: 3), Composite.Part(earned: 0, due: 0, weight: 5),
      Composite.Part(earned: 1.5, due: 5, weight: 1),
    ])
    #expect(isClose(composite.micro, 9.5 / 15))
    #expect(isClose(composite.macro, 0.55))
    #expect(isClose(composite.weighted, (3 * 0.8 + 0.3) / 4))
  }

  /// The sum of 0.1, 0.2 and 0.7 has two last digits.
  @Test func theOrderOfPartsChangesNoDigit() {
    let parts = [1, 2, 7].map { Composite.Part(earned: Double($0) / 10, due: 1, weight: 0.3) }
    let composite = Composite(parts)
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      #expect(Composite(order.map { parts[$0] }) == composite)
    }
  }

  @Test func nothingDueIsMissing() {
    for parts in [[], [Composite.Part(earned: 0, due: 0)]] {
      let composite = Composite(parts)
      #expect(composite.micro == .missing(.nothingDue) && composite.macro == .missing(.nothingDue))
      #expect(composite.weighted == .missing(.nothingDue))
    }
    let weightless = Composite([Composite.Part(earned: 1, due: 2, weight: 0)])
    #expect(weightless.micro == .value(0.5) && weightless.weighted == .missing(.nothingDue))
  }
}
