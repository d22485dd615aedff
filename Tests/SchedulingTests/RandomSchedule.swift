import Foundation
import Scheduling

/// Random schedules close to a zone's changes of offset.
struct RandomSchedule {
  var schedule: Schedule
  /// The range to query; nothing starts before it.
  var span: Range<Instant>

  private static let years = [1980, 2011, 2011, 2012, 2018, 2024, 2037, 2090, 2600]

  init(in zoneName: String, _ random: inout SplitMix64) {
    let days = random.pick([12, 90, 700])
    let day = RandomSchedule.day(nearChangeIn: zoneName, &random)
    let elements = (0..<Int.random(in: 1...3, using: &random)).map { index in
      RandomSchedule.element("\(index)", from: day, days, in: zoneName, &random)
    }
    let exclusions = (0..<random.pick([0, 0, 1, 3])).map { _ in
      RandomSchedule.exclusion(near: day, days, elements.count, &random)
    }
    schedule = Schedule(elements, excluding: exclusions)
    let start = Instant(seconds: CivilDateTime(date: day).localSeconds)
    span =
      start.adding(seconds: -45 * 86_400)..<start.adding(seconds: Int64(days) * 86_400)
  }

  /// A day at or shortly before a change of offset, or any day in a zone that has none.
  static func day(nearChangeIn zoneName: String, _ random: inout SplitMix64) -> CivilDate {
    let year = CivilDate(year: random.pick(years), month: 1, day: 1) ?? .first
    let day = year.adding(days: Int.random(in: 0..<365, using: &random))
    let zone = DefinedZone(zoneName)
    let noon = Date(timeIntervalSince1970: Double(day.dayNumber * 86_400 + 43_200))
    let change = zone.timeZone.nextDaylightSavingTimeTransition(after: noon)
    let seconds = Int64(change?.timeIntervalSince1970 ?? noon.timeIntervalSince1970)
    let near = CivilDateTime(localSeconds: zone.civil(seconds)).date
    return (near - day < 400 ? near : day).adding(days: -random.pick([0, 1, 1, 2, 7, 31]))
  }

  static let clock = [
    "00:00", "00:30", "01:00", "01:15", "01:30", "02:00", "02:15", "02:30", "03:00", "08:00",
    "12:45:30", "20:00", "23:00", "23:30", "23:59:59",
  ].map { read($0, as: CivilTime.self) }

  private static func element(
    _ id: String, from day: CivilDate, _ days: Int, in zoneName: String,
    _ random: inout SplitMix64
  ) -> ScheduleElement {
    let anchor = CivilDateTime(
      date: day.adding(days: -random.pick([0, 0, 1, 5, 30])), time: random.pick(clock))
    var element = ScheduleElement(id, from: anchor)
    element.isAllDay = random.oneIn(6)
    if random.oneIn(4) { element.clockBinding = .fixed(zone(random.pick(zoneNames))) }
    if random.oneIn(3) { element.start = instant(near: anchor, in: zoneName, &random) }
    element.recurrence = recurrence(days, isAllDay: element.isAllDay, near: anchor, &random)
    if element.takesTimes, random.oneIn(2) {
      element.times = Array(clock.shuffled(using: &random).prefix(random.pick([1, 2, 3])))
    }
    if random.oneIn(4) { element.count = Int.random(in: 1...30, using: &random) }
    element.setPolicies(&random)
    setBounds(&element, after: anchor, days, in: zoneName, &random)
    return element
  }

  /// An instant with a given local time; either one if it occurs twice.
  private static func instant(
    near local: CivilDateTime, in zoneName: String, _ random: inout SplitMix64
  ) -> LocalOrInstant {
    let instants = DefinedZone(zoneName).instants(showing: local.localSeconds)
    return instants.isEmpty
      ? .local(local) : .instant(Instant(seconds: random.pick(instants)))
  }

