public import Diagnostics

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
