import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

@Suite struct RefillQueryTests {
  private func record(_ date: String) throws -> RefillRecord {
    RefillRecord(patient: "1", fills: [Fill(try day(date), days: 30)])
  }

  /// A day that its month lacks is the 1st of the next.
  @Test(arguments: [
    ("2023-01-29", ISODuration(months: 1), "2023-03-01"),
    ("2023-01-31", ISODuration(months: 1), "2023-03-01"),
    ("2024-01-29", ISODuration(months: 1), "2024-02-29"),
    ("2024-02-29", ISODuration(months: 12), "2025-03-01"),
    ("2023-08-31", ISODuration(months: 1), "2023-10-01"),
    ("2023-10-31", ISODuration(months: 14), "2024-12-31"),
    ("2023-12-31", ISODuration(months: 2), "2024-03-01"),
    ("2023-01-31", ISODuration(months: 1, days: 2), "2023-03-03"),
    ("2023-01-31", ISODuration(days: 28), "2023-02-28"),
  ])
  func lengthsAreCivil(date: String, length: ISODuration, end: String) throws {
    var query = RefillQuery()
    query.followUp.length = length
    query.observation.length = length
    let windows = try #require(RefillEvaluator(query).windows(of: record(date)).value)
    #expect(windows.followUp == (try day(date)...day(end)))
    #expect(windows.observation == windows.followUp)
  }

  @Test func anObservationStartsFromTheFollowUp() throws {
    var query = RefillQuery()
    query.followUp = RefillWindow(.after(ISODuration(days: 30)), length: ISODuration(days: 365))
    query.observation = RefillWindow(.after(ISODuration(days: 10)), length: ISODuration(days: 100))
    let windows = try #require(RefillEvaluator(query).windows(of: record("2030-01-01")).value)
    #expect(windows.followUp.lowerBound.description == "2030-01-31")
    #expect(windows.observation.lowerBound.description == "2030-02-10")
    #expect(windows.observation.upperBound.description == "2030-05-21")
  }

  @Test func anObservationOutsideTheFollowUpIsAReason() throws {
    var query = RefillQuery()
    query.observation = RefillWindow(.on(try day("2030-06-01")), length: ISODuration(days: 365))
    let evaluator = RefillEvaluator(query)
    #expect(evaluator.value(of: .cma7, in: try record("2030-01-01")) == .value(0))
    for date in ["2030-06-02", "2029-05-31"] {
      #expect(evaluator.windows(of: try record(date)) == .missing(.outsideFollowUp))
      #expect(evaluator.value(of: .cma7, in: try record(date)) == .missing(.outsideFollowUp))
      #expect(evaluator.episodes(of: try record(date)) == .missing(.outsideFollowUp))
    }
  }

  @Test func aWindowMayEndWithTheCalendar() throws {
    var query = RefillQuery()
    query.followUp.length = ISODuration(months: 120_000)
    let windows = RefillEvaluator(query).windows(of: try record("9998-12-31"))
    #expect(windows.value?.followUp.upperBound == .last)
  }
}
