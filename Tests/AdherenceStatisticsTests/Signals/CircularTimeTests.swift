import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct CircularTimeTests {
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
}
