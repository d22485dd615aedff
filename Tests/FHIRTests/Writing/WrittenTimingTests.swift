import Diagnostics
import Formats
import Interchange
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import FHIR

/// The requirements of a plan, for comparing plans with different elements.
private struct Asked: Equatable {
  var occurrences: [Row] = []
  var quotas: [String] = []
  var caps: [String] = []

  struct Row: Equatable {
    var occurrence: Instant
    var end: Instant
    var isAllDay: Bool
    var targets: [ScheduleElement.Target]
  }

  init(_ schedule: Schedule, in zone: Zone, _ range: Range<Instant>) throws {
    let plan = try Occurrences(of: schedule, in: zone)
    occurrences = plan.starting(in: range, limit: 150).map { row in
      Row(
        occurrence: row.start, end: plan.end(of: row),
        isAllDay: schedule.elements[row.element].isAllDay, targets: plan.targets(of: row))
    }
    occurrences.sort { $0.order < $1.order }
    for element in schedule.elements {
      let (start, end) = (element.begin ?? element.start, element.end)
      switch element.recurrence {
      case .quota(let quota):
        quotas.append(
          "\(quota) \(start.civil(in: zone).date) \(end.map { $0.civil(in: zone).date.description } ?? "-")"
            + " \(element.targets)")
      case .asNeeded(let caps):
        self.caps.append(
          "\(caps) \(start.instant(in: zone)) \(end.map { $0.instant(in: zone).description } ?? "-")"
            + " \(element.targets)")
      case .once, .every, .cycle, .rule: break
      }
    }
    quotas.sort()
    caps.sort()
  }
}

extension Asked.Row {
  /// Simultaneous occurrences that are otherwise equal differ at most in their dose.
  fileprivate var order: (Int64, String) {
    (
      occurrence.seconds,
      isAllDay ? "all day" : targets.first.map { "\($0.leastAmount ?? 0)" } ?? ""
    )
  }
}

@Suite struct WrittenTimingTests {
  private func json(_ dosages: [WrittenDosage]) -> [UInt8] {
    var json = JSONBytes()
    json.items(dosages) { json, dosage in
      json.object { json in
        for member in dosage.members {
          json.name(member.name)
          json.raw(member.json)
        }
      }
    }
    return json.bytes
  }

  private func read(_ dosages: [WrittenDosage], in zone: Zone) throws -> DosedPlan {
    let document = JSONDocument()
    try document.read(json(dosages))
    return try DosageContext(anchor: nil, zone: zone).plan(ofDosages: document.root.elements)
  }

