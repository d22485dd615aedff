import Scheduling
import Testing

/// The worked examples of the semantics, with their wording and figures.
@Suite struct SemanticsExamplesTests {
  /// 08:00 and 20:00 in New York from 2024-03-09 to 2024-03-11.
  @Test func twiceADayAcrossASpringChange() {
    let twice = ScheduleElement.test("2024-03-09T08:00:00", every: "P1D") {
      $0.times = times("08:00", "20:00")
    }
    let starts = twice.occurrences(in: "America/New_York")
      .starts("2024-03-09T05:00:00Z", "2024-03-12T04:00:00Z")
    #expect(
      starts == [
        "2024-03-09T13:00:00Z", "2024-03-10T01:00:00Z", "2024-03-10T12:00:00Z",
        "2024-03-11T00:00:00Z", "2024-03-11T12:00:00Z", "2024-03-12T00:00:00Z",
      ])
  }

  struct OnChange<Policy: Sendable>: CustomTestStringConvertible, Sendable {
    var policy: Policy
    var starts: [String]

    init(_ policy: Policy, _ starts: String...) {
      self.policy = policy
      self.starts = starts
    }

    var testDescription: String { "\(policy)" }
  }

  /// Daily 02:30 New York, a time that 2024-03-10 lacks.
  @Test(arguments: [
    OnChange(GapPolicy.shiftForward, "2024-03-10T07:30:00Z"),
    OnChange(.skip),
    OnChange(.shiftBack, "2024-03-10T06:30:00Z"),
  ])
  func gapPolicies(_ example: OnChange<GapPolicy>) {
    let nightly = ScheduleElement.test("2024-03-09T02:30:00", every: "P1D") {
      $0.gap = example.policy
    }
    let starts = nightly.occurrences(in: "America/New_York")
      .starts("2024-03-09T05:00:00Z", "2024-03-12T04:00:00Z")
    #expect(starts == ["2024-03-09T07:30:00Z"] + example.starts + ["2024-03-11T06:30:00Z"])
  }

  /// Daily 01:30 New York on 2024-11-03, which has that time twice.
  @Test(arguments: [
    OnChange(OverlapPolicy.first, "2024-11-03T05:30:00Z"),
    OnChange(.last, "2024-11-03T06:30:00Z"),
    OnChange(.both, "2024-11-03T05:30:00Z", "2024-11-03T06:30:00Z"),
  ])
  func overlapPolicies(_ example: OnChange<OverlapPolicy>) {
    let nightly = ScheduleElement.test("2024-11-01T01:30:00", every: "P1D") {
      $0.overlap = example.policy
    }
    let starts = nightly.occurrences(in: "America/New_York")
      .starts("2024-11-03T04:00:00Z", "2024-11-04T05:00:00Z")
    #expect(starts == example.starts)
  }

  /// Every 8 elapsed hours from 2024-03-09 08:00 New York.
  @Test func everyEightElapsedHours() {
    let element = ScheduleElement.test("2024-03-09T08:00:00", every: "PT8H")
    let shown = element.occurrences(in: "America/New_York").localStarts(7)
    #expect(
      shown == [
        "2024-03-09T08:00:00", "2024-03-09T16:00:00", "2024-03-10T00:00:00",
        "2024-03-10T09:00:00", "2024-03-10T17:00:00", "2024-03-11T01:00:00",
        "2024-03-11T09:00:00",
      ])
  }

  /// Monthly from 2024-01-31.
  @Test(arguments: [
    OnChange(MonthEndPolicy.clamp, "2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30"),
    OnChange(.skip, "2024-01-31", "2024-03-31", "2024-05-31"),
    OnChange(.overflow, "2024-01-31", "2024-03-02", "2024-03-31", "2024-05-01"),
  ])
  func monthEndPolicies(_ example: OnChange<MonthEndPolicy>) {
    let monthly = ScheduleElement.test("2024-01-31T09:00:00", every: "P1M") {
      $0.monthEnd = example.policy
    }
    #expect(monthly.occurrences(in: "UTC").dates(example.starts.count) == example.starts)
  }

  /// `every` clamps by default.
  @Test func everyMonthClampsByDefault() {
    let monthly = ScheduleElement.test("2024-01-31T09:00:00", every: "P1M")
    #expect(monthly.occurrences(in: "UTC").dates(2) == ["2024-01-31", "2024-02-29"])
  }

  /// Daily, count 5, from Jan 1, excluding Jan 3; also queried for Jan 4–31.
  @Test func anExcludedDateDoesNotExtendACount() {
    let daily = ScheduleElement.test("2024-01-01T08:00:00", every: "P1D") { $0.count = 5 }
    let occurrences = daily.occurrences(
      in: "UTC", excluding: [.init(date("2024-01-03"))])
    #expect(occurrences.dates(.max) == ["2024-01-01", "2024-01-02", "2024-01-04", "2024-01-05"])
    #expect(
      occurrences.starts("2024-01-04T00:00:00Z", "2024-02-01T00:00:00Z")
        == ["2024-01-04T08:00:00Z", "2024-01-05T08:00:00Z"])
    #expect(occurrences.starting(in: everything).map(\.ordinal) == [0, 1, 3, 4])
  }
}
