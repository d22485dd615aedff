import Foundation
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct DoseTimingTests {
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
    #expect((lateness.count, lateness.onTime) == (10, 8))
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
      #expect(lateness.onTime == seconds.count { abs($0) <= 7200 })
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

  @Test func intervalsAroundAHoldAreLeftOut() {
    let hour: Int64 = 3600
    let times = [0, 24, 48, 120, 144, 150].map { $0 * hour }
    let all = Interdose(between: times, nominal: 86_400, scratch: scratch)
    #expect((all.count, all.near, all.tooShort, all.tooLong) == (5, 3, 1, 1))
    #expect(all.mean == .value(30))
    #expect(all.longest == .value(72))
    let held = Interdose(
      between: times, nominal: 86_400, holds: [49 * hour..<100 * hour], scratch: scratch)
    #expect((held.count, held.near, held.tooShort, held.tooLong) == (4, 3, 1, 0))
    #expect(held.nearOfIntervals == .value(0.75))
    #expect(held.near(ofPrescribed: 12) == .value(0.25))
    // A hold that begins with an event, or outlasts the interval, does not lie inside it.
    for hold in [48 * hour..<100 * hour, 49 * hour..<121 * hour] {
      let kept = Interdose(between: times, nominal: 86_400, holds: [hold], scratch: scratch)
      #expect(kept.count == 5)
    }
    let end = Interdose(
      between: times, nominal: 86_400, holds: [49 * hour..<120 * hour], scratch: scratch)
    #expect(end.count == 4)
  }

  @Test func theEndsOfTheToleranceAreNear() {
    let hour: Int64 = 3600
    let intervals = Interdose(
      between: [0, 18, 48, 65, 96].map { $0 * hour }, nominal: 86_400, scratch: scratch)
    #expect((intervals.near, intervals.tooShort, intervals.tooLong) == (2, 1, 1))
  }

  @Test func intervalsNeedTwoEvents() {
    for times in [[], [5]] as [[Int64]] {
      let intervals = Interdose(between: times, nominal: 86_400, scratch: scratch)
      #expect(intervals.count == 0)
      #expect(intervals.mean == .missing(.tooFew))
      #expect(intervals.longest == .missing(.tooFew))
      #expect(intervals.nearOfIntervals == .missing(.tooFew))
      #expect(intervals.near(ofPrescribed: 0) == .missing(.nothingDue))
    }
    let one = Interdose(between: [0, 3600], nominal: 86_400, scratch: scratch)
    #expect(one.mean == .value(1))
    #expect(one.deviation == .missing(.tooFew))
    #expect(one.variation == .missing(.tooFew))
  }

  private func circular(_ hours: [Double]) throws -> CircularTime {
    var sum = CircularSum()
    for hour in hours { sum.add(Int(hour * 3600)) }
    return try #require(sum.result.value)
  }

  /// NumPy 2.4.6.
  @Test func midnightIsNoBorder() throws {
    let time = try circular([23.5, 0.5, 0, 1])
    #expect(isClose(time.meanHour, 0.25))
    #expect(isClose(time.resultant, 0.989322101820917))
    #expect(isClose(time.deviationHours, 0.5596980427719179))
  }

  @Test func theSameTimeHasNoDeviation() throws {
    for hour in [0, 8, 21.5, 23.9] {
      let time = try circular([hour, hour, hour])
      #expect(isClose(time.meanHour, hour))
      #expect((time.resultant, time.deviationHours) == (1, .value(0)))
    }
  }

  @Test func oppositeTimesHaveNoMean() throws {
    for hours in [[8, 20], [0, 8, 16], [1, 7, 13, 19]] as [[Double]] {
      let time = try circular(hours)
      #expect(time.resultant == 0)
      #expect(time.meanHour == .missing(.noDirection))
      #expect(time.deviationHours == .missing(.noDirection))
    }
    #expect(CircularSum().result == .missing(.tooFew))
  }

  @Test func sumsMergeAndSlotsPart() {
    let (seconds, slots): ([Int32], [Int32]) = ([100, 50_000, 86_399, 7], [0, 1, 0, 1])
    var (both, first, second) = (CircularSum(), CircularSum(), CircularSum())
    for second in seconds { both.add(Int(second)) }
    first.add(seconds, where: slots, are: 0)
    second.add(seconds, where: slots, are: 1)
    first.merge(second)
    #expect(first.result.value?.count == 4)
    #expect(isClose(first.result.value?.resultant, both.result.value?.resultant))
    #expect(isClose(first.result.value?.meanHour.value, both.result.value?.meanHour.value))
  }

  /// The tables against the sine and cosine of every second of the day.
  @Test func directionsAreThoseOfSineAndCosine() {
    var worst = 0.0
    ClockAngles.all.withTables { coarse, fine in
      for second in UInt32(0)..<86_400 {
        let direction = ClockAngles.direction(of: second, coarse, fine)
        let angle = 2 * Double.pi * Double(second) / 86_400
        worst = max(worst, abs(direction.x - cos(angle)), abs(direction.y - sin(angle)))
      }
    }
    #expect(worst < 2e-15)
  }
}
