import Foundation
import PlainWords
import Scheduling
import Testing

@Suite struct ScheduleEnglishTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var summary: String

    init(_ text: String, _ summary: String) {
      self.text = text
      self.summary = summary
    }

    var testDescription: String { text }
  }

  /// Elements that follow events, by their properties in JSON.
  static let eventExamples = [
    Example(
      #""after": {"event": "surgery", "offset": "P10D", "time": "09:00"}"#,
      "10 days after surgery at 09:00"),
    Example(
      #""after": {"event": "surgery", "offset": "-P3D", "which": "first"}, "allDay": true"#,
      "3 days before the first surgery, all day"),
    Example(#""after": {"event": "surgery"}"#, "at surgery"),
    Example(
      #""after": {"event": "surgery", "time": "09:00", "which": "last"}"#,
      "on the day of the last surgery at 09:00"),
    Example(
      #""after": {"event": "discharge", "offset": "P3M"}, "every": "P3M", "count": 4"#,
      "every 3 months from 3 months after discharge, 4 times"),
    Example(
      #""after": {"event": "surgery", "replace": true}, "every": "P1D", "times": ["08:00", "20:00"]"#,
      "every day at 08:00 and 20:00 from surgery, until the next surgery"),
    Example(
      #""after": {"event": "surgery", "offset": "PT8H", "until": {"event": "discharge", "#
        + #""offset": "-P1D"}}, "every": "PT8H""#,
      "every 8 hours from 8 hours after surgery, before 1 day before discharge"),
    Example(
      #""after": {"event": "surgery", "offset": "P1D", "time": "09:00"}, "rule": "FREQ=WEEKLY;INTERVAL=2""#,
      "every 2 weeks at 09:00 from 1 day after surgery"),
    Example(
      #""after": {"event": "surgery", "offset": "P1D", "time": "09:00"}, "every": "PT8H""#,
      "every 8 hours from 1 day after surgery at 09:00"),
    Example(
      #""after": {"event": "surgery", "which": "first"}, "quota": {"count": 3, "per": "P1W"}"#,
      "3 times a week from the first surgery"),
  ]

  @Test(arguments: eventExamples) func elementsAfterEvents(_ example: Example) throws {
    let json = "{\"elements\": [{\"id\": \"1\", \(example.text)}]}"
    let schedule = try JSONDecoder().decode(Schedule.self, from: Data(json.utf8))
    #expect(schedule.summary == example.summary)
  }

  static let ruleExamples = [
    Example("FREQ=DAILY", "every day"),
    Example("FREQ=DAILY;INTERVAL=3;COUNT=10", "every 3 days, 10 times"),
    Example("FREQ=DAILY;COUNT=1", "every day, once"),
    Example("FREQ=DAILY;BYHOUR=8,20", "every day, in the hours 8 and 20"),
    Example("FREQ=DAILY;BYHOUR=8,20;BYMINUTE=30", "every day at 08:30 and 20:30"),
    Example("FREQ=DAILY;BYMONTH=1", "every day, in January"),
    Example("FREQ=DAILY;BYMONTHDAY=31", "the 31st of every month (if there is one)"),
    Example("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
    Example("FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR", "the 13th of every month, if a Friday"),
    Example(
      "FREQ=DAILY;INTERVAL=2;BYMONTHDAY=1,-1;BYDAY=SA,SU",
      "every 2 days, if a Saturday or Sunday, if the 1st or last day"),
    Example(
      "FREQ=DAILY;BYHOUR=8,12,20;BYMINUTE=0;BYSETPOS=1",
      "every day at 08:00, 12:00 and 20:00, only the 1st of each day"),
    Example("FREQ=WEEKLY", "every week"),
    Example("FREQ=WEEKLY;BYDAY=FR,MO", "every Monday and Friday"),
    Example(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20250301",
      "every 2 weeks on Monday and Friday, until 1 March 2025"),
    Example(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;UNTIL=20250301T080000Z",
      "every 2 weeks on Monday and Sunday, weeks from Sunday, until 1 March 2025 08:00 UTC"),
    Example(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;BYMONTH=1,7",
      "every 2 weeks on weekdays, in January and July"),
    Example("FREQ=WEEKLY;BYDAY=SU,SA,MO,TU,WE,TH,FR", "every day"),
    Example(
      "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1",
      "every Monday, Wednesday and Friday, only the last of each week"),
    Example("FREQ=MONTHLY", "every month"),
    Example("FREQ=MONTHLY;BYMONTH=3", "every March"),
    Example("FREQ=MONTHLY;BYDAY=-1FR", "the last Friday of every month"),
    Example("FREQ=MONTHLY;BYDAY=1MO,3MO", "the 1st Monday and 3rd Monday of every month"),
    Example("FREQ=MONTHLY;BYDAY=TU,-1FR", "every Tuesday and the last Friday of every month"),
    Example(
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
      "the 2nd to last weekday of every month"),
    Example(
      "FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3",
      "the 3rd Tuesday, Wednesday or Thursday of every month"),
    Example("FREQ=MONTHLY;BYMONTHDAY=1,15", "the 1st and 15th of every month"),
    Example("FREQ=MONTHLY;BYMONTHDAY=-1", "the last day of every month"),
    Example("FREQ=MONTHLY;BYMONTHDAY=31", "the 31st of every month (if there is one)"),
    Example("FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=1,3", "the 31st of every January and March"),
    Example(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD",
      "the 31st of every month (or the last day)"),
    Example(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=30;SKIP=FORWARD",
      "the 30th of every 2nd month (or the first day after)"),
    Example("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "the 13th of every month, if a Friday"),
    Example(
      "FREQ=MONTHLY;BYMONTHDAY=1,2,3;BYSETPOS=1,-1",
      "the 1st, 2nd and 3rd of every month, only the 1st and last of each month"),
    Example(
      "FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU;BYMONTH=1,7",
      "the 2nd Tuesday of every 2nd month, in January and July"),
    Example("FREQ=YEARLY", "every year"),
    Example("FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=4", "the 4th of every January and July"),
    Example("FREQ=YEARLY;INTERVAL=2;BYMONTHDAY=15", "every 2 years on the 15th"),
    Example(
      "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
      "the 2nd, 3rd, 4th, 5th, 6th, 7th and 8th of every November, if a Tuesday, every 4 years"),
    Example("FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "every Thursday of every March"),
    Example("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "the 4th Thursday of every November"),
    Example("FREQ=YEARLY;BYDAY=20MO", "the 20th Monday of every year"),
    Example("FREQ=YEARLY;BYDAY=MO", "every Monday"),
    Example("FREQ=YEARLY;INTERVAL=2;BYDAY=MO", "every Monday of every 2nd year"),
    Example("FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "the last weekday of every year"),
    Example(
      "FREQ=YEARLY;BYMONTH=1;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
      "the 1st weekday of every January"),
    Example(
      "FREQ=YEARLY;BYYEARDAY=1,100,-1;INTERVAL=3",
      "day 1, day 100 and the last day of every 3rd year"),
    Example("FREQ=YEARLY;BYYEARDAY=366", "day 366 of every year (if there is one)"),
    Example("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "Monday of week 20 of every year"),
    Example(
      "FREQ=YEARLY;BYWEEKNO=1,-1;WKST=SU",
      "week 1 and the last week of every year, weeks from Sunday"),
    Example("FREQ=HOURLY;INTERVAL=8", "every 8 hours"),
    Example(
      "FREQ=HOURLY;BYHOUR=9,10,11,12,17;BYMINUTE=0,30",
      "every hour, in the hours 9 to 12 and 17, at minutes 0 and 30"),
    Example(
      "FREQ=MINUTELY;INTERVAL=15;BYHOUR=9;BYDAY=MO,TU,WE,TH,FR;BYMONTH=1",
      "every 15 minutes, if a weekday, in January, in the hour 9"),
    Example("FREQ=HOURLY;BYYEARDAY=1,-1", "every hour, if day 1 or the last day of the year"),
    Example("FREQ=SECONDLY;BYSECOND=0,30", "every second, at seconds 0 and 30"),
  ]

  @Test(arguments: ruleExamples) func rules(_ example: Example) throws {
    #expect(try RecurrenceRule(parsing: example.text).summary == example.summary)
  }

  static func decode(_ json: String) throws -> Schedule {
    try JSONDecoder().decode(Schedule.self, from: Data(json.utf8))
  }

  static let elementExamples = [
    Example(#""start": "2024-01-04T10:00""#, "once on 4 January 2024 at 10:00"),
    Example(#""start": "2024-01-04""#, "once on 4 January 2024, all day"),
    Example(#""start": "2024-01-04T10:00:30Z""#, "once on 4 January 2024 at 10:00:30 UTC"),
    Example(
      #""start": "2024-01-04T10:00Z", "timeZone": "America/New_York""#,
      "once on 4 January 2024 at 05:00, New York time"),
    Example(#""start": "2024-01-04T10:00", "every": "P1D""#, "every day at 10:00"),
    Example(
      #""start": "2024-01-04", "every": "P1D", "times": ["20:00", "08:00"]"#,
      "every day at 08:00 and 20:00"),
    Example(#""start": "2024-01-04", "every": "P1D""#, "every day, all day"),
    Example(#""start": "2024-01-04T10:00", "every": "P2W""#, "every 2 weeks on Thursday at 10:00"),
    Example(#""start": "2024-01-04T10:00", "every": "P10D""#, "every 10 days at 10:00"),
    Example(#""start": "2024-01-04T10:00", "every": "P1M""#, "the 4th of every month at 10:00"),
    Example(
      #""start": "2024-01-31T10:00", "every": "P2M""#,
      "the 31st of every 2nd month (or the last day) at 10:00"),
    Example(
      #""start": "2024-01-31T10:00", "every": "P1M", "monthEnd": "overflow""#,
      "the 31st of every month (or as many days later) at 10:00"),
    Example(#""start": "2024-01-31T10:00", "every": "P1Y""#, "every year on 31 January at 10:00"),
    Example(
      #""start": "2024-02-29T10:00", "every": "P2Y""#,
      "every 2 years on 29 February (or the last day) at 10:00"),
    Example(
      #""start": "2024-03-09T08:00", "every": "PT8H""#, "every 8 hours from 9 March 2024 08:00"),
    Example(
      #""start": "2024-03-09T08:00", "every": "PT90M", "count": 10"#,
      "every 90 minutes from 9 March 2024 08:00, 10 times"),
    Example(
      #""start": "2024-03-09T08:00Z", "every": "P1DT12H""#,
      "every 1 day and 12 hours from 9 March 2024 08:00 UTC"),
    Example(
      #""start": "2024-03-09T08:00", "every": "P1M3D""#,
      "every 1 month and 3 days at 08:00 from 9 March 2024"),
    Example(
      #""start": "2024-03-09T08:00Z", "every": "P1D""#, "every day from 9 March 2024 08:00 UTC"),
    Example(
      #""start": "2024-01-01T08:00", "cycle": {"on": 21, "off": 7}"#,
      "21 days on, 7 days off, at 08:00 from 1 January 2024"),
    Example(
      #""start": "2024-01-01", "cycle": {"on": 1, "off": 2}"#,
      "1 day on, 2 days off, all day from 1 January 2024"),
    Example(#""start": "2024-01-01", "cycle": {"on": 21, "off": 0}"#, "every day, all day"),
    Example(
      #""start": "2024-01-04T08:00", "begin": "2024-02-01T08:00", "cycle": {"on": 21, "off": 0}"#,
      "every day at 08:00, from 1 February 2024 08:00"),
    Example(
      #""start": "2024-01-04T08:00", "rule": "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20250301""#,
      "every 2 weeks on Monday and Friday at 08:00, until 1 March 2025"),
    Example(#""start": "2024-01-04T08:00", "rule": "FREQ=WEEKLY""#, "every Thursday at 08:00"),
    Example(
      #""start": "2024-01-31T08:00", "rule": "FREQ=MONTHLY", "monthEnd": "clamp""#,
      "the 31st of every month (or the last day) at 08:00"),
    Example(
      #""start": "2024-01-04T08:00", "rule": "FREQ=YEARLY;BYMONTH=1,7""#,
      "the 4th of every January and July at 08:00"),
    Example(
      #""start": "2024-02-04T08:00", "rule": "FREQ=YEARLY;BYMONTHDAY=29;INTERVAL=4""#,
      "the 29th of every February (if there is one) at 08:00, every 4 years"),
    Example(
      #""start": "2024-01-04T08:30", "rule": "FREQ=DAILY;BYHOUR=8,20;COUNT=9", "count": 7"#,
      "every day at 08:30 and 20:30, 7 times"),
    Example(
      #""start": "2024-01-04T08:30", "rule": "FREQ=HOURLY;INTERVAL=8""#,
      "every 8 hours from 4 January 2024 08:30"),
    Example(
      #""start": "2024-01-04", "rule": "FREQ=MONTHLY;BYDAY=-1FR""#,
      "the last Friday of every month, all day"),
    Example(
      #""start": "2024-01-04T08:00", "every": "P1D", "begin": "2024-02-01", "end": "2024-03-01""#,
      "every day at 08:00, from 1 February 2024, before 1 March 2024"),
    Example(
      #""start": "2024-01-04T08:00", "every": "P1D", "end": "2024-03-01T12:00Z", "#
        + #""timeZone": "Europe/Berlin""#,
      "every day at 08:00, before 1 March 2024 13:00, Berlin time"),
    Example(
      #""start": "2024-01-04T08:00", "timeZone": "UTC", "every": "P1D""#,
      "every day at 08:00, UTC"),
  ]

  private static let doses: [([String], String?)] = [
    ([#""value": 10, "units": "mL""#], "10 mL"),
    ([#""value": 2.5, "units": "fl oz""#], "2.5 fl oz"),
    ([#""value": 30, "units": "minutes""#], "30 minutes"),
    ([#""value": 5, "units": "g", "condition": "atMost""#], "5 g or less"),
    ([#""value": 2, "units": "tablets", "condition": "exactly""#], "exactly 2 tablets"),
    ([#""low": 90, "high": 140, "units": "mmHg""#], "90 to 140 mmHg"),
    (
      [
        #""low": 90, "high": 140, "units": "mmHg", "kind": "systolic""#,
        #""value": 90, "units": "mmHg", "kind": "diastolic", "condition": "atMost""#,
        #""value": 1, "units": "mg""#,
      ], "90 to 140 mmHg (systolic), 90 mmHg or less (diastolic) and 1 mg"
    ),
    ([#""value": 10, "units": "times""#], #"10 "times""#),
    ([#""value": 3, "units": "a, b""#], #"3 "a, b""#),
    // Units that are not amounts.
    ([#""value": 10"#], nil), ([#""value": true, "units": "mL""#], nil),
    ([#""value": 10, "units": "mL""#, #""value": 1"#], nil),
  ]

  static let doseExamples = doses.map { targets, words in
    Example(
      #""start": "2024-01-04T08:00", "every": "P1D", "end": "2024-03-01", "targets": ["#
        + targets.map { "{\($0)}" }.joined(separator: ",") + "]",
      "every day at 08:00, \(words.map { "\($0), " } ?? "")before 1 March 2024")
  }

  @Test(arguments: elementExamples + doseExamples) func elements(_ example: Example) throws {
    let element = try #require(
      try ScheduleEnglishTests.decode("{\"elements\": [{\(example.text)}]}").elements.first)
    #expect(element.summary == example.summary)
  }

  @Test func summaryOfAnEmptySchedule() { #expect(Schedule([]).summary == "nothing") }

  static let two =
    #""elements": [{"id": "a", "start": "2024-01-01T08:00", "every": "P1D"}, "#
    + #"{"id": "b", "start": "2024-01-01T20:00", "every": "P1W"}]"#

  static let scheduleExamples = [
    Example("{\(two)}", "every day at 08:00; every Monday at 20:00"),
    Example(
      #"{\#(two), "exclusions": [{"date": "2024-02-03"}, {"date": "2024-02-04", "element": "a"}]}"#,
      "every day at 08:00, except 4 February 2024; every Monday at 20:00; except 3 February 2024"),
    Example(
      #"{"elements": [{"start": "2024-01-01T08:00", "every": "P1D"}], "exclusions": [ "#
        + #"{"date": "2024-02-03"}, {"at": "2024-02-05T08:00:00"}, "#
        + #"{"from": "2024-03-01T00:00", "to": "2024-03-08T00:00"}, "#
        + #"{"from": "2024-04-01T12:00", "to": "2024-04-02T12:00"}, {"from": "2024-06-01T00:00"}]}"#,
      "every day at 08:00, except 3 February 2024, 5 February 2024 at 08:00, 1 March 2024 to "
        + "7 March 2024, 1 April 2024 12:00 to 2 April 2024 12:00 and everything from 1 June 2024"),
    Example(
      #"{"elements": [{"start": "2024-01-01T08:00", "every": "P1D"}], "exclusions": ["#
        + (1...7).map { "{\"date\": \"2024-02-0\($0)\"}" }.joined(separator: ",") + "]}",
      "every day at 08:00, except 1 February 2024, 2 February 2024, 3 February 2024, "
        + "4 February 2024 and 3 more"),
    Example(
      #"{"elements": [{"start": "2024-01-01T08:00", "every": "P1D"}], "overrides": {"#
        + #""1/2024-01-02T08:00": {"cancelled": true}, "1/2024-01-03T08:00": {"cancelled": true}, "#
        + #""1/2024-01-04T08:00": {"start": "2024-01-04T09:00"}, "1/2024-01-05T08:00": {}, "#
        + #""1/2024-01-05T09:00": {"added": true}, "1/2024-01-06T08:00": {"targets": []}}}"#,
      "every day at 08:00, 2 occurrences cancelled, 1 moved, 1 added, 1 changed"),
    // Phases of a taper, of which the last is taken as needed.
    Example(
      #"{"elements": ["#
        + #"{"id": "a", "start": "2024-01-01T08:00", "every": "P1D", "end": "2024-01-08", "#
        + #""targets": [{"value": 20, "units": "mg"}]}, "#
        + #"{"id": "b", "start": "2024-01-08T08:00", "every": "P1D", "count": 3, "#
        + #""targets": [{"value": 10, "units": "mg"}]}, "#
        + #"{"id": "c", "start": "2024-01-11T08:00", "rule": "FREQ=WEEKLY;BYDAY=MO"}, "#
        + #"{"id": "d", "start": "2024-02-01", "asNeeded": {"minGap": "PT6H"}}]}"#,
      "every day at 08:00, 20 mg, before 8 January 2024; every day at 08:00 from 8 January 2024, "
        + "10 mg, 3 times; every Monday at 08:00 from 11 January 2024; "
        + "as needed, at least 6 hours apart, from 1 February 2024"),
  ]

  @Test(arguments: scheduleExamples) func schedules(_ example: Example) throws {
    #expect(try ScheduleEnglishTests.decode(example.text).summary == example.summary)
  }
}
