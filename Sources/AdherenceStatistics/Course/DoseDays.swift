import AdherenceAnalytics
import Scheduling

/// The attribution days of a task, in reused memory.
struct DoseDays {
  /// One day.
  struct Day {
    var expected: Int32 = 0
    var taken: Int32 = 0
    var onHold: Int32 = 0
    var pending: Int32 = 0
    /// The occurrences that were declined, where that excuses them.
    var excused: Int32 = 0
    /// The events whose date it is.
    var events: Int32 = 0
    /// The number of events matched to its evaluable occurrences.
    var owned: Int32 = 0

    /// Whether it can be judged: something was due, all of it has come to an end, and none was on hold.
    var isEvaluable: Bool { evaluable == 1 }
    /// 1 if it can be evaluated, otherwise 0, computed without a branch.
    ///
    /// Safe: counts are not negative, so that only the differences' signs are looked at.
    var evaluable: Int32 { ((0 &- expected) & ((onHold | pending) &- 1)).signBit }
    var hasOccurrence: Bool { expected | onHold | pending > 0 }
    /// Whether the plan has anything on it, whatever became of that.
    var isPlanned: Bool { planned == 1 }
    /// 1 if anything is planned, otherwise 0.
    ///
    /// Safe: counts are not negative, so that only the difference's sign is looked at.
    var planned: Int32 { (0 &- (expected | onHold | pending | excused)).signBit }

    /// Returns whether it is evaluated by a quota: a period contains it, and no occurrence is
    /// planned on it.
    func isJudged(by quota: QuotaTally.Day) -> Bool { quota != .none && !isPlanned }

    // Safe: it counts occurrences in memory and the events that they own.
    fileprivate mutating func add(_ occurrence: TaskCourse.Occurrence) {
      switch occurrence.status {
      case .taken, .missed:
        expected &+= 1
        owned &+= occurrence.events
        taken &+= Int32(truncatingIfNeeded: occurrence.taken)
      case .onHold: onHold += 1
      case .pending: pending += 1
      case .excused: excused += 1
      }
    }
  }

  /// An aggregate of days: a week or a weekday.
  struct Week {
    /// The number of weeks since that of 1970-01-01, or the zero-based weekday.
    var number: Int
    var expected = 0
    var taken = 0
    /// The number of events matched to due occurrences.
    var owned = 0
    /// The amount due by quotas in the periods that end in it.
    var required = 0.0
    /// The part of that done.
    var credited = 0.0

    /// The ratio of occurrences and quotas.
    var ratio: Double { (Double(taken) + credited) / (Double(expected) + required) }

    // Safe: it counts occurrences in memory.
    fileprivate mutating func add(_ day: Day) {
      expected &+= Int(day.expected)
      taken &+= Int(day.taken)
      owned &+= Int(day.owned)
    }
  }

  private(set) var all: [Day] = []
  /// The number of the first day.
  private(set) var first = 0
  /// The offsets of the evaluable days, in order.
  private(set) var evaluable: [Int32] = []
  /// The number of events dated on each of those days.
  private(set) var evaluableEvents: [Int32] = []
  /// The ISO weeks with anything due, in order.
  private(set) var weeks: [Week] = []
  /// The ISO weekdays, from Monday.
  private(set) var weekdays: [Week] = []
  /// The number of events on days without an occurrence.
  private(set) var strayEvents = 0
  /// The quotas.
  private(set) var quotas = QuotaTally()
  /// The days that count towards a gap.
  private(set) var gaps = GapTable()

  /// Sorts a course into days.
  ///
  /// Safe: the days of a course hold those of all its occurrences (`PlanCourse.note`).
  mutating func take(_ course: borrowing PlanCourse) {
    let days = course.days
    first = days.lowerBound
    all.removeAll(keepingCapacity: true)
    all += repeatElement(Day(), count: days.count)
    let (occurrences, start) = (course.occurrences, first)
    all.withUnsafeMutableBufferPointer { all in
      for occurrence in occurrences { all[Int(occurrence.day) - start].add(occurrence) }
    }
    countEvents(course.events.days)
    quotas.take(course.quotas, all, first: first)
    judge()
    let holds = course.holdDays.map { $0.lowerBound - first..<$0.upperBound - first }
    gaps.take(all, holds: holds, quotas)
  }

  /// Returns the drug holidays between the first event and the end of persistence; none without
  /// initiation.
  ///
  /// For a quota, the days of periods without an event are due days without an event. Consecutive
  /// due days are those without a hold, planned pause or event between them; if the plan is not
  /// daily, they need not be consecutive dates.
  func holidays(in phases: TreatmentPhases, minimum: Int) -> DrugHolidays {
    guard let begin = phases.first?.dayNumber, let end = phases.course.value?.end.dayNumber else {
      return DrugHolidays(in: 0...0, days: [], events: [], minimum: minimum)
    }
    let judged = judged
    let events = quotas.isEmpty ? evaluableEvents : judged.map { awaits(Int($0)) ? 0 : 1 }
    return DrugHolidays(
      in: Int32(begin)...Int32(end), days: judged.map { $0 + Int32(first) },
      events: events, follows: gaps.hasFreeDays ? following(judged) : nil, minimum: minimum)
  }

