import Diagnostics
import Foundation
import Scheduling
import Testing

@Suite struct ScheduleEncodingTests {
  private func encode(_ schedule: Schedule) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(schedule), as: UTF8.self)
  }

  private func decode(_ json: String) throws -> Schedule {
    try JSONDecoder().decode(Schedule.self, from: Data(json.utf8))
  }

  struct Example: CustomTestStringConvertible, Sendable {
    var json: String

    init(_ json: String) { self.json = json }

    /// A schedule of one element, given by its properties between `id` and `start`.
    init(element: String) { self.init("{\"elements\":[{\(element)}]}") }

    var testDescription: String { json }
  }

  static let examples = [
    Example(#"{"elements":[]}"#),
    Example(element: #""id":"1","start":"2024-01-01T08:00:00""#),
    Example(element: #""id":"1","start":"2024-01-01""#),
    Example(element: #""allDay":true,"id":"1","start":"2024-01-01T08:00:00""#),
    Example(element: #""allDay":true,"id":"1","start":"2024-01-01T08:00:00Z""#),
    Example(element: #""id":"1","start":"2024-01-01T00:00:00","times":["08:00","20:00:30"]"#),
    Example(element: #""every":"P1D","id":"1","start":"2024-01-01T13:00:00Z""#),
    Example(element: #""count":3,"cycle":{"off":7,"on":21},"id":"1","start":"2024-01-01""#),
    Example(
      element: #""after":{"event":"surgery","offset":"P10D","time":"09:00"},"id":"1""#),
    Example(
      element: #""after":{"event":"surgery","offset":"-PT8H","replace":true,"until":{"event":"#
        + #""discharge","offset":"P1D"}},"count":3,"every":"P1W","id":"surgery""#),
    Example(
      element: #""after":{"event":"surgery","which":"last"},"allDay":true,"end":"#
        + #""2026-01-01T00:00:00","id":"1","quota":{"count":3,"per":"P1W"}"#),
    Example(
      element: #""id":"1","rule":"FREQ=MONTHLY;BYDAY=-1FR","start":"2024-01-01T08:00:00""#),
    Example(
      element: #""begin":"2024-02-01T00:00:00","end":"2024-07-01T00:00:00","every":"P1M","#
        + #""gap":"skip","id":"1","monthEnd":"skip","overlap":"both","#
        + #""start":"2024-01-31T08:00:00","timeZone":"America/New_York""#),
    Example(
      element: #""duration":"PT1H","id":"1","start":"2024-01-01T08:00:00","#
        + #""targets":[{"units":"mL","value":10},{"kind":"pain","value":0.5}],"#
        + #""text":"With breakfast","#
        + #""window":{"closesAfter":"PT2H","lateUntil":"PT4H","opensBefore":"PT1H"}"#),
    Example(
      #"{"distinct":true,"elements":[{"id":"a","start":"2024-01-01T08:00:00"}],"#
        + #""exclusions":[{"date":"2024-02-03"},{"at":"2024-02-05T08:00:00","element":"a"},"#
        + #"{"from":"2024-03-01T00:00:00","to":"2024-03-08T00:00:00"},"#
        + #"{"from":"2024-06-01T00:00:00"}],"#
        + #""overrides":{"a/2024-01-01T08:00:00":{"cancelled":true},"#
        + #""a/2024-01-02T08:00:00":{"added":true,"start":"2024-01-02T13:00:00Z"},"#
        + #""a/2024-11-03T01:30:00;fold=1":{"targets":[],"window":{"closesAfter":"PT2H"}}}}"#),
  ]

  @Test(arguments: examples) func writesWhatItReads(_ example: Example) throws {
    #expect(try encode(try decode(example.json)) == example.json)
  }

  @Test func exclusionsTakeTheirSimplestForm() throws {
    let schedule = Schedule(
      [.test("2024-01-01T08:00:00")],
      excluding: [
        .init(from: local("2024-02-03T00:00:00"), to: local("2024-02-04T00:00:00")),
        .init(from: local("2024-02-05T08:00:00"), to: local("2024-02-05T08:00:01")),
        .init(from: local("9999-12-31T00:00:00"), to: nil),
        .init(from: local("9999-12-31T23:59:59"), to: nil),
      ])
    #expect(
      try encode(schedule)
        == #"{"elements":[{"id":"dose","start":"2024-01-01T08:00:00"}],"exclusions":"#
        + #"[{"date":"2024-02-03"},{"at":"2024-02-05T08:00:00"},{"date":"9999-12-31"},"#
        + #"{"at":"9999-12-31T23:59:59"}]}"#)
  }

  @Test func rejectsMomentsBeyondTheCalendar() {
    var schedule = Schedule([.test("2024-01-01T08:00:00")])
    schedule.elements[0].end = .instant(.latest)
    #expect(throws: InputError.self) { try encode(schedule) }
  }

  @Test func randomSchedulesRoundTrip() throws {
    var random = SplitMix64(seed: 20_260_101)
    var tried = 0
    while tried < 2000 {
      let schedule = Schedule.anything(&random)
      guard (try? schedule.validate()) != nil else { continue }
      tried += 1
      let json = try encode(schedule)
      #expect(try decode(json) == schedule, "\(json)")
    }
  }
}

// Every property, drawn independently of the others.
extension Schedule {
  fileprivate static func anything(_ random: inout SplitMix64) -> Schedule {
    let ids = Array(["1", "b", "a/b", "ü \"q\"", "x;fold=1"].prefix(random.pick([0, 1, 2, 5])))
    var schedule = Schedule(ids.map { ScheduleElement.anything($0, &random) })
    schedule.isDistinct = random.oneIn(2)
    schedule.exclusions = (0..<random.pick([0, 1, 3])).map { _ in
      Exclusion.anything(ids, &random)
    }
    for _ in 0..<random.pick([0, 0, 2]) {
      let key = OccurrenceKey(
        element: random.pick(ids + ["gone"]), nominal: random.local(), isSecondPass: random.oneIn(4)
      )
      schedule.overrides[key] = Override.anything(&random)
    }
    return schedule
  }
}

extension Schedule.Exclusion {
  fileprivate static func anything(_ ids: [String], _ random: inout SplitMix64) -> Self {
    let id = ids.isEmpty || random.oneIn(2) ? nil : random.pick(ids)
    let from = random.local()
    switch Int.random(in: 0...3, using: &random) {
    case 0: return Self(from.date, element: id)
    case 1: return Self(at: from, element: id)
    case 2: return Self(from: from, to: nil, element: id)
    default: return Self(from: from, to: max(from, random.local()), element: id)
    }
  }
}

extension Schedule.Override {
  fileprivate static func anything(_ random: inout SplitMix64) -> Self {
    Self(
      isCancelled: random.oneIn(3), isAdded: random.oneIn(3),
      start: random.oneIn(2) ? random.moment() : nil,
      targets: random.oneIn(2) ? random.targets() : nil,
      window: random.oneIn(2) ? random.window() : nil,
      duration: random.oneIn(2) ? ISODuration(days: 1, seconds: 90) : nil,
      text: random.oneIn(2) ? "with milk" : nil)
  }
}

extension ScheduleElement {
  fileprivate static func anything(_ id: String, _ random: inout SplitMix64) -> ScheduleElement {
    var element = ScheduleElement(id, from: random.moment())
    element.isAllDay = random.oneIn(3)
    if element.isAllDay, random.oneIn(2) { element.start = .local(random.midnight()) }
    if random.oneIn(2) { element.clockBinding = .fixed(zone(random.pick(zoneNames))) }
    element.recurrence = random.recurrence()
    if random.oneIn(3) { element.times = ["20:00", "08:00:30"].map { read($0) } }
    if random.oneIn(3) { element.begin = random.moment() }
    if random.oneIn(3) { element.end = random.moment() }
    if random.oneIn(3) { element.count = Int.random(in: 1...99, using: &random) }
    element.duration = random.period()
    if random.oneIn(2) { element.window = random.window() }
    element.targets = random.targets()
    element.text = random.pick([nil, "", "With \"breakfast\"\n"])
    element.monthEnd = random.pick([nil] + MonthEndPolicy.allCases)
    element.gap = random.pick(GapPolicy.allCases)
    element.overlap = random.pick(OverlapPolicy.allCases)
    return element
  }
}

extension SplitMix64 {
  fileprivate mutating func local() -> CivilDateTime {
    let seconds = Int64.random(in: -2_000_000_000...9_000_000_000, using: &self)
    return CivilDateTime(localSeconds: oneIn(3) ? seconds / 86_400 * 86_400 : seconds)
  }

  fileprivate mutating func midnight() -> CivilDateTime { CivilDateTime(date: local().date) }

  fileprivate mutating func moment() -> LocalOrInstant {
    let local = local()
    return oneIn(2) ? .local(local) : .instant(Instant(seconds: local.localSeconds))
  }

  fileprivate mutating func period() -> ISODuration {
    ISODuration(
      months: pick([0, 0, 1, 12, 14]), days: pick([0, 0, 1, 7, 10]),
      seconds: pick([0, 0, 1, 3600, 86_400, 90_061]))
  }

  fileprivate mutating func recurrence() -> Recurrence {
    switch Int.random(in: 0...3, using: &self) {
    case 0: .once
    case 1: .every(period())
    case 2: .cycle(on: pick([1, 21]), off: pick([0, 7]))
    default: .rule(rule())
    }
  }

  fileprivate mutating func rule() -> RecurrenceRule {
    var rule = RecurrenceRule(
      pick(RecurrenceRule.Frequency.allCases), interval: pick([1, 1, 2, 99]),
      months: pick([[], [1, 7]]), weeks: pick([[], [], [-1, 20]]),
      daysOfTheYear: pick([[], [], [-366, 100]]), daysOfTheMonth: pick([[], [], [-31, 1, 31]]),
      weekdays: pick([[], [.every(.sunday), .every(.monday)], [.nth(-1, .friday)]]),
      hours: pick([[], [0, 23]]), minutes: pick([[], [0, 59]]), seconds: pick([[], [0, 59]]),
      setPositions: pick([[], [], [-2, 1]]), weekStart: pick(Weekday.allCases),
      skip: pick(RecurrenceRule.Skip.allCases))
    switch Int.random(in: 0...3, using: &self) {
    case 0: rule.count = Int.random(in: 1...99, using: &self)
    case 1: rule.until = .date(local().date)
    case 2: rule.until = .moment(moment())
    default: break
    }
    return rule
  }

  fileprivate mutating func window() -> ScheduleElement.Window {
    let closes = period()
    return .init(
      opensBefore: period(), closesAfter: closes,
      lateUntil: oneIn(2) ? nil : ISODuration(months: 20, days: 20, seconds: closes.seconds))
  }

  fileprivate mutating func targets() -> [ScheduleElement.Target] {
    (0..<pick([0, 1, 2])).map { _ in
      .init(condition(), units: pick([nil, "mL"]), kind: pick([nil, "pain"]))
    }
  }

  private mutating func condition() -> ScheduleElement.Target.Condition {
    let value: ScheduleElement.Target.Value = pick([
      .number(pick([0, 10, 0.1, 1e300])), .boolean(oneIn(2)), .date(moment()), .data([1, 2]),
      .text(pick(["yes", "10", "2024-01-04", "2,5", ""])),
    ])
    return pick([.atLeast(value), .atMost(value), .exactly(value), .within(0.5...8)])
  }
}
