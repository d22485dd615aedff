import Scheduling
import Testing

@Suite struct InstantTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var seconds: Int64

    init(_ text: String, _ seconds: Int64) {
      self.text = text
      self.seconds = seconds
    }

    var testDescription: String { text }
  }

  @Test(arguments: [
    Example("1970-01-01T00:00:00Z", 0),
    Example("1969-12-31T23:59:59Z", -1),
    Example("2024-03-09T13:00:00Z", 1_709_989_200),
    Example("2024-03-09T08:00:00-05:00", 1_709_989_200),
    Example("2024-03-09T18:30:00+05:30", 1_709_989_200),
    Example("2024-03-09T13:00Z", 1_709_989_200),
    Example("9999-12-31T23:59:59Z", 253_402_300_799),
    Example("0001-01-01T00:00:00Z", -62_135_596_800),
  ])
  func textsRead(_ example: Example) {
    #expect(Instant(example.text)?.seconds == example.seconds)
  }

  @Test(arguments: ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z"])
  func textsReadBack(_ text: String) {
    #expect(Instant(text)?.description == text)
  }

  @Test(arguments: [
    "", "2024-03-09", "2024-03-09T13:00:00", "2024-03-09T13:00:00+5", "2024-03-09T13:00:00+050",
    "2024-03-09T13:00:00+24:00", "2024-03-09T13:00:00+05:60", "2024-03-09T13:00:00Z ",
    "2024-03-09T13:00:00+5:00", "2024-03-09T13:00:00ZZ", "2023-02-29T13:00:00Z", "1709989200",
  ])
  func textsThatAreNoInstants(_ text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(arguments: [
    "2024-03-09T13:00:00z", "2024-03-09 13:00:00Z", "2024-03-09 13:00:00 UTC",
    "2024-03-09T13:00:00.5Z",
    "2024-03-09T08:00:00-0500", "2024-03-09 08:00:00-05", "2024-03-09 14:00 +01:00",
    "20240309T130000Z", "2024-03-09 18:30:00.123456+0530",
  ])
  func peoplesToolsWriteThemOtherwise(_ text: String) {
    #expect(Instant(text) == at("2024-03-09T13:00:00Z"))
  }

  @Test func secondsAreClampedToTheCalendar() {
    #expect(at("2024-03-09T13:00:00Z").adding(seconds: -1) == at("2024-03-09T12:59:59Z"))
    #expect(Instant(seconds: 0).adding(seconds: .max) == .latest)
    #expect(Instant(seconds: .max).adding(seconds: .max) == .latest)
    #expect(Instant(seconds: .min).adding(seconds: .min) == .earliest)
  }

  @Test func distancesAreClamped() {
    #expect(at("2024-03-10T00:00:00Z") - at("2024-03-09T00:00:00Z") == 86_400)
    #expect(Instant(seconds: .max) - Instant(seconds: -1) == .max)
    #expect(Instant(seconds: .min) - Instant(seconds: 1) == .min)
  }

  @Test func textOfTheEndsOfTime() {
    #expect(Instant(seconds: .max).description == "9999-12-31T23:59:59Z")
    #expect(Instant(seconds: .min).description == "0001-01-01T00:00:00Z")
  }
}
