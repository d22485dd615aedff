import Scheduling
import Testing

@testable import Interchange

@Suite struct FarDatesTests {
  private func far(_ dates: [String]) -> [String] {
    let days = dates.compactMap { CivilDate($0).map { Int32($0.dayNumber) } }
    let far = FarDates(days)
    return zip(dates, days).filter { far.contains($0.1) }.map(\.0)
  }

  @Test func aFewDatesYearsAwayAreFar() {
    let year = (10...99).map { "2024-05-\($0 % 28 + 1 < 10 ? "0" : "")\($0 % 28 + 1)" }
    #expect(far(year + ["1900-01-01", "2052-06-01"]) == ["1900-01-01", "2052-06-01"])
    #expect(far(year + ["2021-01-01", "2028-01-01"]).isEmpty)
    // Ten dates of a hundred are no mistake.
    #expect(far(year + Array(repeating: "2010-01-01", count: 10)).isEmpty)
  }

  @Test func ofTwoDatesNeitherIsFar() {
    #expect(far(["1990-01-01", "2024-01-01"]).isEmpty)
    #expect(far([]).isEmpty)
    #expect(far(["1990-01-01", "2024-01-01", "2024-02-01"]) == ["1990-01-01"])
  }
}
