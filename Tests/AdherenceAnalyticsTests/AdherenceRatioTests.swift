import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct AdherenceRatioTests {
  private func adherence(_ done: Int, of due: Int) -> Adherence {
    var adherence = Adherence()
    adherence.done = done
    adherence.due = due
    return adherence
  }

  struct Percent: CustomTestStringConvertible {
    var done: Int, due: Int, decimals: Int
    var percent: Double?

    var testDescription: String { "\(done) of \(due) to \(decimals)" }
  }

  static let percents = [
    Percent(done: 2, due: 3, decimals: 0, percent: 67),
    Percent(done: 2, due: 3, decimals: 1, percent: 66.7),
    Percent(done: 2, due: 3, decimals: 3, percent: 66.667),
    Percent(done: 1, due: 8, decimals: 0, percent: 13),
    Percent(done: 1, due: 8, decimals: 1, percent: 12.5),
    // 0.145 · 100 is 14.499999999999998 in floating point.
    Percent(done: 29, due: 200, decimals: 0, percent: 15),
    Percent(done: 57, due: 200, decimals: 0, percent: 29),
    Percent(done: 999, due: 1000, decimals: 0, percent: 100),
    Percent(done: 0, due: 7, decimals: 2, percent: 0),
    Percent(done: 7, due: 7, decimals: 9, percent: 100),
    Percent(done: 0, due: 0, decimals: 0, percent: nil),
    Percent(
      done: 4_000_000_000_000_000_000, due: 4_600_000_000_000_000_000, decimals: 9,
      percent: 86.956521739),
  ]

  @Test(arguments: percents) func percentagesAreRoundedFromCounts(_ example: Percent) {
    let adherence = adherence(example.done, of: example.due)
    #expect(adherence.percent(decimals: example.decimals) == example.percent)
  }

  @Test func everySmallPercentIsTheNearest() {
    for due in 1...60 {
      for done in 0...due {
        let percent = adherence(done, of: due).percent()
        // Half up on integers: floor((200 · done + due) / (2 · due)).
        #expect(percent == Double((200 * done + due) / (2 * due)))
      }
    }
  }

  @Test func theLargestCountsAreCompared() {
    let most = Int.max
    #expect(adherence(most, of: most).reaches(Share(1, of: 1)))
    #expect(!adherence(most - 1, of: most).reaches(Share(1, of: 1)))
    #expect(adherence(most - 1, of: most).reaches(Share(999, of: 1000)))
    #expect(!adherence(0, of: most).reaches(Share(1, of: most)))
  }

  @Test func percentagesOfZeroTrap() async {
    await #expect(processExitsWith: .failure) { _ = Share(0, of: 0) }
  }

  /// A tablet at 08:00 with a window to 10:00, late to 12:00: on time, late, half, refused, no outcome.
  private func counts(_ change: (inout AdherenceQuery) -> Void = { _ in }) throws -> Adherence {
    let tablet = try element(
      from: "2025-01-01T08:00", until: "2025-01-06",
      window: window(closes: "PT2H", late: "PT4H"), targets: [ScheduleElement.Target(2)])
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet)],
      outcomes: [
        try outcome("tablet/2025-01-01T08:00", at: "2025-01-01T09:00:00Z", value: 2),
        try outcome("tablet/2025-01-02T08:00", at: "2025-01-02T11:00:00Z", value: 2),
        try outcome("tablet/2025-01-03T08:00", at: "2025-01-03T09:00:00Z", value: 1),
        try outcome("tablet/2025-01-04T08:00", at: "2025-01-04T09:00:00Z", status: .declined),
      ])
    var query = AdherenceQuery(try days("2025-01-01", "2025-01-06"))
    query.scoring = .summed
    change(&query)
    return record.adherence(query).total.periods[0]
  }

  @Test func numerators() throws {
    let counts = try counts()
    #expect(counts.ratio == 2.0 / 5)
    #expect(counts.ratio(.done) == 2.0 / 5)
    #expect(counts.ratio(.inWindow) == 1.0 / 5)
    #expect(counts.ratio(.progress) == 2.5 / 5)
    #expect(counts.percent(decimals: 1, .progress) == 50)
    #expect(counts.percent(.inWindow) == 20)
    #expect(counts.reaches(Share(1, of: 2), .progress))
    #expect(!counts.reaches(Share(1, of: 2), .done))
    #expect(counts.reaches(Share(1, of: 5), .inWindow))
    #expect(!counts.reaches(Share(21, of: 100), .inWindow))
  }

  /// Ten tenths are one, though their floating-point sum is less.
  @Test func progressForgivesRounding() {
    var counts = adherence(0, of: 1)
    for _ in 0..<10 { counts.progress += 0.1 }
    #expect(counts.progress < 1)
    #expect(counts.reaches(Share(1, of: 1), .progress))
  }

  @Test func declinedOccurrencesAreDueUnlessExcused() throws {
    let strict = try counts()
    #expect([strict.due, strict.declined, strict.excused] == [5, 1, 0])
    let lenient = try counts { $0.excusesDeclined = true }
    #expect([lenient.due, lenient.declined, lenient.excused] == [4, 0, 1])
    #expect(lenient.ratio == 0.5)
  }

  @Test func declinedOccurrencesAloneHaveNoRatio() throws {
    let counts = try counts {
      $0.excusesDeclined = true
      $0.range = $0.range.lowerBound.adding(days: 3)..<$0.range.lowerBound.adding(days: 4)
    }
    #expect(counts.ratio == nil)
    #expect(counts.ratioMissing == .allExcused)
  }
}
