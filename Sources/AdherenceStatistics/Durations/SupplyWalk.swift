import Scheduling

/// Follows the supplies of one medication at a time through episodes and stays.
///
/// The supplies are sorted by date, so the indices only move forward.
struct SupplyWalk {
  /// The days of stays, disjoint and in order.
  let stays: [Range<Int>]
  let rules: SupplyRules

  private var list: [EpisodeList.Episode] = []
  private var published: [PrescriptionEpisode] = []
  private var events: [SuppliedEvent] = []

  /// A remainder below this is a rounding error.
  private static let nothing = 1e-9

  init(stays: [Range<Int>], rules: SupplyRules) {
    self.stays = stays
    self.rules = rules
  }

  /// The state of a supply in use.
  private struct Course {
    let dispensed: CivilDate
    let totalDose: Double
    /// The remaining amount.
    var dose: Double
    /// The day from which it is used.
    var day: Int
    /// The index of the episode, and of the stay that ends after the day.
    var place: Int
    var stay: Int
    var dailyDose = 0.0
    var number = 1
    var hasEvent = false

    /// When it is used up.
    var end: Double { Double(day) + dose / dailyDose }
  }

  /// Returns the events of the supplies of one medication, which are sorted by date.
  mutating func events(of dispensings: [Dispensing], under episodes: EpisodeList)
    -> [SuppliedEvent]
  {
    list = episodes.episodes
    published = episodes.published
    events = []
    events.reserveCapacity(dispensings.count)
    var (place, stay) = (-1, 0)
    for dispensing in dispensings {
      let day = dispensing.date.dayNumber
      while place + 1 < list.count, list[place + 1].start <= day { place += 1 }
      while stay < stays.count, stays[stay].upperBound <= day { stay += 1 }
      begin(
        Course(
          dispensed: dispensing.date, totalDose: dispensing.dose, dose: dispensing.dose, day: day,
          place: place, stay: stay))
    }
    return events
  }

  private mutating func begin(_ course: Course) {
    var course = course
    guard course.place >= 0, course.day < list[course.place].end || hasNext(course.place) else {
      return addUnprescribed(course)
    }
    course.dailyDose = list[course.place].dailyDose
    if course.day < list[course.place].end || resumes(&course) { follow(&course) }
  }

  /// Follows a supply from its day of use until it is used up.
  private mutating func follow(_ course: inout Course) {
    while true {
      let last = lastTouching(course.place)
      let bound = list[last].end
      if let stay = stayThatStops(course, before: bound) {
        guard waits(stay, &course, bound: bound) else { return }
      } else if hasNext(last), Double(bound) < course.end - SupplyWalk.nothing,
        rules.interruptions != .continue || list[last + 1].start == bound
      {
        use(until: bound, &course, bound: bound)
        course.day = bound
        guard list[last + 1].start == bound ? changesDose(&course) : resumes(&course) else {
          return
        }
      } else {
        return add(course, lasting: course.dose / course.dailyDose, bound: bound)
      }
    }
  }

  private func hasNext(_ place: Int) -> Bool { place + 1 < list.count }

  /// Returns the last episode through which a supply is used regardless of dose.
  private func lastTouching(_ place: Int) -> Int {
    var place = place
    if rules.splitsOnDosageChange { return place }
    while hasNext(place), list[place + 1].start == list[place].end { place += 1 }
    return place
  }

  /// Returns the stay that interrupts the supply before it and the episode end.
  private func stayThatStops(_ course: Course, before bound: Int) -> Range<Int>? {
    guard rules.stays != .continue, course.stay < stays.count else { return nil }
    let stay = stays[course.stay]
    let stops = stay.lowerBound < bound && Double(stay.lowerBound) < course.end - SupplyWalk.nothing
    return stops ? stay : nil
  }

