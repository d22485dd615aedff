import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct RollingAdherenceTests {
  /// Two tablets a day, the evening one never taken.
  private func record() throws -> CareRecord {
    let element = try element(
      from: "2025-01-03T08:00", at: ["08:00", "20:00"], until: "2025-01-20")
    return CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, element)],
      outcomes: try (3..<20).map { try outcome("tablet/2025-01-\($0 < 10 ? "0" : "")\($0)T08:00") })
  }

  @Test func theFirstDaysHaveNoRatioYet() throws {
    let query = AdherenceQuery(try days("2025-01-01", "2025-02-01"))
    let window = try #require(RollingWindow(days: 7))
    let rolling = try #require(try record().rolling([window], query).first)
    let ratios = rolling.spans.indices.map { rolling.ratio(of: rolling.patient.total, at: $0) }
    #expect(ratios[..<8].allSatisfy { $0 == nil })
    // January 9 to 25: the last window with a dose begins on the 19th.
    #expect(ratios[8..<25].allSatisfy { $0 == 0.5 })
    #expect(ratios[25...].allSatisfy { $0 == nil })
    #expect(rolling.firstWholeDay == (try day("2025-01-09")))
    #expect(rolling.patient.total.periods[2].due == 2)
  }

  @Test func withoutPlansNothingIsWhole() throws {
    let query = AdherenceQuery(try days("2025-01-01", "2025-01-10"))
    let idle = CareRecord(patient: try patient())
    let window = try #require(RollingWindow(days: 1))
    let rolling = try #require(idle.rolling([window], query).first)
    #expect(rolling.firstWholeDay == nil)
    #expect(!rolling.isWhole(at: 8))
  }

  /// The definition: the sum of the days of each window, including those before the range.
  @Test(arguments: [1, 2, 6, 7, 30, 100]) func windowsAddUpTheirDays(_ length: Int) throws {
    var random = try RandomRecords(seed: 71)
    let window = try #require(RollingWindow(days: length))
    for _ in 0..<15 {
      let record = try random.record()
      let query = try random.query(by: .month)
      var wide = query
      wide.period = .day
      wide.range = query.range.lowerBound.adding(days: -100)..<query.range.upperBound
      let daily = record.adherence(wide)
      let rolling = try #require(record.rolling([window], query).first)
      #expect(rolling.spans.count == query.range.upperBound - query.range.lowerBound)
      for (series, rolled) in zip(daily.series, rolling.patient.series) {
        #expect(rolled.scope == series.scope)
        for (span, counts) in zip(rolling.spans, rolled.periods) {
          var sum = Adherence()
          for (day, counts) in zip(daily.spans, series.periods)
          where day.start <= span.start && span.start - day.start < length {
            sum.merge(counts)
          }
          #expect(counts == sum)
        }
      }
    }
  }

  @Test func severalWindowsAreAnsweredAtOnce() throws {
    let query = AdherenceQuery(try days("2025-01-01", "2025-02-01"))
    let windows = try [7, 30, 1].map { try #require(RollingWindow(days: $0)) }
    let record = try record()
    let together = record.rolling(windows, query)
    #expect(together.map(\.window) == windows)
    for (window, rolling) in zip(windows, together) {
      let alone = try #require(record.rolling([window], query).first)
      #expect(rolling.patient.total == alone.patient.total)
    }
  }

  struct Text: CustomTestStringConvertible {
    var text: String, days: Int?

    var testDescription: String { text.isEmpty ? "nothing" : text }
  }

  static let texts = [
    Text(text: "7d", days: 7), Text(text: "30d", days: 30), Text(text: "1d", days: 1),
    Text(text: "36525d", days: 36_525), Text(text: "36526d", days: nil),
    Text(text: "0d", days: nil),
    Text(text: "-7d", days: nil), Text(text: "+7d", days: nil), Text(text: "07d", days: nil),
    Text(text: "7", days: nil), Text(text: "d", days: nil), Text(text: "", days: nil),
    Text(text: "7w", days: nil), Text(text: "99999999999999999999d", days: nil),
  ]

  @Test(arguments: texts) func windowsAreWrittenAsDays(_ example: Text) {
    #expect(RollingWindow(example.text)?.days == example.days)
    if example.days != nil {
      #expect(RollingWindow(example.text)?.description == example.text)
    }
  }
}