  private static func recurrence(
    _ days: Int, isAllDay: Bool, near anchor: CivilDateTime, _ random: inout SplitMix64
  ) -> Recurrence {
    let kind = isAllDay ? random.pick([0, 1, 2, 5]) : Int.random(in: 0...5, using: &random)
    switch kind {
    case 0: return random.oneIn(3) ? .once : .every(ISODuration(days: random.pick([1, 2, 3, 7])))
    case 1: return .every(ISODuration(months: random.pick([1, 1, 2, 12])))
    case 2: return .every(ISODuration(months: random.pick([0, 1]), days: random.pick([1, 3])))
    case 3:
      let periods = [900, 3600, 23_400, 28_800, 86_400, 100_000, 129_600]
      return .every(ISODuration(seconds: max(random.pick(periods), days * 400)))
    case 4:
      return .every(
        ISODuration(
          months: random.pick([0, 0, 1]), days: random.pick([1, 2]),
          seconds: random.pick([1, 1800, 43_200, 90_000])))
    default: return rule(near: anchor, &random)
    }
  }

  private static func rule(near anchor: CivilDateTime, _ random: inout SplitMix64) -> Recurrence {
    var rule = RecurrenceRule(
      random.pick([.daily, .weekly]), interval: random.pick([1, 1, 2, 3, 7, 14]))
    if random.oneIn(2) {
      let weekdays = Weekday.allCases.shuffled(using: &random).prefix(random.pick([1, 2, 4]))
      rule.weekdays = weekdays.map { .every($0) }
    }
    rule.weekStart = random.pick(Weekday.allCases)
    let date = anchor.date.adding(days: Int.random(in: 0...200, using: &random))
    let last = CivilDateTime(date: date, time: random.pick([anchor.time] + clock))
    switch Int.random(in: 0...5, using: &random) {
    case 0: rule.count = Int.random(in: 1...20, using: &random)
    case 1: rule.until = .date(date)
    case 2: rule.until = .moment(.local(last))
    case 3: rule.until = .moment(.instant(Instant(seconds: last.localSeconds)))
    default: break
    }
    return .rule(rule)
  }

  private static func setBounds(
    _ element: inout ScheduleElement, after anchor: CivilDateTime, _ days: Int,
    in zoneName: String, _ random: inout SplitMix64
  ) {
    let lengths = ["PT0S", "PT0S", "PT1H", "PT36H", "P1D", "P1M", "P1DT6H", "P3D"]
    element.duration = read(random.pick(element.isAllDay ? ["PT0S", "P1D", "P3D"] : lengths))
    guard random.oneIn(4) else { return }
    let last = CivilDateTime(
      date: anchor.date.adding(days: Int.random(in: 1...days, using: &random)),
      time: random.pick(clock))
    element.end = random.oneIn(2) ? .local(last) : instant(near: last, in: zoneName, &random)
  }

  private static func exclusion(
    near day: CivilDate, _ days: Int, _ elements: Int, _ random: inout SplitMix64
  ) -> Schedule.Exclusion {
    let id = random.oneIn(3) ? "\(Int.random(in: 0..<elements, using: &random))" : nil
    let first = day.adding(days: random.pick([0, 1, Int.random(in: -5...days, using: &random)]))
    let from = CivilDateTime(date: first, time: random.pick(clock))
    switch Int.random(in: 0...3, using: &random) {
    case 0: return Schedule.Exclusion(first, element: id)
    case 1: return Schedule.Exclusion(at: from, element: id)
    case 2 where random.oneIn(3): return Schedule.Exclusion(from: from, to: nil, element: id)
    default:
      let later = first.adding(days: random.pick([0, 1, 1, 5]))
      let to = CivilDateTime(date: later, time: random.pick(clock))
      return Schedule.Exclusion(from: min(from, to), to: max(from, to), element: id)
    }
  }
}

extension ScheduleElement {
  /// Whether several times of day make sense: not for an all-day element or an elapsed period.
  fileprivate var takesTimes: Bool {
    if case .every(let period) = recurrence, period.seconds > 0 { return false }
    return !isAllDay
  }

  fileprivate mutating func setPolicies(_ random: inout SplitMix64) {
    gap = random.pick(GapPolicy.allCases)
    overlap = random.pick(OverlapPolicy.allCases)
    monthEnd = random.pick([nil] + MonthEndPolicy.allCases)
  }
}
