import Diagnostics
import Foundation
import PlainWords
import Scheduling
import Testing

/// Schedules in any form, and the JSON of plain words.
@Suite struct SchedulePlanTests {
  typealias Example = ScheduleEnglishTests.Example

  private static let start = date("2024-01-04")

  @Test(arguments: [
    Example("FREQ=DAILY;BYHOUR=8,20", "every day at 08:00 and 20:00"),
    Example("RRULE:FREQ=WEEKLY;BYDAY=MO", "every Monday, all day"),
    Example("rrule:freq=hourly;interval=8", "every 8 hours from 4 January 2024 00:00"),
    Example(" FREQ=MONTHLY;BYMONTHDAY=1 \n", "the 1st of every month, all day"),
    Example(
      #"{"elements": [{"start": "2024-02-01T08:00", "every": "P1D"}]}"#, "every day at 08:00"),
    Example(
      #" [{"start": "2024-02-01", "every": "P1D"}, {"start": "2024-02-01T08:00"}]"#,
      "every day, all day; once on 1 February 2024 at 08:00"),
    Example("every day at 08:00", "every day at 08:00"),
    Example("nothing", "nothing"),
  ])
  func anyForm(_ example: Example) throws {
    #expect(try Schedule(plan: example.text, from: Self.start).summary == example.summary)
  }

  @Test(arguments: [
    Example(
      "FREQ=DAYLY",
      "'FREQ' cannot be 'DAYLY' (did you mean 'DAILY'? use SECONDLY, MINUTELY, HOURLY, DAILY, "
        + "WEEKLY, MONTHLY, YEARLY)"),
    Example("BYDAY=MO", "'FREQ' is missing (it is required)"),
    Example(
      #"{"elements": [{"start": "yesterday"}]}"#,
      "'elements.0.start' is not a date or "
        + "date-time: 'yesterday' (as in 2024-01-04, 2024-01-04T08:00:00 or 2024-01-04T13:00:00Z)"),
    Example("{", "is not a JSON value: '{' (check quotes, commas and braces)"),
    Example("[", #"is not a JSON value: '{"elements": [}' (check quotes, commas and braces)"#),
    Example("evry day", "is not understood at 'evry' (did you mean 'every'?); try 'every day'"),
  ])
  func whatIsWrongInAnyForm(_ example: Example) {
    do {
      _ = try Schedule(plan: example.text, from: Self.start)
      Issue.record("\(example.text) was read")
    } catch {
      #expect(error.description == example.summary)
    }
  }

  @Test func aRuleNeedsItsFirstDay() {
    #expect(throws: InputError(.missing, field: "start")) { try Schedule(plan: "FREQ=DAILY") }
  }

  @Test(arguments: [
    Example("every day", #"{"every":"P1D","start":"2024-01-04"}"#),
    Example("every day at 08:00", #"{"every":"P1D","start":"2024-01-04T08:00:00"}"#),
    Example(
      "twice daily for 10 days",
      #"{"end":"2024-01-14T00:00:00","every":"P1D","start":"2024-01-04T08:00:00","#
        + #""times":["08:00","20:00"]}"#),
    Example(
      "Mon & Fri at 8 am until 1 March 2025",
      #"{"rule":"FREQ=WEEKLY;UNTIL=20250301;BYDAY=MO,FR","start":"2024-01-04T08:00:00"}"#),
    Example(
      "monthly on the 31st at 08:00",
      #"{"monthEnd":"clamp","rule":"FREQ=MONTHLY;BYMONTHDAY=31","start":"2024-01-04T08:00:00"}"#),
    Example(
      "the last Friday of every month at 08:00",
      #"{"rule":"FREQ=MONTHLY;BYDAY=-1FR","start":"2024-01-04T08:00:00"}"#),
    Example(
      "every 8 hours, 10 times", #"{"count":10,"every":"PT8H","start":"2024-01-04T08:00:00"}"#),
    Example(
      "21 days on, 7 days off",
      #"{"cycle":{"off":7,"on":21},"start":"2024-01-04"}"#),
    Example("3 times a week", #"{"quota":{"count":3,"per":"P1W"},"start":"2024-01-04"}"#),
    Example(
      "3 times in any 7 days",
      #"{"quota":{"count":3,"per":"P1W","rolling":true},"start":"2024-01-04"}"#),
    Example(
      "as needed, at most 4 in any 24 hours, at least 6 hours apart",
      #"{"asNeeded":{"maximum":4,"minGap":"PT6H","per":"PT24H"},"start":"2024-01-04"}"#),
    Example(
      "yearly on 29 February at 08:00, Berlin time",
      #"{"every":"P1Y","start":"2024-02-29T08:00:00","timeZone":"Europe/Berlin"}"#),
  ])
  func wordsAsJSON(_ example: Example) throws {
    let schedule = try Schedule(words: example.text, from: Self.start)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(schedule), as: UTF8.self)
    let element = text.replacing("\"id\":\"1\",", with: "")
    #expect(element == "{\"elements\":[\(example.summary)]}")
  }

  @Test func elementsAreNamedByPosition() throws {
    let schedule = try Schedule(
      words: "every day at 08:00, except 4 February 2024; Mondays at 20:00; "
        + "except 3 February 2024", from: Self.start)
    #expect(schedule.elements.map(\.id) == ["1", "2"])
    #expect(schedule.exclusions.map(\.element) == ["1", nil])
  }
}
