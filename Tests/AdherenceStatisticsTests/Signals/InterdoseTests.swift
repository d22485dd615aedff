import Testing

@testable import AdherenceStatistics

@Suite struct InterdoseTests {
  private let scratch = SignalScratch()

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
}
