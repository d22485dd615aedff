import Diagnostics
import FHIR
import Scheduling
import TestSupport
import Testing

/// Doses at intervals in hours, or without times.
@Suite struct PaceTests {
  /// Intervals are elapsed hours from the start, regardless of clock changes.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func hoursCountFromTheStart(_ seed: UInt64) throws {
    var random = Seeded(state: seed)
    let zone = try zone(
      ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe"].randomElement(using: &random)
        ?? "UTC")
    let start = try at("2024-03-08T00:00:00Z").adding(
      seconds: Int64.random(in: 0...400, using: &random) * 900)
    let (hours, frequency) = (
      Int.random(in: 1...60, using: &random), Int.random(in: 1...3, using: &random)
    )
    let (count, days) = (
      Int.random(in: 1...40, using: &random), Int.random(in: 1...9, using: &random)
    )
    let json = """
      {"frequency": \(frequency), "period": \(hours), "periodUnit": "h", "count": \(count),
      "boundsDuration": {"value": \(days * 24), "code": "h"}}
      """
    let plan = try plan(repeat: json, from: start.description, in: zone.id)
    let ours = compiled(plan.schedule, in: zone).starting(in: .earliest ..< .latest).map(\.start)
    if frequency > 1, hours.isMultiple(of: 24) {
      #expect(plan.parts.allSatisfy { $0.kind == .day || $0.kind == .quota })
    } else {
      let all = (0..<count).map { start.adding(seconds: Int64($0 * hours * 3600 / frequency)) }
      #expect(ours == all.filter { $0 - start < Int64(days * 86_400) })
      #expect(plan.notes.map(\.problem.kind) == (frequency > 1 ? ["evenlySpaced"] : []))
    }
  }

  /// A count with a frequency per period is required exactly once, even if it does not divide
  /// evenly.
  @Test func countsOfQuotasAreAskedForOnce() throws {
    for (frequency, period) in [(2, 7), (3, 7), (5, 21), (4, 10), (6, 35)] {
      for count in 1...25 {
        let json =
          #"{"frequency": \#(frequency), "period": \#(period), "periodUnit": "d", "count": \#(count)}"#
        let parts = try plan(repeat: json).parts
        var (asked, day) = (0, try day("2024-03-08"))
        for element in parts.compactMap(\.element) {
          guard case .quota(let quota) = element.recurrence, let end = element.end else {
            Issue.record("\(json)")
            continue
          }
          let last = end.civil(in: .utc).date
          #expect(element.start == .local(CivilDateTime(date: day)))
          asked += quota.count * ((last - day) / quota.per.days)
          #expect((last - day).isMultiple(of: quota.per.days))
          // At most the frequency, and less than a day slower for each dose.
          #expect(quota.per.days * frequency >= period * quota.count)
          day = last
        }
        #expect(asked == count, "\(json)")
      }
    }
  }

  /// The limits of as-needed use.
  @Test(arguments: [
    (
      #"{"frequency": 1, "period": 4, "periodMax": 6, "periodUnit": "h"}"#,
      UseCaps(minGap: ISODuration("PT4H"))
    ),
    (#"{"frequency": 1, "period": 0.5, "periodUnit": "d"}"#, UseCaps(minGap: ISODuration("PT12H"))),
    (
      #"{"frequency": 2, "period": 6, "periodUnit": "h"}"#,
      UseCaps(maximum: 2, per: ISODuration("PT6H"))
    ),
    (
      #"{"frequency": 2, "period": 24, "periodUnit": "h"}"#,
      UseCaps(maximum: 2, per: ISODuration("P1D"))
    ),
    (
      #"{"frequency": 1, "frequencyMax": 3, "period": 1, "periodUnit": "d"}"#,
      UseCaps(maximum: 3, per: ISODuration("P1D"))
    ),
    (#"{"when": ["AC", "HS"]}"#, UseCaps(maximum: 4, per: ISODuration("P1D"))),
    (
      #"{"dayOfWeek": ["mon", "fri"], "when": ["HS"], "period": 2, "periodUnit": "wk"}"#,
      UseCaps(maximum: 2, per: ISODuration("P2W"))
    ),
    (
      #"{"frequency": 4, "dayOfWeek": ["mon", "fri"], "when": ["HS", "MORN"]}"#,
      UseCaps(maximum: 2, per: ISODuration("P1D"))
    ),
    (#"{"frequency": 3, "when": ["HS"]}"#, UseCaps.none),
    (#"{"frequency": 3, "period": 200, "periodUnit": "a"}"#, UseCaps.none),
    (#"{"dayOfWeek": ["mon"]}"#, UseCaps.none),
    (#"{"boundsDuration": {"value": 5, "code": "d"}}"#, UseCaps.none),
  ])
  func asNeededHasLimits(_ json: String, _ caps: UseCaps) throws {
    let plan = try plan(dosages: #"[{"asNeededBoolean": true, "timing": {"repeat": \#(json)}}]"#)
    #expect(plan.parts.map { $0.element?.recurrence } == [.asNeeded(caps)])
  }
}
