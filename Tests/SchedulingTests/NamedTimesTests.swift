import Diagnostics
import Foundation
import PlainWords
import Scheduling
import Testing

/// Whether a schedule has explicit times of day, or leaves them to the patient.
@Suite struct NamedTimesTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var names: Bool

    init(_ text: String, _ names: Bool) { (testDescription, self.names) = (text, names) }
  }

  static let examples = [
    Example("every day at 08:00 and 20:00", true),
    Example("every Monday at 8 am", true),
    Example("once on 6 January 2025 at 08:00", true),
    Example("twice daily at 07:00 and 19:00", true),
    Example("3 times a day at 08:00, 14:00 and 20:00", true),
    Example("21 days on, 7 days off at 08:00", true),
    Example("every day; every Monday at 08:00", true),
    Example("FREQ=DAILY;BYHOUR=8,20", true),
    Example(#"[{"start": "2025-01-06T08:00", "every": "P1D"}]"#, true),
    Example(#"{"elements": [{"start": "2025-01-06T08:00"}]}"#, true),
    Example("twice daily", false),
    Example("twice daily, 2 tablets", false),
    Example("bid", false),
    Example("once daily", false),
    Example("twice a day", false),
    Example("3 times a day", false),
    Example("3 times a week", false),
    Example("every day", false),
    Example("daily, all day", false),
    Example("every 8 hours", false),
    Example("every 8 hours from 6 January 2025 08:00", false),
    Example("as needed, at most 4 a day", false),
    Example("nothing", false),
    Example("FREQ=DAILY", false),
    Example("FREQ=HOURLY;INTERVAL=8", false),
    Example(#"[{"start": "2025-01-06", "every": "P1D"}]"#, false),
    Example(#"[{"start": "2025-01-06T08:00", "every": "PT8H"}]"#, false),
  ]

  @Test(arguments: examples) func textsNameTimes(_ example: Example) throws {
    let start = date("2025-01-06")
    let text = example.testDescription
    #expect(try Schedule.namesTimesOfDay(inPlan: text, from: start) == example.names)
    // Explicit and default times are both in the schedule.
    let schedule = try Schedule(plan: text, from: start)
    if example.names { #expect(schedule.namesTimesOfDay) }
  }

  @Test func `schedules do not distinguish default times from explicit ones`() throws {
    let start = date("2025-01-06")
    let usual = try Schedule(words: "twice daily", from: start)
    #expect(usual == (try Schedule(words: "every day at 08:00 and 20:00", from: start)))
    #expect(usual.namesTimesOfDay)
    #expect(!(try Schedule(words: "3 times a day at any time", from: start).namesTimesOfDay))
    #expect(!(try Schedule(words: "every day", from: start).namesTimesOfDay))
  }

  @Test func `what is no plan is refused`() {
    #expect(throws: InputError.self) { try Schedule.namesTimesOfDay(inPlan: "evry day") }
  }
}