  /// The offsets of the days evaluated by occurrences, or otherwise by a quota, in order.
  private var judged: [Int32] {
    if quotas.isEmpty { return evaluable }
    return all.indices.filter {
      all[$0].isEvaluable || all[$0].isJudged(by: quotas.days[$0])
    }.map { Int32($0) }
  }

  /// The offset of the last evaluable day.
  var lastJudged: Int? { [evaluable.last.map(Int.init), quotas.last].compactMap(\.self).max() }

  /// Returns whether an evaluable day had something due and nothing done, on the day or in its
  /// quota period.
  private func awaits(_ offset: Int) -> Bool {
    let day = all[offset]
    return day.isEvaluable
      ? day.events == 0 : day.isJudged(by: quotas.days[offset]) && quotas.days[offset] == .empty
  }

  /// Returns the number of evaluable days between two offsets (exclusive) if none has an event; for
  /// quotas, only days of periods without an event count.
  func countDue(after day: Int, before end: Int) -> Int {
    if !quotas.isEmpty { return (day + 1..<max(day + 1, end)).count(where: awaits) }
    return max(0, evaluable.partitionPoint { $0 < end } - evaluable.partitionPoint { $0 <= day })
  }

  /// Returns for each evaluable day whether it follows the previous one without interruption.
  private func following(_ judged: [Int32]) -> [Bool] {
    var last: Int32?
    return judged.map { day in
      defer { last = day }
      guard let last else { return false }
      return last + 1 == day || isRun(Int(last) + 1..<Int(day))
    }
  }

  /// Returns whether days that cannot be evaluated leave a run uninterrupted.
  private func isRun(_ between: Range<Int>) -> Bool {
    gaps.gap(in: between).days == between.count && !between.contains { all[$0].events > 0 }
  }

  // Safe: the days of a course hold those of all its events (`PlanCourse.note`).
  private mutating func countEvents(_ days: [Int32]) {
    let start = first
    strayEvents = all.withUnsafeMutableBufferPointer { all in
      days.reduce(0) { strays, day in
        let place = Int(day) - start
        all[place].events &+= 1
        return strays &+ (all[place].hasOccurrence ? 0 : 1)
      }
    }
  }

  private mutating func judge() {
    evaluable.takePlaces(of: all) { Int($0.evaluable) }
    evaluableEvents.take(all, at: evaluable) { $0.events }
    gatherWeeks()
  }

  private mutating func gatherWeeks() {
    weeks.removeAll(keepingCapacity: true)
    var weekdays = (0..<7).map { Week(number: $0) }
    // 1970-01-01 was a Thursday; days before it have negative numbers.
    var weekday = ((first + 3) % 7 + 7) % 7
    var (number, offset) = ((first + 3 - weekday) / 7, 0)
    while offset < all.count {
      var week = Week(number: number)
      for place in offset..<min(all.count, offset + 7 - weekday) {
        week.add(all[place])
        if !quotas.isEmpty {
          week.required += quotas.required[place]
          week.credited += quotas.credited[place]
        }
        weekdays[weekday].add(all[place])
        weekday += 1
      }
      if week.expected > 0 || week.required > 0 { weeks.append(week) }
      offset = (number + 1) * 7 - 3 - first
      (number, weekday) = (number + 1, 0)
    }
    self.weekdays = weekdays
  }
}

extension Int32 {
  /// 1 for a negative number, otherwise 0.
  fileprivate var signBit: Int32 { Int32(bitPattern: UInt32(bitPattern: self) >> 31) }
}

/// Adherence by weekday and time of day, and transitions between missed and taken doses.
///
/// They are descriptive, without tests: doses of a patient are not independent, and seven weekdays
/// or all times of day are compared at once. They must not be used to claim that one weekday
/// differs from others.
package struct DosePatterns: Sendable {
  /// The occurrences of each ISO weekday, from Monday.
  package internal(set) var weekdays: [ClassTally]
  /// The share taken on weekends minus that on other days.
  package internal(set) var weekendEffect: Estimate<Double>
  /// The nominal times of day in seconds, ascending; -1 for all day.
  var slotTimes: [Int]
  /// The occurrences of each time of day.
  package internal(set) var slots: [ClassTally]
  /// The transitions after missed and taken doses.
  package internal(set) var transitions: Transitions
  /// The lengths of runs of missed and of taken doses.
  var runs: RunLengths
}

extension DosePatterns {
  init(_ days: DoseDays, _ doses: EvaluableDoses) {
    weekdays = days.weekdays.map { ClassTally(expected: $0.expected, taken: $0.taken) }
    weekendEffect = ClassTally.weekendEffect(of: weekdays)
    slotTimes = doses.slotTimes.map(Int.init)
    slots = ClassTally.slots(of: doses.taken, at: doses.slots, count: doses.slotTimes.count)
    transitions = Transitions(of: doses.taken, at: doses.indices, events: doses.events)
    runs = RunLengths(of: doses.taken, at: doses.indices)
  }
}