  /// Expects a written schedule to be read as the same plan; returns whether it can be written.
  @discardableResult
  private func expectSame(_ schedule: Schedule, in zone: Zone, _ name: String) throws -> Bool {
    let written: [WrittenDosage]
    do { written = try WrittenDosage.dosages(of: schedule, in: zone, .r4) } catch {
      #expect(error.problem.kind == "notATiming", "\(name) \(error)")
      return false
    }
    let text = String(decoding: json(written), as: UTF8.self)
    do {
      let again = try read(written, in: zone)
      // An event is exact, and a date may have no offset of whole minutes.
      #expect(
        again.notes.allSatisfy { ["capNotCounted"].contains($0.problem.kind) }, "\(name) \(text)")
      let range = Instant.earliest..<Instant.latest
      let (asked, said) = (
        try Asked(schedule, in: zone, range), try Asked(again.schedule, in: zone, range)
      )
      #expect(asked == said, "\(name) \(text)")
    } catch { Issue.record("\(name): \(error) \(text)") }
    let r5 = try read(try WrittenDosage.dosages(of: schedule, in: zone, .r5), in: zone)
    #expect(try r5.schedule == read(written, in: zone).schedule)
    return true
  }

  /// Every golden case that can be written is read again as the same plan; the others can be
  /// written as the instants of some days.
  @Test func goldenCasesRoundTrip() throws {
    var (count, refused) = (0, [String]())
    for one in try TimingCase.all() {
      guard case .success(let plan) = one.plan else { continue }
      if try expectSame(plan.schedule, in: one.zone, one.id) {
        count += 1
      } else {
        refused.append(one.id)
      }
    }
    // Quotas of one, and elements split by a start within the first day, are rare.
    #expect(count > 560 && refused.count < 20, "\(count) \(refused)")
  }

  /// The instants of some days are read again unchanged.
  @Test func goldenCasesRoundTripAsEvents() throws {
    for one in try TimingCase.all() {
      guard case .success(let plan) = one.plan else { continue }
      let (days, zone) = (try one.days(), one.zone)
      var schedule = plan.schedule
      schedule.elements.removeAll { !$0.recurrence.hasOccurrences }
      let written = try WrittenDosage.dosages(of: schedule, on: days, in: zone, .r4)
      let again = try read(written, in: zone)
      let range =
        zone.firstInstant(
          atOrAfter: CivilDateTime(date: days.lowerBound))..<zone.firstInstant(
          atOrAfter: CivilDateTime(date: days.upperBound))
      #expect(
        try Asked(schedule, in: zone, range)
          == Asked(again.schedule, in: zone, .earliest ..< .latest),
        "\(one.id)")
    }
  }

  /// Elements read from one Timing are merged into one Timing, as a ServiceRequest requires.
  @Test(arguments: [
    #"{"when": ["MORN", "EVE"]}"#,
    #"{"timeOfDay": ["08:00:00", "12:00:00", "20:00:00"], "count": 7}"#,
    #"{"timeOfDay": ["08:00:00", "20:00:00"], "dayOfWeek": ["mon", "fri"], "period": 2, "periodUnit": "wk"}"#,
    #"{"frequency": 4, "period": 1, "periodUnit": "d"}"#,
    #"{"frequency": 3, "period": 1, "periodUnit": "d", "count": 10}"#,
    #"{"frequency": 2, "period": 1, "periodUnit": "d", "boundsDuration": {"value": 36, "code": "h"}}"#,
    #"{"frequency": 3, "period": 1, "periodUnit": "d", "dayOfWeek": ["fri"], "boundsPeriod": {"end": "2024-04-12T15:00:00-04:00"}}"#,
    #"{"when": ["C"], "period": 3, "periodUnit": "d", "boundsDuration": {"value": 3, "code": "wk"}}"#,
    #"{"frequency": 3, "period": 1, "periodUnit": "d", "boundsPeriod": {"start": "2024-03-09"}}"#,
    #"{"frequency": 6, "period": 1, "periodUnit": "wk", "dayOfWeek": ["mon", "wed", "fri"], "count": 12, "boundsPeriod": {"start": "2024-03-09"}}"#,
  ])
  func partsAreJoined(_ json: String) throws {
    let schedule = try plan(repeat: json).schedule
    #expect(schedule.elements.count > 1)
    let zone = try zone("America/New_York")
    #expect(try WrittenDosage.dosages(of: schedule, in: zone, .r4).count == 1)
    #expect(try expectSame(schedule, in: zone, json))
  }

  /// Random schedules are read again unchanged, as far as they can be written.
  @Test(arguments: (1...4 as ClosedRange<UInt64>).sampled(1))
  func randomSchedulesRoundTrip(_ seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    var count = 0
    for number in 0..<150 {
      let zone = try zone(try random.any(random.zones))
      let elements = try (1...random.number(1...2)).map { try random.element("\($0)") }
      if try expectSame(Schedule(elements), in: zone, "\(seed)/\(number) \(elements)") {
        count += 1
      }
    }
    #expect(count > 50)
  }

  /// Plans of Timings with arbitrary parts are read again unchanged, as far as they can be written.
  @Test(arguments: (1...4 as ClosedRange<UInt64>).sampled(1))
  func randomTimingsRoundTrip(_ seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    var count = 0
    for _ in 0..<150 {
      let drawn = try AnyTiming(&random)
      let profile = random.isTrue(oneIn: 2) ? DosingProfile.standard : .standardGivingTimes
      let zone = try zone(
        try random.any(["UTC", "America/New_York", "Pacific/Apia", "Africa/Cairo"]))
      guard let plan = try? plan(repeat: drawn.json, from: drawn.start, in: zone.id, profile) else {
        continue
      }
      if try expectSame(plan.schedule, in: zone, "\(drawn)") { count += 1 }
    }
    #expect(count > 15)
  }

  struct Unsayable: CustomTestStringConvertible {
    var name: String
    var change: @Sendable (inout ScheduleElement) -> Void
    var testDescription: String { name }
  }

  @Test(arguments: [
    Unsayable(name: "a cycle of days on and off") { $0.recurrence = .cycle(on: 21, off: 7) },
    Unsayable(name: "a period of days and hours or months") {
      $0.recurrence = .every(ISODuration(days: 1, seconds: 60))
    },
    Unsayable(name: "the zone Europe/Berlin") { element in
      element.clockBinding = Zone("Europe/Berlin").map { .fixed($0) } ?? .floating
    },
    Unsayable(name: "the policy for skipped times") { $0.gap = .skip },
    Unsayable(name: "the policy for repeated times") { $0.overlap = .both },
    Unsayable(name: "targets other than a dose") { $0.targets = [.init(1), .init(2)] },
    Unsayable(name: "targets other than a dose") { $0.targets = [.init(.atMost(.number(2)))] },
    Unsayable(name: "targets other than a dose") { $0.targets = [.init(1, kind: "pulse")] },
    Unsayable(name: "a zero dose") { $0.targets = [.init(0)] },
    Unsayable(name: "a duration of days and hours") {
      $0.duration = ISODuration(days: 1, seconds: 60)
    },
    Unsayable(name: "ordinal weekdays of a month") {
      $0.recurrence = .rule(RecurrenceRule(.monthly, weekdays: [.nth(1, .friday)]))
    },
    Unsayable(name: "days from the end of a month") {
      $0.recurrence = .rule(RecurrenceRule(.monthly, daysOfTheMonth: [-1]))
    },
    Unsayable(name: "the rule FREQ=YEARLY") { $0.recurrence = .rule(RecurrenceRule(.yearly)) },
    Unsayable(name: "weeks that begin on sunday") {
      $0.recurrence = .rule(
        RecurrenceRule(
          .weekly, interval: 2, weekdays: [.every(.monday), .every(.sunday)], weekStart: .sunday))
    },
    Unsayable(name: "a rolling quota") {
      $0.recurrence = .quota(Quota(3, per: ISODuration(days: 7), isRolling: true))
    },
    Unsayable(name: "a quota of one, or per day") {
      $0.recurrence = .quota(Quota(1, per: ISODuration(days: 7)))
    },
    Unsayable(name: "one use in any PT24H") {
      $0.recurrence = .asNeeded(UseCaps(maximum: 1, per: ISODuration(seconds: 86_400)))
    },
  ])
  func namesUnsupportedContent(_ unsayable: Unsayable) throws {
    var element = ScheduleElement("pill", from: try local("2024-03-08T08:00:00"))
    element.recurrence = .every(ISODuration(days: 1))
    unsayable.change(&element)
    let error = #expect(throws: InputError.self) {
      try WrittenDosage.dosages(of: Schedule([element]), in: .utc, .r4)
    }
    #expect(error?.field == "pill" && error?.problem.kind == "notATiming")
    #expect(
      error?.description.contains("'\(unsayable.name)'") == true, "\(String(describing: error))")
  }

  @Test func manyMomentsAreOneTiming() throws {
    let first = try local("2024-03-08T08:00:00")
    let elements = (0..<20_000).map {
      ScheduleElement("\($0)", from: first.adding(seconds: Int64($0 / 2)))
    }
    let written = try WrittenDosage.dosages(of: Schedule(elements), in: .utc, .r4)
    #expect(written.count == 2)
  }

  @Test func exceptionsAreWrittenAsEventsOnly() throws {
    let zone = try zone("America/New_York")
    var schedule = Schedule.daily(at: [CivilTime(secondOfDay: 28_800)], from: try day("2024-03-08"))
    schedule.exclusions = [.init(try day("2024-03-10"))]
    #expect(throws: InputError.self) { try WrittenDosage.timings(schedule, zone, .r4) }
    let march = try days("2024-03-09", "2024-03-12")
    let written = try WrittenDosage.events(on: march)(schedule, zone, .r4)
    #expect(
      String(decoding: json(written), as: UTF8.self)
        == #"[{"timing":{"event":["2024-03-09T08:00:00-05:00","2024-03-11T08:00:00-04:00"]}}]"#)
  }
}

