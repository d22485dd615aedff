extension Schedule {
  /// Puts schedules side by side: whatever occurs in one of them occurs in the union.
  ///
  /// Two occurrences at one moment stay two. An id that is taken already gets its schedule's place as
  /// a prefix, so that keys stay unique; exclusions and overrides keep to the elements they came with.
  /// The union is distinct where all its parts are.
  ///
  ///     Schedule(union: [morning, evening]).elements.map(\.id)  // ["tablet", "2.tablet"]
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
}
