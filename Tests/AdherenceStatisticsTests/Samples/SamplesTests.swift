import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct SamplesTests {
  @Test func simple() {
    #expect(Samples.mean([]) == .missing(.tooFew))
    #expect(Samples.quantile(0.25, ofSorted: [1, 2, 3, 5]) == .value(1.75))
  }

  /// 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares 32, cubes 42.
  @Test func byHand() {
    let values = [2.0, 4, 4, 4, 5, 5, 7, 9]
    #expect(Samples.mean(values) == .value(5))
    #expect(isClose(Samples.standardDeviation(values), (32.0 / 7).squareRoot()))
    #expect(isClose(Samples.skewness(values), 5.25 / 8))
    #expect(Samples.median(values) == .value(4.5))
    #expect(isClose(Samples.trimmedMean(ofSorted: values, leavingOut: 0.2), 29.0 / 6))
  }

  @Test func whatTooFewNumbersLack() {
    #expect(Samples.standardDeviation([1]) == .missing(.tooFew))
    #expect(Samples.skewness([]) == .missing(.tooFew))
    #expect(Samples.skewness([0.1, 0.1, 0.1]) == .missing(.noVariation))
    #expect(Samples.skewness([4]) == .missing(.noVariation))
    #expect(Samples.median([]) == .missing(.tooFew))
    #expect(Samples.quantile(0.3, of: []) == .missing(.tooFew))
    #expect(Samples.trimmedMean(ofSorted: []) == .missing(.tooFew))
    #expect(Samples.quantile(0.3, of: [7]) == .value(7))
    #expect(Samples.standardDeviation([3, 3, 3]) == .value(0))
  }

  /// Selection and sorting give the same results, with ties and in any order.
  @Test func selectingFindsWhatSortingFinds() {
    var random = Seeded(state: 11)
    for count in 1...40 {
      for kinds in [1, 3, 100] {
        let values = (0..<count).map { _ in Double(Int.random(in: 0..<kinds, using: &random)) / 7 }
        let sorted = values.sorted()
        for share in stride(from: 0.0, through: 1, by: 0.125) {
          #expect(
            Samples.quantile(share, of: values) == Samples.quantile(share, ofSorted: sorted))
        }
      }
    }
  }

  @Test func orderDoesNotMatter() {
    var random = Seeded(state: 12)
    let values = (0..<57).map { _ in Double.random(in: 0..<1, using: &random) }
    let other = values.shuffled(using: &random)
    #expect(isClose(Samples.mean(values), Samples.mean(other).value))
    #expect(isClose(Samples.standardDeviation(values), Samples.standardDeviation(other).value))
    #expect(isClose(Samples.skewness(values), Samples.skewness(other).value))
  }

  @Test func quantilesGrowWithTheirShare() {
    var random = Seeded(state: 13)
    let sorted = (0..<31).map { _ in Double.random(in: 0..<1, using: &random) }.sorted()
    let quantiles = stride(from: 0.0, through: 1, by: 0.01).compactMap {
      Samples.quantile($0, ofSorted: sorted).value
    }
    #expect(quantiles.count == 101 && quantiles == quantiles.sorted())
    #expect(quantiles.first == sorted.first && quantiles.last == sorted.last)
  }
}
