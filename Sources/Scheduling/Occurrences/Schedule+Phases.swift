public import Diagnostics

extension Schedule {
  /// A part of a plan with phases.
  public struct Phase: Hashable, Sendable {
    /// The plan of the phase; without elements it is a planned pause.
    public var schedule: Schedule
    /// The length of the phase.
    public var length: Length

    /// The length of a phase.
    public enum Length: Hashable, Sendable {
      case days(Int)
      /// Until a date (exclusive).
      case until(CivilDate)
      /// A number of occurrences; the next phase begins on the day after the last one.
      case occurrences(Int)
      /// Until the end of the plan; no phase follows.
      case open
    }

    /// Creates a phase.
    public init(_ schedule: Schedule, _ length: Length) {
      self.schedule = schedule
      self.length = length
    }
  }

  /// Creates a plan of consecutive phases: each begins on the civil day on which the previous one ends.
  ///
  /// Each phase is shifted by whole days so that its earliest anchor is on the first day of the phase.
  ///
  ///     let twice = Schedule.daily(at: [eight, twenty], from: monday)
  ///     let once = Schedule.daily(at: [eight], from: monday)
  ///     let phases = Schedule(phases: [.init(twice, .days(3)), .init(once, .open)], from: monday)
  ///     print(phases.elements[1].start)  // 2025-01-09T08:00:00
  public init(phases: [Phase], from start: CivilDate) {
    var day: CivilDate? = start
    var parts: [Schedule] = []
    for phase in phases {
      guard let first = day else { break }
      let schedule = phase.schedule.moved(to: first)
      let end = phase.end(from: first, of: schedule)
      parts.append(schedule.bounded(by: phase.length, end: end))
      day = end
    }
    self.init(union: parts)
  }

  /// Returns a plan of a dose that is tapered or titrated: each step has its own times of day and number of
  /// days.
  ///
  ///     let taper = Schedule.taper(
  ///       [([eight, two, eleven], 2), ([eight, eleven], 2), ([eight], 2)], from: monday)
  ///     print(taper.elements.map(\.times.count))  // [3, 2, 0]
  ///
  /// - Parameters:
  ///   - steps: The times of day and the number of days of each step; without times it is a pause.
  ///   - start: The first day of the first step.
  ///   - id: The id of the first element; later ones get their step as a prefix.
  /// - Returns: A phase for each step.
  public static func taper(
    _ steps: [(times: [CivilTime], days: Int)], from start: CivilDate, id: String = "dose"
  ) -> Schedule {
    let phases = steps.map { step in
      Phase(
        step.times.isEmpty
          ? Schedule([]) : .daily(at: step.times, from: start, id: id), .days(step.days))
    }
    return Schedule(phases: phases, from: start)
  }

  /// Returns the plan shifted by whole days so that it begins on a date.
  private func moved(to date: CivilDate) -> Schedule {
    let anchors = elements.map { $0.start.civil(in: .utc).date }
    guard let first = anchors.min(), first != date else { return self }
    return mappingTimes { local in
      CivilDateTime(date: local.date.adding(days: date - first), time: local.time)
    }
  }

  private func bounded(by length: Phase.Length, end: CivilDate?) -> Schedule {
    switch length {
    case .open: self
    case .occurrences(let count): limited(to: count).endingWithoutOccurrences(before: end)
    case .days, .until: clipped(to: end.map { CivilDateTime(date: $0) })
    }
  }
}

extension Schedule {
  /// Returns the schedule with elements without occurrences ended at a day.
  fileprivate func endingWithoutOccurrences(before day: CivilDate?) -> Schedule {
    var schedule = self
    schedule.elements = elements.compactMap { element in
      element.recurrence.hasOccurrences ? element : day.flatMap(element.ending)
    }
    return schedule
  }
}

extension Schedule.Phase {
  /// Returns the first day after the phase; `nil` if the phase is open.
  fileprivate func end(from start: CivilDate, of schedule: Schedule) -> CivilDate? {
    switch length {
    case .days(let days): return start.adding(days: max(0, days))
    case .until(let date): return max(start, date)
    case .open: return nil
    case .occurrences(let count):
      let plan = try? Occurrences(of: schedule.limited(to: count), in: .utc).withoutExceptions
      guard let plan, let last = plan.previous(before: .latest) else { return start }
      return plan.nominal(of: last).date.adding(days: 1)
    }
  }
}

extension Schedule {
  /// Creates the union of schedules.
  ///
  /// Simultaneous occurrences are kept. A duplicate id is prefixed with the number of its schedule so that
  /// keys stay unique; exclusions and overrides apply only to the elements of their own schedule. The union
  /// is distinct if all schedules are.
  ///
  ///     print(Schedule(union: [morning, evening]).elements.map(\.id))  // ["tablet", "2.tablet"]
  public init(union schedules: [Schedule]) {
    self.init([])
    var taken: Set<String> = []
    for (position, schedule) in schedules.enumerated() {
      append(schedule, prefix: "\(position + 1).", &taken)
    }
    isDistinct = !schedules.isEmpty && schedules.allSatisfy(\.isDistinct)
  }

  private mutating func append(_ schedule: Schedule, prefix: String, _ taken: inout Set<String>) {
    for element in schedule.elements {
      var element = element
      let id = element.id
      while !taken.insert(element.id).inserted { element.id = prefix + element.id }
      elements.append(element)
      exclusions += schedule.exclusions.filter { $0.element == nil || $0.element == id }.map {
        Exclusion(from: $0.from, to: $0.to, element: element.id)
      }
      for (key, override) in schedule.overrides where key.element == id {
        var key = key
        key.element = element.id
        overrides[key] = override
      }
    }
  }

  /// Returns the schedule with additional exclusions.
  public func excluding(_ more: [Exclusion]) -> Schedule {
    var schedule = self
    schedule.exclusions += more
    return schedule
  }

  /// Returns the schedule without the local times at which another element occurs, as with an EXRULE.
  ///
  /// Planned times are compared, before gaps and overlaps are resolved; an all-day element excludes whole
  /// days.
  public func excluding(_ element: ScheduleElement, in zone: Zone = .utc) throws(InputError)
    -> Schedule
  {
    let last = try Occurrences(of: self, in: zone).previous(before: .latest)
    guard let last else { return self }
    let others = try Occurrences(of: Schedule([element]), in: zone)
    let end = min(.latest, last.start.adding(seconds: 2 * 86_400))
    var rows: [Occurrence] = []
    if others.append(startingIn: .earliest..<end, to: &rows, limit: Schedule.maximumExclusions) {
      throw InputError(
        .tooLarge(what: "excluded occurrences", limit: Schedule.maximumExclusions),
        field: element.id)
    }
    return excluding(
      rows.map(others.nominal).map { element.isAllDay ? Exclusion($0.date) : Exclusion(at: $0) })
  }

  /// The maximum number of times that one element can exclude.
  static let maximumExclusions = 100_000
}
