import AdherenceStatistics
import TestSupport
import Testing

@Suite struct HolmAdjustmentTests {
  /// R 4: `p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")`.
  @Test func anExample() {
    let p = [0.01, 0.04, 0.03, 0.005].map { Estimate.value($0) }
    let adjusted = HolmAdjustment.adjusted(p)
    for (ours, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) {
      #expect(isClose(ours, expected))
    }
  }

  @Test func testsThatAreMissingAreNone() {
    let p = [.value(0.03), .missing(.tooFew), .value(0.9)] as [Estimate<Double>]
    let adjusted = HolmAdjustment.adjusted(p)
    #expect(isClose(adjusted[0], 0.06) && adjusted[1] == .missing(.tooFew))
    #expect(adjusted[2] == .value(0.9) && HolmAdjustment.adjusted([]).isEmpty)
  }

  /// The definition: the greatest of the products up to the rank.
  @Test func agreesWithItsDefinition() {
    var random = Seeded(state: 8)
    for _ in 0..<200 {
      let p = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Double(Int.random(in: 0...40, using: &random)) / 40
      }
      let sorted = p.sorted()
      let adjusted = HolmAdjustment.adjusted(p.map { .value($0) })
      for (ours, own) in zip(adjusted, p) {
        let rank = sorted.lastIndex(of: own) ?? 0
        let products = (0...rank).map { Double(p.count - $0) * sorted[$0] }
        #expect(isClose(ours, min(1, products.max() ?? 1)))
      }
    }
  }
}
