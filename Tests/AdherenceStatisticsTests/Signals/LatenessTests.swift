import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct LatenessTests {
  private let scratch = SignalScratch()

  /// NumPy 2.4.6.
  @Test func latenessAgreesWithNumPy() throws {
    let seconds: [Int64] = [60, -120, 86400, 0, 5400, 600, -3600, 60, 9000, 1800]
    let lateness = try #require(Lateness.summary(of: seconds, scratch: scratch).value)
    #expect(isClose(lateness.mean, 166))
    #expect(isClose(lateness.deviation, 451.3247168059822))
    #expect(isClose(lateness.lowerQuartile, 0.25))
    #expect(isClose(lateness.median, 5.5))
    #expect(isClose(lateness.upperQuartile, 75))
    #expect(isClose(lateness.meanDistance, 178.4))
    #expect(isClose(lateness.medianDeviation, 23.7216))
    #expect((lateness.count, lateness.nearPlanned) == (10, 8))
  }

  @Test(arguments: [1, 100, 50_000, 1 << 30, 1 << 45] as [Int64])
  func latenessAgreesWithSorting(range: Int64) throws {
    var random = Seeded(state: UInt64(range))
    for count in 1...60 {
      let seconds = (0..<count).map { _ in Int64.random(in: -range...range, using: &random) }
      let lateness = try #require(Lateness.summary(of: seconds, scratch: scratch).value)
      let sorted = seconds.sorted().map { Double($0) / 60 }
      let median = quantile(sorted, 0.5)
      let distances = sorted.map { abs($0 - median) }.sorted()
      #expect(isClose(lateness.median, median))
      #expect(isClose(lateness.lowerQuartile, quantile(sorted, 0.25)))
      #expect(isClose(lateness.upperQuartile, quantile(sorted, 0.75)))
      #expect(isClose(lateness.medianDeviation, 1.4826 * quantile(distances, 0.5)))
      let reversed = Lateness.summary(of: seconds.reversed(), scratch: scratch).value
      #expect(isClose(lateness.deviation, reversed?.deviation.value))
      #expect(lateness.medianDeviation == reversed?.medianDeviation)
      #expect(lateness.nearPlanned == seconds.count { abs($0) <= 7200 })
    }
  }

  private func quantile(_ sorted: [Double], _ share: Double) -> Double {
    let place = share * Double(sorted.count - 1)
    let (below, above) = (Int(place.rounded(.down)), Int(place.rounded(.up)))
    return sorted[below] + (sorted[above] - sorted[below]) * (place - place.rounded(.down))
  }

  @Test func oneDoseHasNoDeviation() throws {
    let lateness = try #require(Lateness.summary(of: [90], scratch: scratch).value)
    #expect((lateness.mean, lateness.median, lateness.medianDeviation) == (1.5, 1.5, 0))
    #expect(lateness.deviation == .missing(.tooFew))
    #expect(Lateness.summary(of: [], scratch: scratch) == .missing(.tooFew))
  }
}
