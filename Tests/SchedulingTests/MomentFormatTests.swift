import Diagnostics
import ScheduleFormats
import Scheduling
import Testing

@Suite struct MomentFormatTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var format: String
    var text: String
    /// The moment, or the error message.
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

  private static let either = "is not an unambiguous date or date-time: "
  private static let others = "; time_format in Python, MomentFormat in Swift)"
  private static let ordered =
    " (set --time-format dmy where days come first, mdy where months do\(others)"
  private static let counted =
    " (set --time-format seconds or milliseconds since 1970, or excel for days since 1899-12-30\(others)"
  private static let dayFirst =
    " (as in 31.12.2025 08:00; other forms are set by --time-format mdy or a pattern\(others)"
  private static let count =
    " (as in 1738396800; other forms are set by --time-format auto or excel\(others)"

  @Test(arguments: [
    Example("auto", "01.02.2025", "\(either)'01.02.2025'\(ordered)"),
    Example("auto", "1/2/25", "\(either)'1/2/25'\(ordered)"),
    Example("auto", "13.02.2025 08:00", "\(either)'13.02.2025 08:00'\(ordered)"),
    Example("auto", "45719.3333", "\(either)'45719.3333'\(counted)"),
    Example("auto", "1738396800", "\(either)'1738396800'\(counted)"),
    Example("auto", "1738396800000", "\(either)'1738396800000'\(counted)"),
    Example(
      "auto", "soon",
      "is not a date or date-time: 'soon' (as in 2024-01-04, 2024-01-04 08:00, 4 Jan 2024 8:00 AM or"
        + " 2024-01-04T13:00:00Z; other forms are set by --time-format dmy, mdy, seconds, milliseconds,"
        + " excel or a pattern such as '%d.%m.%Y %H:%M'\(others)"),
    Example(
      "auto", "2025-03-03 08:05 CET",
      "is not understood at 'CET', after '2025-03-03 08:05' (the abbreviation is ambiguous:"
        + " write the offset, as in +01:00, or leave it out and set the zone: --zone, zone in"
        + " Python)"),
    Example(
      "auto", "2025-03-03T08:05[Europe/Pariss]",
      "is not a time zone: 'Europe/Pariss' (did you mean 'Europe/Paris'? use an IANA name, as in"
        + " America/New_York)"),
    Example(
      "auto", "Mon, 04 Mar 2025",
      "must have the weekday of its date, which is tuesday, not 'Mon, 04 Mar 2025'"),
    Example(
      "dmy", "02/13/2025", "is not a date-time with the day first: '02/13/2025'\(dayFirst)"),
    Example("dmy", "1.2/2025", "is not a date-time with the day first: '1.2/2025'\(dayFirst)"),
    Example(
      "mdy", "2/1/25 13:00 PM",
      "is not a date-time with the month first: '2/1/25 13:00 PM' (as in 12/31/2025 8:00 AM; other"
        + " forms are set by --time-format dmy or a pattern\(others)"),
    Example("seconds", "1e9", "is not a count since 1970: '1e9'\(count)"),
    Example(
      "seconds", "99999999999999999999",
      "is not a count since 1970: '99999999999999999999'\(count)"),
    Example(
      "excel", "2958466",
      "is not a number of days since 1899-12-30: '2958466' (as in 45719.3333 for 2025-03-03 08:00;"
        + " other forms are set by --time-format auto or seconds\(others)"),
    Example(
      "%d.%m.%Y", "1.2.25",
      "is not a date-time in the pattern that was set: '1.2.25' (as in 31.12.2025 08:00 for"
        + " --time-format '%d.%m.%Y %H:%M'\(others)"),
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
