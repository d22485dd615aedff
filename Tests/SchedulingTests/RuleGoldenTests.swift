import Diagnostics
import Scheduling
import Testing

/// Recurrence sets on which independent engines agree, and the decisions where they do not.
@Suite struct RuleGoldenTests {
  private struct File: Decodable {
    var cases: [RuleCase]
  }

  /// Sets on which python-dateutil, libical and a brute-force implementation of the RFC agree.
  @Test func everyAgreedRule() throws {
    let cases = try goldenRules("rules", as: File.self).cases
    for example in cases { try check(example) }
    #expect(cases.count == 529)
  }

  /// The same across gaps and overlaps, where zoneinfo, java.time and jiff agree on the seconds.
  ///
  /// A date that a zone skips entirely has no occurrences: those of Apia's 2011-12-30 are listed in
  /// `wholeDayGap`.
  @Test func everyRuleAcrossAChange() throws {
    let cases = try goldenRules("zones", as: File.self).cases
    for example in cases { try check(example) }
    #expect(cases.count == 114)
  }

  private func check(_ example: RuleCase) throws {
    let occurrences = try example.occurrences()
    let rows = occurrences.starting(in: everything, limit: example.asked)
    let gaps = example.wholeDayGap ?? []
    let locals = try (example.expectedLocal ?? []).map(moment).enumerated()
      .filter { !gaps.contains($0.offset) }.map(\.element)
    let seconds = (example.expectedUTC ?? []).sorted()
    #expect(rows.map(occurrences.nominal(of:)).sorted() == locals.sorted(), "\(example.id)")
    #expect(rows.map(\.start.seconds) == seconds, "\(example.id)")
    if example.complete == true {
      #expect(occurrences.count(startingIn: everything) == rows.count, "\(example.id)")
    }
  }
}

/// Rules on which the engines disagree, decided by the text of the RFC.
@Suite struct DisputedRuleTests {
  /// A class of disagreements and its decision.
  struct Decision: CustomTestStringConvertible, Sendable {
    var reasonClass: String
    var count: Int
    /// The engine that we agree with; the brute-force implementation of the RFC's table in most cases.
    var follows = "brute-force RFC oracle"
    var reason: String

    var testDescription: String { "\(reasonClass): \(reason)" }
  }

  static let decisions = [
    Decision(
      reasonClass: "yearly-bymonthday", count: 10, follows: "libical 4.0.3",
      reason:
        "a month that a yearly rule lacks comes from DTSTART, as the RFC says of all that is missing"
    ),
    Decision(
      reasonClass: "byyearday-bymonth", count: 4,
      reason: "parts that each make days of a year together mean the days that all of them name"),
    Decision(
      reasonClass: "byweekno-implicit-day", count: 9,
      reason: "a weekday that a week number lacks comes from DTSTART"),
    Decision(
      reasonClass: "byweekno-interval", count: 5,
      reason: "a week belongs to the year that numbers it, so the interval counts those years"),
    Decision(
      reasonClass: "byweekno-year-edge", count: 3,
      reason: "a week has all its days, also those across New Year"),
    Decision(
      reasonClass: "weekly-bysetpos-first-week", count: 7,
      reason: "BYSETPOS counts in the whole week, days before DTSTART included"),
    Decision(
      reasonClass: "subdaily-interval-phase", count: 3,
      reason: "an interval is counted from DTSTART whatever the limits leave out"),
    Decision(
      reasonClass: "mixed-byday", count: 61,
      reason: "a list of weekdays means each of them, numbered or not"),
    Decision(
      reasonClass: "other", count: 4,
      reason: "the table says each answer: an engine lost the interval, the week start or a date"),
  ]

  private struct File: Decodable {
    var cases: [RuleCase]
  }

  @Test(arguments: decisions) func decisionIsFollowed(_ decision: Decision) throws {
    let cases = try goldenRules("disputed", as: File.self).cases
      .filter { $0.reasonClass == decision.reasonClass }
    #expect(cases.count == decision.count)
    for example in cases {
      let answer = example.results?.first { $0.engines.contains(decision.follows) }
      let expected = try #require(answer, "\(example.id)").local
      let found = try example.occurrences().nominals(limit: example.asked)
      #expect(found == (try expected.map(moment)), "\(example.id)")
    }
  }

  @Test func everyDisputeIsDecided() throws {
    let cases = try goldenRules("disputed", as: File.self).cases
    #expect(cases.count == Self.decisions.reduce(0) { $0 + $1.count })
  }
}

/// The test cases of libical 4.0.3.
@Suite struct LibicalRuleTests {
  private struct File: Decodable {
    var cases: [Instances]
    var recurTxt: [Number]
  }

  /// A rule with its instances.
  private struct Instances: Decodable {
    var id: String
    var rrule: String
    var dtstart: String
    /// The start of a query that must return the remaining instances.
    var startAt: String?
    var dateOnly: Bool
    var expected: [String]

    var usesAnotherCalendar: Bool {
      rrule.contains("RSCALE=") && !rrule.contains("RSCALE=GREGORIAN")
    }

    func occurrences() throws -> Occurrences {
      try RuleCase(
        id: id, dtstart: dtstart, rrule: [rrule], rdate: [], exdate: [], dateOnly: dateOnly
      ).occurrences()
    }
  }

  /// A set with the number of its instances.
  private struct Number: Decodable {
    var id: String
    var tzid: String?
    var dtstart: String
    var rrule: [String]
    var rdate: [String]
    var exdate: [String]
    var exrule: [String]
    var expectCount: Int
  }

  @Test func everyInstance() throws {
    let cases = try goldenRules("libical", as: File.self).cases
      .filter { !$0.usesAnotherCalendar && $0.id != "test-405" }
    for example in cases {
      let occurrences = try example.occurrences()
      let expected = try example.expected.map(moment)
      #expect(occurrences.nominals(limit: expected.count + 1) == expected, "\(example.id)")
      guard let start = try example.startAt.map(moment) else { continue }
      let rest = Instant(seconds: start.localSeconds)..<Instant.latest
      #expect(occurrences.nominals(in: rest) == expected.filter { $0 >= start }, "\(example.id)")
    }
    #expect(cases.count == 85)
  }

  /// A known bug that libical has not fixed: December 30 if it is in the first week of the next year.
  @Test func aDayInTheNextYearsFirstWeek() throws {
    let cases = try goldenRules("libical", as: File.self).cases
    let example = try #require(cases.first { $0.id == "test-405" })
    let dates = try example.occurrences().dates(.max)
    #expect(dates == ["2024-12-30", "2025-12-30", "2030-12-30", "2031-12-30"])
  }

  @Test func rejectsOtherCalendars() throws {
    let cases = try goldenRules("libical", as: File.self).cases.filter(\.usesAnotherCalendar)
    for example in cases {
      let error = #expect(throws: InputError.self, "\(example.id)") { try example.occurrences() }
      #expect(error?.field == "RSCALE", "\(example.id)")
    }
    #expect(cases.count == 7)
  }

  /// EXRULE was removed from the standard.
  @Test func everyNumber() throws {
    let cases = try goldenRules("libical", as: File.self).recurTxt.filter(\.exrule.isEmpty)
    for example in cases {
      let set = RuleCase(
        id: example.id, tzid: example.tzid, dtstart: example.dtstart, rrule: example.rrule,
        rdate: example.rdate, exdate: example.exdate)
      let count = try set.occurrences().count(startingIn: everything)
      #expect(count == example.expectCount, "\(example.id)")
    }
    #expect(cases.count == 56)
  }
}
