extension Schedule {
  /// Puts schedules side by side: whatever occurs in one of them occurs in the union.
  ///
  /// Two occurrences at one moment stay two. An id that is taken already gets its schedule's place as
  /// a prefix, so that keys stay unique; exclusions and overrides keep to the elements they came with.
  /// The union is distinct where all its parts are.
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

  /// Leaves out more local time; a stretch in which nothing occurs changes nothing.
  public func excluding(_ more: [Exclusion]) -> Schedule {
    var schedule = self
    schedule.exclusions += more
    return schedule
  }

  /// Leaves out the local times at which another element occurs, as an exception rule does.
  ///
  /// Times are compared as planned, before gaps and overlaps; an all-day element leaves out whole days.
  ///
  /// - Parameters:
  ///   - element: What names the times; its own end, or that of this schedule, must bound them.
  ///   - zone: The zone of floating times, where elements follow different clocks.
  /// - Returns: The schedule with an exclusion for each time.
  /// - Throws: ``InputError`` where there are more than `maximumExclusions` times, or either is invalid.
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

  /// The most times that one element can leave out of a schedule.
  static let maximumExclusions = 100_000
}
