import Diagnostics
import Foundation
import PlainWords
import Scheduling
import TestSampling
import Testing

/// Plans in words that follow named events of a patient's course.
@Suite struct ScheduleWordsEventTests {
  typealias Example = ScheduleEnglishTests.Example

  private static let start = date("2024-01-04")

  /// Phrases, and the properties of their element in JSON.
  static let phrases = [
    Example(
      "10 days after surgery at 09:00",
      #""after": {"event": "surgery", "offset": "P10D", "time": "09:00"}"#),
    Example(
      "3 days before surgery at 18:00",
      #""after": {"event": "surgery", "offset": "-P3D", "time": "18:00"}"#),
    Example(
      "on the day of surgery at 18:00", #""after": {"event": "surgery", "time": "18:00"}"#),
    Example("on the day of surgery", #""after": {"event": "surgery"}, "allDay": true"#),
    Example("at surgery", #""after": {"event": "surgery"}"#),
    Example("8 hours after surgery", #""after": {"event": "surgery", "offset": "PT8H"}"#),
    Example("the day before Surgery.", #""after": {"event": "Surgery", "offset": "-P1D"}"#),
    Example(
      "2 days after the first follow-up",
      #""after": {"event": "follow-up", "offset": "P2D", "which": "first"}"#
    ),
    Example(
      #"2 days after the last "hospital visit""#,
      #""after": {"event": "hospital visit", "offset": "P2D", "which": "last"}"#),
    Example(
      "every 3 months after discharge, 4 times",
      #""after": {"event": "discharge", "offset": "P3M"}, "every": "P3M", "count": 4"#),
    Example(
      "weekly from 2 weeks after enrolment until discharge",
      #""after": {"event": "enrolment", "offset": "P14D", "until": {"event": "discharge"}}, "every": "P7D""#
    ),
    Example(
      "every day at 08:00 and 20:00 from the day of surgery until the next surgery",
      #""after": {"event": "surgery", "replace": true}, "every": "P1D", "times": ["08:00", "20:00"]"#
    ),
    Example(
      "every day from the day of surgery",
      #""after": {"event": "surgery"}, "every": "P1D", "allDay": true"#),
    Example(
      "every day at 8 am since visit_2, before 2 days after visit-3 at 09:00",
      #""after": {"event": "visit_2", "time": "08:00", "until": {"event": "visit-3", "offset": "P2D", "#
        + #""time": "09:00"}}, "every": "P1D""#),
    Example(
      "once on the day before surgery", #""after": {"event": "surgery", "offset": "-P1D"}"#),
    Example(
      "every 8 hours from 1 day after surgery at 09:00",
      #""after": {"event": "surgery", "offset": "P1D", "time": "09:00"}, "every": "PT8H""#),
    Example(
      "3 times a week from the last surgery",
      #""after": {"event": "surgery", "which": "last"}, "quota": {"count": 3, "per": "P1W"}"#),
    Example(
      "twice daily from surgery",
      #""after": {"event": "surgery"}, "every": "P1D", "times": ["08:00", "20:00"]"#),
    Example("8 hours after the last dose", #""after": {"from": "taken", "offset": "PT8H"}"#),
    Example(
      "1 tablet 8 hours after the previous tablet, at least 6 hours apart, wait if missed",
      #""after": {"from": "taken", "offset": "PT8H", "minimumGap": "PT6H", "whenMissed": "wait"}, "#
        + #""targets": [{"value": 1, "units": "tablet"}]"#),
    Example(
      "1 day after the last planned dose at 08:00, from now if missed, until done 3 times",
      #""after": {"from": "planned", "offset": "P1D", "time": "08:00", "whenMissed": "fromNow", "#
        + #""until": {"from": "taken", "count": 3}}"#),
    Example(
      "1 hour after stretching is taken",
      #""after": {"task": "stretching", "offset": "PT1H"}"#),
    Example(
      #"1 hour after the first "meal" is planned, before "meal" is taken"#,
      #""after": {"task": "meal", "from": "planned", "offset": "PT1H", "which": "first", "#
        + #""until": {"task": "meal"}}"#),
    Example(
      "every day at 09:00 from enrolment until done twice",
      #""after": {"event": "enrolment", "time": "09:00", "until": {"from": "taken", "count": 2}}, "#
        + #""every": "P1D""#),
  ]

  @Test(arguments: phrases) func areRead(_ example: Example) throws {
    let json = try ScheduleEnglishTests.decode(
      "{\"elements\": [{\"id\": \"1\", \(example.summary)}]}")
    #expect(try Schedule(words: example.text) == json)
    #expect(try Schedule(words: example.text, from: Self.start) == json)
    #expect(try Schedule(words: json.summary) == json, "\(json.summary)")
  }

  @Test(arguments: ScheduleEnglishTests.eventExamples) func summariesAreRead(_ example: Example)
    throws
  {
    let copy = try Schedule(words: example.summary)
    #expect(copy.summary == example.summary)
    #expect(copy.elements[0].followsEvents)
  }

  @Test(arguments: [
    Example("1 tablet after meals", "every day at 08:00, 13:00 and 19:00, 1 tablet"),
    Example("1 tablet after breakfast", "every day at 08:00, 1 tablet"),
    Example("before bed", "every day at 22:00"),
    Example("30 minutes before dinner", "every day at 18:00"),
    Example("2 hours after meals", "every day at 09:30, 14:30 and 20:30"),
    Example("every day, before 1 March 2025", "every day, all day, before 1 March 2025"),
    Example(
      "every day at 08:00, from 30 minutes before to 2 hours after",
      "every day at 08:00, from 30 minutes before to 2 hours after"),
    Example("every day at 08:00 until 2 hours after", "every day at 08:00, until 2 hours after"),
  ])
  func phrasesOfTheDayKeepTheirMeaning(_ example: Example) throws {
    #expect(try Schedule(words: example.text, from: Self.start).summary == example.summary)
  }

  /// Words that are an error, and a part of it.
  @Test(arguments: [
    Example("1 hour after each injection", "followed in JSON"),
    Example("8 hours before the next dose", "followed in JSON"),
    Example("every day, 8 hours after the last dose", "cannot be combined"),
    Example("every day, wait if missed", "cannot be combined"),
    Example("8 hours after surgery, from now if missed", "cannot be combined"),
    Example("every day after surgery", "say from surgery or from 1 day after surgery"),
    Example("1 tablet after surgery", "say from surgery or from 1 day after surgery"),
    Example("every day 10 days after surgery", "cannot be combined with 'every day'"),
    Example("10 days after surgery, every day", "say how often once"),
    Example("8 hours after surgery at 09:00", "must be whole days, weeks or months"),
    Example("every day until discharge", "say from when"),
    Example("every day from surgery for 10 days", "'for 10 days' cannot be combined"),
    Example("every day from surgery until discharge at 08:00", "before discharge at 08:00"),
    Example("every day from surgery until 2 days after discharge", "before 2 days after discharge"),
    Example(
      "every day from surgery until the next discharge", "cannot be combined with 'from surgery'"),
    Example("10 mg daily from surgery, then 5 mg daily", "say from when"),
    Example("30 minutes after waking", "is not understood"),
    Example("every day from yesterday", "expected a date"),
    Example("every day at nigth", "did you mean"),
    Example("1 tablet at school", "expected a time of day"),
    Example("every day from Monday-Friday", "starting Monday for 5 days"),
  ])
  func ambiguousWordsAreErrors(_ example: Example) {
    do {
      let schedule = try Schedule(words: example.text, from: Self.start)
      Issue.record("\(example.text) was read as \(schedule.summary)")
    } catch {
      #expect(error.description.contains(example.summary), "\(error.description)")
    }
  }

  @Test("A summary is read as an equal element", arguments: (0..<200 as Range<UInt64>).sampled(20))
  func drawnElements(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<5 {
      let schedule = Schedule([ScheduleElement.drawnAfterEvent(&random)])
      // Some ends come before their start, and some quotas would add up.
      guard (try? schedule.validate()) != nil else { continue }
      let summary = schedule.summary
      #expect(try Schedule(words: summary) == schedule, "\(summary)")
    }
  }
}

extension ScheduleElement {
  private static let names = [
    "surgery", "Discharge", "follow-up", "visit_2", "hospital visit", "last", "injection", "day 1",
    "week-1",
  ]

  /// The offsets in days or months, or also those in hours.
  private static func offset(_ isOfDays: Bool, _ random: inout SplitMix64) -> EventOffset {
    let ofDays = ["P0D", "P10D", "-P3D", "P2M", "P1M10D", "-P1D"]
    let text = random.pick(isOfDays ? ofDays : ofDays + ["PT8H", "-PT30M", "P1DT12H"])
    return read(text, as: EventOffset.self)
  }

  private static func time(_ random: inout SplitMix64) -> CivilTime? {
    random.oneIn(2) ? CivilTime(hour: Int.random(in: 0..<24, using: &random), minute: 30) : nil
  }

  /// An element after events whose summary tells all of it.
  fileprivate static func drawnAfterEvent(_ random: inout SplitMix64) -> ScheduleElement {
    let recurrences: [Recurrence] =
      [.once, .cycle(on: 21, off: 7), .quota(Quota(3, per: ISODuration(days: 7)))]
      + ["P1D", "P14D", "P1M", "P3M", "P1M3D", "PT8H", "P1DT12H"].map {
        .every(read($0, as: ISODuration.self))
      }
    let recurrence = random.pick(recurrences)
    let time = time(&random)
    var anchor = EventAnchor(
      EventTime(random.pick(names), offset: offset(time != nil, &random)),
      which: random.pick(EventAnchor.Selection.allCases))
    if random.oneIn(3) { anchor.until = drawnEnd(&random) }
    anchor.replaces = anchor.which == .each && random.oneIn(3)
    var element = ScheduleElement("1", after: anchor)
    element.recurrence = recurrence
    element.setClock(time, &random)
    return element
  }

  private static func drawnEnd(_ random: inout SplitMix64) -> EventTime {
    let time = time(&random)
    return EventTime(random.pick(names), offset: offset(time != nil, &random), at: time)
  }

  /// Sets the time of day to the given one, to several, or to the whole day, as far as the recurrence has times.
  private mutating func setClock(_ time: CivilTime?, _ random: inout SplitMix64) {
    switch recurrence {
    case .quota: return
    case .every(let period) where period.seconds > 0: after?.start.time = time
    default:
      switch Int.random(in: 0..<3, using: &random) {
      case 1 where time != nil: isAllDay = true
      case 2 where time != nil: times = [.midnight, read("20:00", as: CivilTime.self)]
      default: after?.start.time = time
      }
    }
    if recurrence != .once, random.oneIn(2) { count = 4 }
  }
}
