import Diagnostics
import Foundation
import PlainWords
import Scheduling
import Testing

/// Quotas and as-needed elements: decoded, validated, summarized, encoded, and never expanded.
@Suite struct QuotaTests {
  private func decode(_ element: String) throws -> Schedule {
    let json = #"{"elements": [{"id": "walk", "start": "2024-01-04", \#(element)}]}"#
    return try JSONDecoder().decode(Schedule.self, from: Data(json.utf8))
  }

  struct Example: CustomTestStringConvertible {
    var json: String
    var recurrence: Recurrence
    var summary: String
    /// The encoded form, if shorter than the source.
    var written: String?

    var testDescription: String { json }
  }

  static let examples = [
    Example(
      json: #""quota":{"count":3,"per":"P1W"}"#,
      recurrence: .quota(Quota(3, per: ISODuration(days: 7))), summary: "3 times a week"),
    Example(
      json: #""quota":{"count":1,"per":"P1D"}"#,
      recurrence: .quota(Quota(1, per: ISODuration(days: 1))), summary: "once a day at any time"),
    Example(
      json: #""quota":{"count":2,"partial":"drop","per":"P1M"}"#,
      recurrence: .quota(Quota(2, per: ISODuration(months: 1), partial: .drop)),
      summary: "2 times a month"),
    Example(
      json: #""quota":{"count":4,"per":"P1Y"}"#,
      recurrence: .quota(Quota(4, per: ISODuration(months: 12))), summary: "4 times a year"),
    Example(
      json: #""quota":{"count":4,"per":"P2W"}"#,
      recurrence: .quota(Quota(4, per: ISODuration(days: 14))),
      summary: "4 times in every 14 days from 4 January 2024"),
    Example(
      json: #""quota":{"count":1,"per":"P3M"}"#,
      recurrence: .quota(Quota(1, per: ISODuration(months: 3))),
      summary: "once in every 3 months from 4 January 2024"),
    Example(
      json: #""quota":{"count":3,"per":"P1W","rolling":true}"#,
      recurrence: .quota(Quota(3, per: ISODuration(days: 7), isRolling: true)),
      summary: "3 times in any 7 days"),
    Example(
      json: #""quota":{"count":3,"per":"P7D","rolling":false,"partial":"prorate"}"#,
      recurrence: .quota(Quota(3, per: ISODuration(days: 7))), summary: "3 times a week",
      written: #""quota":{"count":3,"per":"P1W"}"#),
    Example(json: #""asNeeded":{}"#, recurrence: .asNeeded(.none), summary: "as needed"),
    Example(
      json: #""asNeeded":true"#, recurrence: .asNeeded(.none), summary: "as needed",
      written: #""asNeeded":{}"#),
    Example(
      json: #""asNeeded":{"maximum":4,"minGap":"PT6H","per":"PT24H"}"#,
      recurrence: .asNeeded(
        UseCaps(maximum: 4, per: ISODuration(seconds: 86_400), minGap: ISODuration(seconds: 21_600))
      ),
      summary: "as needed, at most 4 times in any 24 hours, at least 6 hours apart"),
    Example(
      json: #""asNeeded":{"maximum":1,"per":"P1D"}"#,
      recurrence: .asNeeded(UseCaps(maximum: 1, per: ISODuration(days: 1))),
      summary: "as needed, at most once a day"),
    Example(
      json: #""asNeeded":{"minGap":"PT1H30M"}"#,
      recurrence: .asNeeded(UseCaps(minGap: ISODuration(seconds: 5400))),
      summary: "as needed, at least 90 minutes apart"),
  ]

  @Test(arguments: examples) func isDecodedSummarizedAndEncoded(_ example: Example) throws {
    let schedule = try decode(example.json)
    #expect(schedule.elements[0].recurrence == example.recurrence)
    #expect(schedule.summary == example.summary)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let written = String(decoding: try encoder.encode(schedule), as: UTF8.self)
    #expect(written.contains(example.written ?? example.json))
    #expect(try JSONDecoder().decode(Schedule.self, from: Data(written.utf8)) == schedule)
  }

  @Test(arguments: examples) func neverOccurs(_ example: Example) throws {
    let schedule = try decode(example.json + #","end":"2024-03-01""#)
    for name in zoneNames {
      let plan = compiled(schedule, in: zone(name))
      #expect(plan.count(startingIn: everything) == 0)
      #expect(plan.starting(in: everything).isEmpty)
      #expect(plan.overlapping(everything).isEmpty)
      #expect(plan.sequence(in: everything).first { _ in true } == nil)
      #expect(plan.adjustments(in: everything).isEmpty)
      #expect(plan.previous(before: .latest) == nil)
      #expect(plan.occurrence(at: 0) == nil)
      let key = OccurrenceKey(element: "walk", nominal: local("2024-01-04T00:00:00"))
      #expect(plan.occurrence(for: key) == nil)
    }
  }

  @Test func doesNotAffectOtherElements() throws {
    let tablet = ScheduleElement.test("2024-01-01T08:00", every: "P1D")
    let walk = ScheduleElement.test(
      "2024-01-04", .quota(Quota(3, per: ISODuration(days: 7))), id: "walk")
    let needed = ScheduleElement.test("2024-01-04", .asNeeded(.none), id: "spray")
    let alone = compiled(Schedule([tablet]), in: .utc)
    let mixed = try Occurrences(
      of: Schedule([walk, tablet, needed], excluding: [Schedule.Exclusion(date("2030-01-01"))]),
      in: .utc)
    let range = at("2024-01-01T00:00:00Z")..<at("2025-01-01T00:00:00Z")
    #expect(mixed.starting(in: range).map(\.start) == alone.starting(in: range).map(\.start))
    #expect(mixed.count(startingIn: range) == 366)
    #expect(mixed.occurrence(at: 9)?.start == alone.occurrence(at: 9)?.start)
  }

  struct Bad: CustomTestStringConvertible {
    var json: String
    var error: String

    init(_ json: String, _ error: String) {
      self.json = json
      self.error = error
    }

    var testDescription: String { json }
  }

  static let bad = [
    Bad(
      #""quota": {"count": 0, "per": "P1W"}"#,
      "'elements.0.quota.count' must be 1 to 1000000, not '0'"),
    Bad(
      #""quota": {"count": 9223372036854775807, "per": "P1W"}"#,
      "'elements.0.quota.count' must be 1 to 1000000, not '9223372036854775807'"),
    Bad(#""quota": {"per": "P1W"}"#, "'elements.0.quota.count' is missing (it is required)"),
    Bad(#""quota": {"count": 3}"#, "'elements.0.quota.per' is missing (it is required)"),
    Bad(
      #""quota": {"count": 3, "per": "PT12H"}"#,
      "'elements.0.quota.per' must be whole days, weeks or months, not 'PT12H'"),
    Bad(
      #""quota": {"count": 3, "per": "PT0S"}"#,
      "'elements.0.quota.per' must be whole days, weeks or months, not 'PT0S'"),
    Bad(
      #""quota": {"count": 3, "per": "P1M1D"}"#,
      "'elements.0.quota.per' must be whole days, weeks or months, not 'P1M1D'"),
    Bad(
      #""quota": {"count": 3, "per": "P101Y"}"#,
      "'elements.0.quota.per' must be a century at most, not 'P101Y'"),
    Bad(
      #""quota": {"count": 3, "per": "P1M", "rolling": true}"#,
      "'elements.0.quota.per' must be whole days where it is rolling, not 'P1M'"),
    Bad(
      #""quota": {"count": 3, "per": "P1W", "partial": "keep"}"#,
      "'elements.0.quota.partial' cannot be 'keep' (use prorate, drop)"),
    Bad(
      #""quota": {"count": 3, "per": "P1W", "every": 1}"#,
      "'elements.0.quota.every' is unknown (known: count, per, rolling, partial)"),
    Bad(#""quota": 3"#, "'elements.0.quota' is not an object: '3' (put it in braces)"),
    Bad(
      #""quota": {"count": 3, "per": "P1W"}, "every": "P1D""#,
      "'elements.0.every' cannot be combined with 'quota' (keep one of them)"),
    Bad(
      #""quota": {"count": 3, "per": "P1W"}, "asNeeded": {}"#,
      "'elements.0.quota' cannot be combined with 'asNeeded' (keep one of them)"),
    Bad(
      #""quota": {"count": 3, "per": "P1W"}, "times": ["08:00"]"#,
      "'elements.0.times' cannot be combined with 'quota' (keep one of them)"),
    Bad(
      #""quota": {"count": 3, "per": "P1W"}, "count": 4"#,
      "'elements.0.count' cannot be combined with 'quota' (keep one of them)"),
    Bad(
      #""asNeeded": {}, "window": {"closesAfter": "PT1H"}"#,
      "'elements.0.window' cannot be combined with 'asNeeded' (keep one of them)"),
    Bad(
      #""asNeeded": {}, "gap": "skip""#,
      "'elements.0.gap' cannot be combined with 'asNeeded' (keep one of them)"),
    Bad(
      #""asNeeded": false"#, "'elements.0.asNeeded' is not an object: 'false' (put it in braces)"),
    Bad(
      #""asNeeded": {"maximum": 4}"#, "'elements.0.asNeeded.per' is missing (it is required)"),
    Bad(
      #""asNeeded": {"per": "P1D"}"#, "'elements.0.asNeeded.maximum' is missing (it is required)"),
    Bad(
      #""asNeeded": {"maximum": 0, "per": "P1D"}"#,
      "'elements.0.asNeeded.maximum' must be 1 or more, not '0'"),
    Bad(
      #""asNeeded": {"minGap": "PT0S"}"#,
      "'elements.0.asNeeded.minGap' must be longer than nothing, not 'PT0S'"),
  ]

  @Test(arguments: bad) func reportsErrors(_ bad: Bad) {
    let error = #expect(throws: InputError.self) { try decode(bad.json) }
    #expect(error?.description == bad.error)
  }

  @Test func noOccurrenceCanBeAdded() throws {
    var schedule = try decode(#""asNeeded": {}"#)
    schedule.overrides[read("walk/2024-01-05T08:00:00")] = Schedule.Override(isAdded: true)
    let error = #expect(throws: InputError.self) { try schedule.validate() }
    #expect(
      error
        == InputError(
          .conflict(with: "asNeeded"), field: "overrides.walk/2024-01-05T08:00:00.added"))
  }

  @Test func boundsAndShiftsHold() throws {
    let walk = try decode(#""quota": {"count": 3, "per": "P1W"}"#)
    let clipped = walk.clipped(from: local("2024-02-01T00:00"), to: local("2024-03-01T00:00"))
    #expect(clipped.summary == "3 times a week, from 1 February 2024, before 1 March 2024")
    #expect(walk.clipped(to: local("2024-01-04T00:00")).elements.isEmpty)
    #expect(walk.shifted(by: ISODuration(days: 3)).elements[0].start == read("2024-01-07"))
  }

  @Test func endsWithTheLastOccurrenceOfACount() throws {
    let tablet = ScheduleElement.test("2024-01-04T08:00", every: "P1D")
    let plan = Schedule(union: [
      try decode(#""quota": {"count": 3, "per": "P1W"}"#), Schedule([tablet]),
    ])
    let limited = plan.limited(to: 10)
    #expect(limited.elements.map(\.end) == [read("2024-01-14"), nil])
    #expect(limited.elements[1].count == 10)
    let phases = Schedule(
      phases: [Schedule.Phase(plan, .occurrences(10)), Schedule.Phase(plan, .days(7))],
      from: date("2024-01-04"))
    #expect(phases.elements.map(\.id) == ["walk", "dose", "2.walk", "2.dose"])
    #expect(phases.elements[2].start == read("2024-01-14"))
    #expect(phases.elements[2].end == read("2024-01-21"))
  }
}
