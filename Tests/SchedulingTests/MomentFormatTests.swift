import Scheduling
import Testing

@Suite struct MomentFormatTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var format: String
    var text: String
    /// The moment, or the error's text.
    var result: String

    init(_ format: String, _ text: String, _ result: String) {
      (self.format, self.text, self.result) = (format, text, result)
    }

    var testDescription: String { "\(format): \(text)" }
  }

  @Test(arguments: [
    Example("auto", "2025-02-01", "2025-02-01T00:00:00"),
    Example("auto", "20250201", "2025-02-01T00:00:00"),
    Example("auto", "2025/02/01 08:00", "2025-02-01T08:00:00"),
    Example("auto", "2025-02-01 08:00:00", "2025-02-01T08:00:00"),
    Example("auto", "2025-02-01 08:00:00.123", "2025-02-01T08:00:00"),
    Example("auto", "2025-02-01 08:00:00+0100", "2025-02-01T07:00:00Z"),
    Example("auto", "2025-02-01T08:00:00.5+01", "2025-02-01T07:00:00Z"),
    Example("auto", "2025-02-01 08:00:00 UTC", "2025-02-01T08:00:00Z"),
    Example("dmy", "01.02.2025", "2025-02-01T00:00:00"),
    Example("dmy", "1.2.25 8:00", "2025-02-01T08:00:00"),
    Example("dmy", "01/02/2025 08:00:30", "2025-02-01T08:00:30"),
    Example("dmy", "01-02-2025 08:00:30.25 +01:00", "2025-02-01T07:00:30Z"),
    Example("dmy", "2025-02-01 08:00", "2025-02-01T08:00:00"),
    Example("mdy", "02/01/2025", "2025-02-01T00:00:00"),
    Example("mdy", "2/1/25 8:00 AM", "2025-02-01T08:00:00"),
    Example("mdy", "2/1/25 12:05 AM", "2025-02-01T00:05:00"),
    Example("mdy", "2/1/25 12:05:09 pm", "2025-02-01T12:05:09"),
    Example("mdy", "2/1/69 8:00", "1969-02-01T08:00:00"),
    Example("seconds", "1738396800", "2025-02-01T08:00:00Z"),
    Example("seconds", "1738396800.75", "2025-02-01T08:00:00Z"),
    Example("seconds", "-1", "1969-12-31T23:59:59Z"),
    Example("milliseconds", "1738396800999", "2025-02-01T08:00:00Z"),
    Example("%d.%m.%Y %H:%M", "01.02.2025 08:30", "2025-02-01T08:30:00"),
    Example("%d %b %Y", "1 Feb 2025", "2025-02-01T00:00:00"),
    Example("%B %d, %Y, %I:%M %p", "February 1, 2025, 8:30 PM", "2025-02-01T20:30:00"),
    Example("%Y%m%dT%H%M%S%z", "20250201T083000+0100", "2025-02-01T07:30:00Z"),
    Example("%y-%m-%d %H:%M:%S.%f", "25-02-01 08:30:15.123", "2025-02-01T08:30:15"),
    Example("100%% %Y/%m/%d", "100% 2025/02/01", "2025-02-01T00:00:00"),
  ])
  func moments(_ example: Example) throws {
    let format = try #require(MomentFormat(example.format))
    #expect(try format.read(example.text).description == example.result)
    #expect(format.description == example.format)
  }

  private static let either = "is not a moment that can be read in one way only: "
  private static let ordered =
    " (say by the time format whether days come first, dmy, or months, mdy)"
  private static let counted =
    " (say by the time format whether it counts seconds or milliseconds since 1970)"

  @Test(arguments: [
    Example("auto", "01.02.2025", "\(either)'01.02.2025'\(ordered)"),
    Example("auto", "1/2/25", "\(either)'1/2/25'\(ordered)"),
    Example("auto", "13.02.2025 08:00", "\(either)'13.02.2025 08:00'\(ordered)"),
    Example("auto", "1738396800", "\(either)'1738396800'\(counted)"),
    Example("auto", "1738396800000", "\(either)'1738396800000'\(counted)"),
    Example(
      "auto", "soon",
      "is not a date or date-time: 'soon' (as in 2024-01-04, 2024-01-04T08:00:00 or 2024-01-04T13:00:00Z)"
    ),
    Example(
      "dmy", "02/13/2025",
      "is not a date-time with the day first: '02/13/2025' (as in 31.12.2025 08:00)"),
    Example(
      "dmy", "1.2/2025",
      "is not a date-time with the day first: '1.2/2025' (as in 31.12.2025 08:00)"),
    Example(
      "mdy", "2/1/25 13:00 PM",
      "is not a date-time with the month first: '2/1/25 13:00 PM' (as in 12/31/2025 8:00 AM)"),
    Example("seconds", "1e9", "is not a count since 1970: '1e9' (as in 1738396800)"),
    Example(
      "seconds", "99999999999999999999",
      "is not a count since 1970: '99999999999999999999' (as in 1738396800)"),
    Example(
      "%d.%m.%Y", "1.2.25",
      "is not a moment as the time format has it: '1.2.25' (see the pattern's letters)"),
  ])
  func refusals(_ example: Example) throws {
    let format = try #require(MomentFormat(example.format))
    #expect {
      try format.read(example.text)
    } throws: { error in
      (error as? InputError)?.description == example.result
    }
  }

  @Test(arguments: [
    "", "ymd", "%Y", "%d.%m", "%d.%m.%Y %M", "%d.%m.%Y %I", "%d.%m.%Y %p", "%Q", "%Y-%m-%d%",
    "%Y %Y %m %d", "%Y-%m-%d %z",
  ])
  func patternsThatTellNoDay(_ text: String) { #expect(MomentFormat(text) == nil) }
}
