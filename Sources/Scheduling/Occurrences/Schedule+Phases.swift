extension Schedule {
  /// A part of a plan with phases.
  public struct Phase: Hashable, Sendable {
    /// What is asked for in the phase; without elements it is a planned pause.
    public var schedule: Schedule
    /// How long it lasts.
    public var length: Length

    /// How long a phase lasts.
    public enum Length: Hashable, Sendable {
      case days(Int)
      /// Up to a date, which belongs to the next phase.
      case until(CivilDate)
      /// So many occurrences; the next phase begins on the day after the last one.
      case occurrences(Int)
      /// To the end of the plan; nothing comes after it.
      case open
    }

    /// Creates a phase.
    public init(_ schedule: Schedule, _ length: Length) {
      self.schedule = schedule
      self.length = length
    }
  }

  /// Puts plans one after the other: each begins on the civil day on which the one before ends.
  ///
  /// A plan is moved by whole days, so that the date of its earliest anchor becomes the phase's first.
  ///
  ///     let twice = Schedule.daily(at: [eight, twenty], from: monday)
  ///     let once = Schedule.daily(at: [eight], from: monday)
  ///     let phases = Schedule(phases: [.init(twice, .days(3)), .init(once, .open)], from: monday)
  ///     print(phases.elements[1].start)  // 2025-01-09T08:00:00
  ///
  /// - Parameters:
  ///   - phases: The phases; those after an open one never begin.
  ///   - start: The first day of the first phase.
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

  /// A dose that tapers off, or builds up: so many days at some times of day, then so many at others.
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

  /// The plan, moved by whole days so that it begins on a date.
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
  /// Ends the elements that no number of occurrences can end.
  fileprivate func endingWithoutOccurrences(before day: CivilDate?) -> Schedule {
    var schedule = self
    schedule.elements = elements.compactMap { element in
      element.recurrence.hasOccurrences ? element : day.flatMap(element.ending)
    }
    return schedule
  }
}

extension Schedule.Phase {
  /// The first day after the phase; `nil` where it never ends.
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
