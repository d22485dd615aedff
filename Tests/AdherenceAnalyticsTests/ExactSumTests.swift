import TestSupport
import Testing

@testable import AdherenceAnalytics

@Suite struct ExactSumTests {
  private func sum(_ numbers: [Double]) -> ExactSum {
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
    return sum
  }

  @Test func roundsOnce() {
    #expect(sum(Array(repeating: 0.1, count: 10)).value == 1)
    #expect(sum([1e300, 1, -1e300]).value == 1)
    #expect(sum([0.1, 0.2, -0.3]).value == 0x1p-55)
    #expect(sum([-0x1p-60]).value == -0x1p-60)
    #expect(sum([.leastNonzeroMagnitude, .leastNonzeroMagnitude]).value == 0x1p-1073)
    #expect(sum([]).value == 0)
    #expect(sum([.greatestFiniteMagnitude, -1]).value == .greatestFiniteMagnitude)
  }

  @Test func infiniteAndNaNSums() {
    #expect(sum([1, .infinity]).value == .infinity)
    #expect(sum([.infinity, -.infinity, 3]).value.isNaN)
  }

  /// Multiples of 2⁻¹⁰ add up exactly as integers, the definition.
  @Test func agreesWithIntegers() {
    var random = Seeded(state: 11)
    for _ in 0..<200 {
      let units = (0..<50).map { _ in Int.random(in: -1_000_000_000...1_000_000_000, using: &random)
      }
      #expect(sum(units.map { Double($0) / 1024 }).value == Double(units.reduce(0, +)) / 1024)
    }
  }

  @Test func orderAndGroupingPlayNoPart() {
    var random = Seeded(state: 12)
    for _ in 0..<200 {
      var numbers = (0..<40).map { _ in
        Double(
          sign: .random(using: &random), exponent: Int.random(in: -80...80, using: &random),
          significand: Double.random(in: 1..<2, using: &random))
      }
      let whole = sum(numbers)
      numbers.shuffle(using: &random)
      let cut = Int.random(in: 0...40, using: &random)
      var parts = sum(Array(numbers[cut...]))
      parts.merge(sum(Array(numbers[..<cut])))
      #expect(parts.value == whole.value)
      #expect(whole.value.isFinite)
      let scale = numbers.map(\.magnitude).max() ?? 1
      #expect((whole.value - numbers.reduce(0, +)).magnitude <= 1e-13 * scale)
    }
  }
}

extension FloatingPointSign {
  fileprivate static func random(using random: inout Seeded) -> FloatingPointSign {
    Bool.random(using: &random) ? .plus : .minus
  }
}
