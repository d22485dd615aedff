import AdherenceStatistics
import Testing

@Suite struct HistogramTests {
  @Test func bordersBelongToTheUpperBin() {
    let histogram = Histogram([0, 0.05, 0.1, 0.3, 0.7, 0.999, 1, -0.1, 1.01, .nan], bins: 10)
    #expect(histogram.counts == [2, 1, 0, 1, 0, 0, 0, 1, 0, 2])
    #expect(histogram.outside == 3)
  }

  /// Every border falls into the bin that it begins, however it is rounded.
  @Test func everyBorder() {
    for bins in 1...60 {
      let range = Interval(lower: -0.3, upper: 2.4)
      let empty = Histogram([], bins: bins, in: range)
      for bin in 0..<bins {
        let histogram = Histogram([empty.lowerBorder(of: bin)], bins: bins, in: range)
        #expect(histogram.counts[bin] == 1, "\(bin) of \(bins)")
      }
    }
  }
}
