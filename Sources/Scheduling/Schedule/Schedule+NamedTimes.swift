extension Schedule {
  /// Whether some occurrences are planned at times of day that the schedule specifies.
  ///
  /// True for civil elements that are not all day; quotas, as-needed use and elements that count hours from
  /// their start specify none. A schedule parsed from words such as "twice daily" has default times;
  /// `namesTimesOfDay(inPlan:from:)` of `PlainWords` returns whether a text specifies them.
  public var namesTimesOfDay: Bool { elements.contains(where: \.namesTimesOfDay) }
}

extension ScheduleElement {
  /// Whether the occurrences are planned at times of day that the element specifies.
  package var namesTimesOfDay: Bool {
    if isAllDay { return false }
    return switch recurrence {
    case .once, .cycle: true
    case .every(let period): period.seconds == 0
    case .rule(let rule): rule.frequency.seconds >= 86_400 || !rule.hours.isEmpty
    case .quota, .asNeeded: false
    }
  }
}
