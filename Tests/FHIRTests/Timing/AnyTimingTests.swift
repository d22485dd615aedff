import Diagnostics
import FHIR
import Scheduling
import TestSampling
import TestSupport
import Testing

@Suite struct AnyTimingTests {
  /// The result is a valid plan that respects its start, end and count, or one error.
  @Test(arguments: (1...8 as ClosedRange<UInt64>).sampled(2))
  func plansKeepTheirBounds(_ seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    var read = 0
    for _ in 0..<150 {
      let drawn = try AnyTiming(&random)
      let json = drawn.json
      let profile = random.isTrue(oneIn: 2) ? DosingProfile.standard : .standardGivingTimes
      let zone = try zone(
        try random.any(["UTC", "America/New_York", "Pacific/Apia", "Africa/Cairo"]))
      let plan: DosedPlan
      do { plan = try FHIRTests.plan(repeat: json, from: drawn.start, in: zone.id, profile) } catch
      {
        #expect((error as? InputError)?.problem.keepsRecord == false, "\(json)")
        continue
      }
      read += 1
      let start = try #require(FHIRDateTime(drawn.start)).first(in: zone)
      let rows = try Occurrences(of: plan.schedule, in: zone).starting(
        in: .earliest ..< .latest, limit: 400)
      // An all-day dose starts on the day of the start.
      let day = zone.firstInstant(atOrAfter: CivilDateTime(date: zone.civil(at: start).date))
      #expect(
        rows.allSatisfy { $0.start >= (plan.schedule.elements[$0.element].isAllDay ? day : start) },
        "\(json)")
      if let count = drawn.count { #expect(rows.count <= count, "\(json)") }
      if let end = drawn.end {
        let last = zone.firstInstant(atOrAfter: CivilDateTime(date: end))
        #expect(rows.allSatisfy { $0.start < last }, "\(json)")
        #expect(plan.end.map { $0.instant(in: zone) <= last } ?? false, "\(json)")
      }
    }
    #expect(read > 15)
  }
}
