import Diagnostics
import Scheduling

/// Doses on days of a pattern, in terms of a Timing.
struct WrittenDoses {
  let days: DoseSeries.Days
  let zone: Zone
  /// The doses of a day, by slot; all-day doses have no times.
  private var parts: [Part]
  let isAllDay: Bool
  private let end: LocalOrInstant?

  /// The doses at one time of day.
  private struct Part: Hashable {
    /// The second of the day.
    var second: Int
    var first: CivilDateTime
    var instant: Instant
    /// The end date (exclusive); only for all-day doses.
    var end: CivilDate?
    var count: Int?
  }

  /// Converts an element.
  init(
    _ element: ScheduleElement, _ first: FirstOccurrence, in zone: Zone
  ) throws(InputError) {
    try element.refusePolicies(in: zone)
    let anchor = element.start.civil(in: zone)
    days = try element.days(anchor, first)
    isAllDay = element.isAllDay
    end = try element.lastMoment(in: zone)
    self.zone = zone
    let last = end.map { zone.civil(at: $0.instant(in: zone).adding(seconds: -1)).date }
    let times = isAllDay ? [.midnight] : element.times.isEmpty ? [anchor.time] : element.times
    // Slots of one element share its first moment and its count.
    let count = element.limit.map { $0 - first.ordinal }
    parts = times.sorted().enumerated().map { index, time in
      Part(
        second: time.secondOfDay, first: first.nominal, instant: first.instant,
        end: element.isAllDay ? last?.adding(days: 1) : nil, count: index == 0 ? count : nil)
    }
  }

  /// The number of doses of all slots; `nil` if unlimited.
  var count: Int? {
    let counts = parts.compactMap(\.count)
    return counts.isEmpty ? nil : counts.reduce(0, +)
  }

  /// The times of day; empty for all-day doses.
  var times: [CivilTime] { isAllDay ? [] : parts.map { CivilTime(secondOfDay: $0.second) } }

  /// The number of doses per day.
  var perDay: Int { parts.count }

  /// The course from which a reader derives these doses.
  var course: Course? {
    guard let first = parts.min(by: { $0.instant < $1.instant }) else { return nil }
    if isAllDay { return allDayCourse(from: first.first.date) }
    return Course(
      zone: zone, start: CourseMoment(.instant(first.instant), isDate: false, in: zone),
      end: end.map { CourseMoment($0, isDate: false, in: zone) })
  }

  /// Returns the course of all-day doses, some of which start or end a day later than others: its
  /// bounds lie between the nominal times of the slots.
  private func allDayCourse(from first: CivilDate) -> Course {
    let times = DosingProfile.standard.times(perDay: parts.count)
    let early = parts.count { $0.first.date == first }
    var start = CourseMoment(first, in: zone)
    if early < parts.count {
      let local = CivilDateTime(date: first, time: times[parts.count - early])
      start = CourseMoment(.local(local), isDate: false, in: zone)
    }
    let ends = parts.compactMap(\.end)
    guard let least = ends.min() else { return Course(zone: zone, start: start, end: nil) }
    var end = CourseMoment(least, in: zone)
    let late = ends.count { $0 > least }
    if late > 0 {
      let last = CivilDateTime(date: least, time: times[late - 1]).adding(seconds: 1)
      end = CourseMoment(.local(last), isDate: false, in: zone)
    }
    return Course(zone: zone, start: start, end: end)
  }
}

// Merging elements into one Timing.
extension WrittenDoses {
  /// Returns both merged, if a reader would derive these elements from the merged Timing.
  func joined(with other: WrittenDoses) -> WrittenDoses? {
    guard days == other.days, isAllDay == other.isAllDay, isAllDay || end == other.end,
      (count == nil) == (other.count == nil), isAllDay == canRepeat || !isAllDay
    else { return nil }
    var joined = self
    joined.parts += other.parts
    if !isAllDay { joined.parts.sort { $0.second < $1.second } }
    guard isAllDay || Set(joined.parts.map(\.second)).count == joined.parts.count,
      let own = joined.elements, let first = elements, let second = other.elements
    else { return nil }
    return own.counted == (first + second).counted ? joined : nil
  }

  /// Whether several all-day doses per day can be represented.
  private var canRepeat: Bool {
    switch days {
    case .every(let period): period == ISODuration(days: 1)
    case .weeks: true
    case .months(_, let days): !days.areBoth
    }
  }

  /// The elements that a reader derives.
  private var elements: [ScheduleElement]? {
    guard let course else { return nil }
    let times = DosingProfile.standard.times(perDay: parts.count)
    let slots = parts.indices.map { index in
      DoseSlot(
        second: isAllDay ? times[index].secondOfDay : parts[index].second, isAllDay: isAllDay)
    }
    let series = DoseSeries(days, slots, in: course)
    let shares = count.map(series.shares)
    var elements: [ScheduleElement] = []
    for slot in slots.indices {
      let id = isAllDay ? "day" : "\(slots[slot].second)"
      guard let part = series.element(of: slot, id, count: shares?.counts[slot]), part.occurs else {
        return nil
      }
      elements.append(part.element)
    }
    return elements
  }
}

extension [ScheduleElement] {
  /// The number of times each element is contained.
  fileprivate var counted: [ScheduleElement: Int] {
    reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension WrittenTiming {
  /// Sets the doses.
  mutating func say(_ doses: WrittenDoses) {
    guard let course = doses.course else { return }
    start = course.start.fhirText(in: doses.zone)
    end = course.end?.moment.fhirLast(in: doses.zone)
    (count, times) = (doses.count, doses.times)
    switch doses.days {
    case .every(let length): (frequency, period) = (doses.perDay, WrittenLength(length))
    case .weeks(let weeks, let listed):
      days = listed
      (frequency, period) = (
        doses.perDay * listed.count, WrittenLength(ISODuration(days: 7 * weeks))
      )
    case .months(let months, let listed):
      days = listed
      frequency = listed.areBoth ? nil : doses.perDay * listed.count
      period = WrittenLength(ISODuration(months: months))
    }
  }
}

extension CourseMoment {
  /// Returns the date if only that is known, otherwise the moment.
  fileprivate func fhirText(in zone: Zone) -> String {
    isDate ? local.date.description : instant.fhirText(in: zone)
  }
}
