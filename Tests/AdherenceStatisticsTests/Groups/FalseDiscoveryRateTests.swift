import AdherenceStatistics
import TestSupport
import Testing

@Suite struct FalseDiscoveryRateTests {
  /// The fifteen tests of Benjamini and Hochberg's example, of which the first four are believed.
  @Test func theExampleOfItsAuthors() {
    var rate = FalseDiscoveryRate()
    let p = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
      0.5719, 0.6528, 0.7590, 1,
    ]
    for p in p.reversed() { rate.add(p) }
    #expect(rate.tests == 15 && rate.threshold == 0.0095)
  }

  @Test func noneIsBelieved() {
    #expect(FalseDiscoveryRate().threshold == nil)
    var rate = FalseDiscoveryRate()
    for _ in 0..<20 { rate.add(0.03) }
    #expect(rate.threshold == 0.03)
    for _ in 0..<20 { rate.add(0.9) }
    #expect(rate.threshold == nil)
  }

  /// The definition over every test, and parts in any order.
  @Test func agreesWithItsDefinition() {
    var random = Seeded(state: 91)
    for _ in 0..<300 {
      let all = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Double(Int.random(in: 0...100, using: &random)) / 1000
          * (Bool.random(using: &random) ? 1 : 9)
      }
      let sorted = all.sorted()
      let k = (1...all.count).last { sorted[$0 - 1] * Double(all.count) <= 0.05 * Double($0) }
      var (one, other) = (FalseDiscoveryRate(), FalseDiscoveryRate())
      for p in all.shuffled(using: &random) {
        if Bool.random(using: &random) { one.add(p) } else { other.add(p) }
      }
      var turned = other
      turned.merge(one)
      one.merge(other)
      #expect(one.threshold == k.map { sorted[$0 - 1] } && turned.threshold == one.threshold)
    }
  }
}
