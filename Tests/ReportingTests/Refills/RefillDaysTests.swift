import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// The windows that options of days mean.
@Suite struct RefillDaysTests {
  /// Fills on 2024-01-10 and 2024-03-01.
  private func dataset(_ columns: String = "", _ cells: String = "") throws -> RefillDataset {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let fills =
      "patient,date,days\(columns)\nann,2024-01-10,30\(cells)\nann,2024-03-01,30\(cells)\n"
    try Data(fills.utf8).write(to: folder.appending(path: "fills.csv"))
    return try RefillDataset(folder: folder.path)
  }

  /// The first and the last day observed (inclusive), and the words for it.
  private func observed(
    _ data: RefillDataset, _ change: (inout RefillDays) throws -> Void
  ) throws -> (days: String, words: String) {
    var (days, request) = (RefillDays(), RefillRequest())
    try change(&days)
    try days.check()
    days.set(&request, of: data)
    let window = RefillEvaluator(request.query).observation(of: data.record(at: 0))
    let (first, last) = (try #require(window.from), try #require(window.to))
    return ("\(first) \(last)", request.observationWords)
  }

  @Test func windowsEndWithTheLastFill() throws {
    let data = try dataset()
    let plain = try observed(data) { _ in }
    #expect(plain.days == "2024-01-10 2024-03-01")
    #expect(plain.words == "from the first fill to 2024-03-01, the last fill in the data")
    let later = try observed(data) { $0.windowStart = 20 }
    #expect(later.days == "2024-01-30 2024-03-01")
    #expect(
      later.words == "from day 20 after the first fill to 2024-03-01, the last fill in the data")
    let short = try observed(data) { $0.followUpDays = 40 }
    #expect(short.days == "2024-01-10 2024-02-18")
    let from = try observed(data) { $0.from = try day("2024-02-01") }
    #expect(from.days == "2024-02-01 2024-03-01")
    #expect(from.words == "2024-02-01 to 2024-03-01, the last fill in the data")
  }

  @Test func datesAndLengthsAreTakenAsTheyAre() throws {
    let data = try dataset()
    let to = try observed(data) { $0.to = try day("2025-01-01") }
    #expect(to.days == "2024-01-10 2024-12-31")
    #expect(to.words == "from the first fill to 2024-12-31")
    let year = try observed(data) {
      ($0.from, $0.to) = (try day("2024-01-01"), try day("2025-01-01"))
    }
    #expect(year.days == "2024-01-01 2024-12-31" && year.words == "2024-01-01 to 2024-12-31")
  }

  /// A length reaches no further than the data, unless an end says until when they reach.
  @Test func aLengthEndsWithTheObservation() throws {
    let data = try dataset()
    let length = try observed(data) { $0.observe = DayCount("365d") }
    #expect(length.days == "2024-01-10 2024-03-01")
    #expect(
      length.words
        == "365 days from the first fill, at the latest to 2024-03-01, the last fill in the data")
    let short = try observed(data) { $0.observe = DayCount("30d") }
    #expect(short.days == "2024-01-10 2024-02-08")
    let told = try observed(data) {
      ($0.observe, $0.to) = (DayCount("365d"), try day("2025-03-01"))
    }
    #expect(told.days == "2024-01-10 2025-01-08")
    #expect(told.words == "365 days from the first fill, at the latest to 2025-02-28")
    let own = try dataset(",observedTo", ",2024-12-31")
    #expect(
      try observed(own) { $0.observe = DayCount("365d") }.days == "2024-01-10 2024-12-31")
  }

  /// The last day that the data say of a patient may be later than the last fill.
  @Test func aPatientsOwnEndIsUsed() throws {
    let data = try dataset(",observedTo", ",2024-12-31")
    #expect(try observed(data) { _ in }.days == "2024-01-10 2024-12-31")
    #expect(try observed(data) { $0.from = try day("2024-02-01") }.days == "2024-02-01 2024-12-31")
    #expect(try observed(data) { $0.to = try day("2024-07-01") }.days == "2024-01-10 2024-06-30")
    #expect(try observed(data) { $0.to = try day("2025-07-01") }.days == "2024-01-10 2024-12-31")
  }

  @Test(arguments: [("365", 365), ("365d", 365), ("d", nil), ("1y", nil), ("", nil)])
  func aCountOfDays(_ text: String, _ days: Int?) { #expect(DayCount(text)?.days == days) }
}