extension RandomRecords {
  /// A random element with compatible parts.
  fileprivate mutating func element(_ id: String) throws -> ScheduleElement {
    let date = try day("2025-03-20").adding(days: number(0...40))
    let time = CivilTime(secondOfDay: number(0...47) * 1800)
    var element = ScheduleElement(id, from: CivilDateTime(date: date, time: time))
    if isTrue(oneIn: 3) { element = ScheduleElement(id, on: date) }
    let weekdays = Weekday.allCases.filter { _ in isTrue(oneIn: 3) }.map(
      RecurrenceRule.WeekdayMatch.every)
    let numbers = [1, 9, 15, 28, 29, 30, 31].filter { _ in isTrue(oneIn: 3) }
    var choices: [Recurrence] = [
      .once, .every(ISODuration(days: number(1...9))), .every(ISODuration(months: number(1...14))),
      .cycle(on: 3, off: 2),
      .rule(RecurrenceRule(.daily, interval: number(1...3), weekdays: weekdays)),
      .rule(RecurrenceRule(.weekly, interval: number(1...3), weekdays: weekdays)),
      .rule(
        RecurrenceRule(
          .monthly, interval: number(1...3), daysOfTheMonth: numbers, weekdays: weekdays)),
      .rule(RecurrenceRule(.yearly)),
      .quota(
        Quota(
          number(1...5),
          per: try any([
            ISODuration(days: 1), ISODuration(days: 7), ISODuration(days: 10),
            ISODuration(months: 1),
          ]))),
      .asNeeded(
        UseCaps(minGap: try any([nil, ISODuration(seconds: 14_400), ISODuration(days: 1)]))),
      .asNeeded(
        UseCaps(
          maximum: number(1...4),
          per: try any([ISODuration(days: 1), ISODuration(seconds: 86_400), ISODuration(days: 7)]),
          minGap: try any([nil, ISODuration(seconds: 14_400), ISODuration(days: 1)]))),
    ]
    if !element.isAllDay { choices.append(.every(ISODuration(seconds: number(1...200) * 1800))) }
    element.recurrence = try any(choices)
    if isTrue(oneIn: 3) { element.targets = [.init(Double(number(1...4)) / 2, units: "mg")] }
    if isTrue(oneIn: 3) {
      element.end = .local(
        CivilDateTime(
          date: date.adding(days: number(1...60)), time: isTrue(oneIn: 2) ? time : .midnight))
    }
    guard element.recurrence.hasOccurrences else { return element }
    if isTrue(oneIn: 3) { element.count = number(1...9) }
    if isTrue(oneIn: 4) {
      element.begin = .local(CivilDateTime(date: date.adding(days: number(0...20))))
    }
    let isElapsed =
      if case .every(let period) = element.recurrence { !period.isCivil } else { false }
    if isTrue(oneIn: 3), !element.isAllDay, !isElapsed {
      element.times = [6, 8, 12, 20].filter { _ in isTrue(oneIn: 2) }.map {
        CivilTime(secondOfDay: $0 * 3600)
      }
    }
    if isTrue(oneIn: 4), !element.isAllDay {
      element.duration = try any([ISODuration(seconds: 5400), ISODuration(days: 1)])
    }
    return element
  }
}
