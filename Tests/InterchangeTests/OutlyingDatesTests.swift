import Scheduling
import Testing

@testable import Interchange

@Suite struct OutlyingDatesTests {
  private func far(_ dates: [String]) -> [String] {
    let days = dates.compactMap { CivilDate($0).map { Int32($0.dayNumber) } }
    let far = OutlyingDates(days)
    return zip(dates, days).filter { far.contains($0.1) }.map(\.0)
  }

  @Test func fewDatesYearsAwayAreOutliers() {
    let year = (10...99).map { "2024-05-\($0 % 28 + 1 < 10 ? "0" : "")\($0 % 28 + 1)" }
    #expect(far(year + ["1900-01-01", "2052-06-01"]) == ["1900-01-01", "2052-06-01"])
    #expect(far(year + ["2021-01-01", "2028-01-01"]).isEmpty)
    // A day for no date is far, however often it occurs.
    let none = Array(repeating: "1900-01-01", count: 40)
    #expect(far(year + none) == none)
    // So are two days of a mistyped year with two doses each.
    let march = (1...9).flatMap { ["2025-03-0\($0)", "2025-03-0\($0)"] }
    let mistyped = ["2052-03-10", "2052-03-10", "2052-03-11", "2052-03-11"]
    #expect(far(march + mistyped) == mistyped)
    // Ten dates of a hundred are not far.
    #expect(far(year + Array(repeating: "2010-01-01", count: 10)).isEmpty)
  }

  @Test func ofTwoDatesNeitherIsOutlier() {
    #expect(far(["1990-01-01", "2024-01-01"]).isEmpty)
    #expect(far([]).isEmpty)
    #expect(far(["1990-01-01", "2024-01-01", "2024-02-01"]) == ["1990-01-01"])
  }

  private static let march = (13...15).map { "2025-03-\($0)" }

  @Test(arguments: [
    ("a year mistyped by one", march + ["2024-03-14"], ["2024-03-14"]),
    ("two of them", march + ["2024-03-14", "2026-03-14"], ["2024-03-14", "2026-03-14"]),
    ("three of few are no mistake", march + ["2024-03-14", "2026-03-14", "2027-03-14"], []),
    ("two months are a gap", march + ["2025-05-10"], []),
    ("a long course has long gaps", ["2024-01-01", "2024-02-20", "2024-04-10", "2024-12-01"], []),
    ("as many on both sides", ["2024-01-01", "2025-01-01"], []),
    ("quarters", ["2024-01-01", "2024-04-01", "2024-07-01", "2024-10-01"], []),
    ("years away is rejected instead", march + ["1990-01-01"], []),
  ])
  func `a few dates months away are a separate group`(
    _ name: String, _ dates: [String], _ apart: [String]
  ) {
    let days = dates.compactMap { CivilDate($0).map { Int32($0.dayNumber) } }
    let far = OutlyingDates(days)
    #expect(zip(dates, days).filter { far.isApart($0.1) }.map(\.0) == apart, "\(name)")
  }
}
