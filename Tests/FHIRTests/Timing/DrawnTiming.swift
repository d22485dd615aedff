import FHIR
import Scheduling
import TestSupport
import Testing

/// A small random Timing, and its meaning.
struct DrawnTiming {
  var zone: Zone
  var start: String
  /// The listed days; empty for all.
  var weekdays: [Int] = []
  var monthDays: [Int] = []
  /// The interval in days, weeks or months.
  var interval: (count: Int, unit: String)?
  /// The seconds of the day, from its midnight.
  var slots: [Int] = []
  var repeatParts: [String] = []
  /// Whether doses have no times, so that slots only determine which exist on clipped days.
  var isAllDay = false
  var count: Int?
  /// The first day after the course.
  var end: CivilDate?

  var json: String { "{\(repeatParts.joined(separator: ", "))}" }

  init(_ random: inout RandomRecords) throws {
    let places = [
      ("America/New_York", "2024-03-08"), ("Europe/Berlin", "2024-10-25"), ("UTC", "2024-01-30"),
      ("Pacific/Apia", "2011-12-28"), ("Australia/Lord_Howe", "2024-04-05"),
    ]
    let (name, date) = try random.any(places)
    zone = try TestSupport.zone(name)
    let first = try day(date).adding(days: random.number(0...6))
    let local = CivilDateTime(date: first).adding(seconds: Int64(random.number(0...95) * 900))
    start =
      random.isTrue(oneIn: 3) ? first.description : zone.firstInstant(atOrAfter: local).description
    try drawDays(&random)
    try drawSlots(&random)
    if random.isTrue(oneIn: 3) {
      let count = random.number(1...9)
      self.count = count
      repeatParts.append(#""count": \#(count)"#)
    }
    if random.isTrue(oneIn: 3) {
      let last = first.adding(days: random.number(7...40))
      end = last.adding(days: 1)
      repeatParts.append(#""boundsPeriod": {"start": "\#(start)", "end": "\#(last)"}"#)
    }
  }

  private mutating func drawDays(_ random: inout RandomRecords) throws {
    switch random.number(1...6) {
    case 1: weekdays = try some(of: Array(0...6), &random)
    case 2: monthDays = try some(of: [1, 2, 15, 28, 29, 30, 31], &random)
    case 3: interval = (random.number(2...5), "d")
    case 4:
      interval = (random.number(1...3), "wk")
      weekdays = try some(of: Array(0...6), &random)
    case 5:
      interval = (random.number(1...3), "mo")
      if random.isTrue(oneIn: 2) { monthDays = try some(of: [1, 13, 29, 30, 31], &random) }
    default: break
    }
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    if !weekdays.isEmpty {
      let list = weekdays.map { #""\#(names[$0])""# }.joined(separator: ", ")
      repeatParts.append(#""dayOfWeek": [\#(list)]"#)
    }
    if !monthDays.isEmpty {
      let url = "http://hl7.org/fhir/StructureDefinition/timing-dayOfMonth"
      let list = monthDays.map { #"{"url": "\#(url)", "valuePositiveInt": \#($0)}"# }
      repeatParts.append(#""extension": [\#(list.joined(separator: ", "))]"#)
    }
    if let interval {
      repeatParts.append(#""period": \#(interval.count), "periodUnit": "\#(interval.unit)""#)
    }
  }

  private mutating func drawSlots(_ random: inout RandomRecords) throws {
    let listed = max(1, weekdays.count + monthDays.count)
    if interval != nil || random.isTrue(oneIn: 2) {
      if random.isTrue(oneIn: 3) {
        isAllDay = true
        slots = [8 * 3600]
        if interval != nil, listed > 1 || random.isTrue(oneIn: 2) {
          repeatParts.append(#""frequency": \#(listed)"#)
        } else if interval == nil {
          let doses = random.number(1...3)
          slots = [[8], [8, 20], [8, 14, 20]][doses - 1].map { $0 * 3600 }
          repeatParts.append(#""frequency": \#(doses), "period": 1, "periodUnit": "d""#)
        }
        return
      }
    }
    if random.isTrue(oneIn: 3), monthDays.isEmpty, interval?.unit != "mo" {
      // An hour and a half after the midnight that ends the day, and eight in the evening before
      // it.
      slots = [25 * 3600 + 1800]
      repeatParts.append(#""when": ["PHS"], "offset": 150"#)
      return
    }
    slots = try some(of: [1800, 9000, 8 * 3600, 50_400, 85_500], &random)
    let list = slots.map { #""\#(CivilTime(secondOfDay: $0)):00""# }.joined(separator: ", ")
    repeatParts.append(#""timeOfDay": [\#(list)]"#)
    if random.isTrue(oneIn: 3), interval != nil {
      repeatParts.append(#""frequency": \#(slots.count * listed)"#)
    }
  }

  private func some<Value: Comparable>(
    of values: [Value], _ random: inout RandomRecords
  ) throws -> [Value] {
    let count = random.number(1...3)
    return Array(values.shuffled(using: &random.random).prefix(count)).sorted()
  }
}

// A naive restatement of the definition.
extension DrawnTiming {
  /// The starts of doses before a day.
  func occurrences(before last: CivilDate) throws -> [Instant] {
    let begin = try #require(FHIRDateTime(start))
    let from = begin.first(in: zone)
    let days = (-3...500).map { begin.civil(in: zone).date.adding(days: $0) }.filter(isListed)
    guard let first = days.first(where: { day in slots.contains { instant(day, $0) >= from } })
    else {
      return []
    }
    let all = days.filter { $0 >= first && isDue($0, from: first) }.flatMap { day in
      slots.map { (day: day, second: $0) }
    }
    let due = all.filter { instant($0.day, $0.second) >= from }
      .prefix(count ?? .max)
      .filter { row in end.map { instant(row.day, row.second) < midnight($0) } ?? true }
    return due.flatMap { row in starts(row.day, row.second) }
      .filter { $0 < midnight(last) }.sorted()
  }

  private func isListed(_ day: CivilDate) -> Bool {
    (weekdays.isEmpty || weekdays.contains(day.weekday.rawValue))
      && (monthDays.isEmpty || monthDays.contains(day.day))
  }

  private func isDue(_ day: CivilDate, from first: CivilDate) -> Bool {
    guard let interval else { return true }
    switch interval.unit {
    case "d": return (day - first).isMultiple(of: interval.count)
    case "wk":
      let weeks =
        (day.adding(days: -day.weekday.rawValue) - first.adding(days: -first.weekday.rawValue)) / 7
      return weeks.isMultiple(of: interval.count)
    default:
      let months = (day.year - first.year) * 12 + day.month - first.month
      return months.isMultiple(of: interval.count)
        && (!monthDays.isEmpty || first.adding(months: months) == day)
    }
  }

  private func midnight(_ day: CivilDate) -> Instant {
    zone.firstInstant(atOrAfter: CivilDateTime(date: day))
  }

  private func instant(_ day: CivilDate, _ second: Int) -> Instant {
    let local = CivilDateTime(date: day).adding(seconds: Int64(second))
    return starts(at: local, isAllDay: false).first ?? zone.firstInstant(atOrAfter: local)
  }

  private func starts(_ day: CivilDate, _ second: Int) -> [Instant] {
    starts(at: CivilDateTime(date: day).adding(seconds: Int64(second)), isAllDay: isAllDay)
  }

  /// The starts of a single local time: none on a day that the zone skips.
  private func starts(at local: CivilDateTime, isAllDay: Bool) -> [Instant] {
    let element =
      isAllDay ? ScheduleElement("1", on: local.date) : ScheduleElement("1", from: local)
    return compiled(Schedule([element]), in: zone).starting(in: .earliest ..< .latest).map(\.start)
  }
}