  /// Uses the supply until a stay and keeps the remainder if applicable.
  private mutating func waits(_ stay: Range<Int>, _ course: inout Course, bound: Int) -> Bool {
    if rules.stays == .carryover || stay.lowerBound > course.day || !course.hasEvent {
      use(until: max(stay.lowerBound, course.day), &course, bound: bound)
    }
    guard rules.stays == .carryover else { return false }
    course.day = stay.upperBound
    course.stay += 1
    while hasNext(course.place), list[course.place + 1].start <= course.day {
      let isInterrupted = list[course.place].end < list[course.place + 1].start
      if isInterrupted, rules.interruptions == .discard { return false }
      course.place += 1
    }
    if course.day >= list[course.place].end, hasNext(course.place) { return resumes(&course) }
    takesDose(&course)
    return true
  }

  /// Continues a supply whose medication is not prescribed on its day; returns whether it is used
  /// under the next episode.
  private mutating func resumes(_ course: inout Course) -> Bool {
    switch rules.interruptions {
    case .continue:
      add(course, lasting: course.dose / course.dailyDose, bound: list[course.place].end)
      return false
    case .discard:
      if !course.hasEvent { addDiscarded(course) }
      return false
    case .carryover:
      course.place = lastTouching(course.place) + 1
      course.number += 1
      course.day = list[course.place].start
      while course.stay < stays.count, stays[course.stay].upperBound <= course.day {
        course.stay += 1
      }
      takesDose(&course)
      return true
    }
  }

  private mutating func changesDose(_ course: inout Course) -> Bool {
    course.place += 1
    takesDose(&course)
    return true
  }

  /// Applies the dose of the episode, unless a supply is used up at its initial dose.
  private func takesDose(_ course: inout Course) {
    if rules.splitsOnDosageChange || !course.hasEvent {
      course.dailyDose = list[course.place].dailyDose
    }
  }

  private mutating func use(until day: Int, _ course: inout Course, bound: Int) {
    let days = Double(day - course.day)
    add(course, lasting: days, bound: bound)
    course.dose -= days * course.dailyDose
    course.number += 1
    course.hasEvent = true
  }
}

// Events.
extension SupplyWalk {
  private mutating func add(_ course: Course, lasting days: Double, bound: Int) {
    let end = Double(course.day) + days
    let isInEpisode = bound == EpisodeList.openEnd || end <= Double(bound) + SupplyWalk.nothing
    events.append(
      SuppliedEvent(
        dispensed: course.dispensed, totalDose: course.totalDose,
        number: course.number, start: CivilDate(dayNumber: course.day), duration: .value(days),
        episode: published[course.place], dailyDose: course.dailyDose,
        stayDays: rules.stays == .continue ? stayDays(course, until: min(end, Double(bound))) : 0,
        waitingDays: isInEpisode ? waitingDays(course, after: end) : 0))
  }

  private mutating func addUnprescribed(_ course: Course) {
    add(course, duration: .missing(.notPrescribed))
  }

  private mutating func addDiscarded(_ course: Course) { add(course, duration: .value(0)) }

  private mutating func add(_ course: Course, duration: Estimate<Double>) {
    events.append(
      SuppliedEvent(
        dispensed: course.dispensed, totalDose: course.totalDose,
        number: course.number, start: CivilDate(dayNumber: course.day), duration: duration,
        episode: nil, dailyDose: nil, stayDays: 0, waitingDays: 0))
  }

  /// Returns the number of days of a supply up to an end that are days of stays.
  private func stayDays(_ course: Course, until end: Double) -> Double {
    var days = 0.0
    for stay in stays[course.stay...] {
      if Double(stay.lowerBound) >= end { break }
      days += max(
        min(end, Double(stay.upperBound)) - Double(max(course.day, stay.lowerBound)), 0)
    }
    return days
  }

  /// Returns the number of days of a stay that directly follow an event.
  private func waitingDays(_ course: Course, after end: Double) -> Int {
    guard rules.stays == .carryover else { return 0 }
    for stay in stays[course.stay...] {
      if Double(stay.lowerBound) > end + SupplyWalk.nothing { break }
      if end + SupplyWalk.nothing < Double(stay.upperBound) {
        return stay.upperBound - max(stay.lowerBound, course.day)
      }
    }
    return 0
  }
}
