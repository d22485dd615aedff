extension Schedule {
  /// Whether some occurrences are due at times of day that the schedule names.
  ///
  /// So are those of civil elements that are not all day; quotas, what is used as needed, and elements that
  /// count hours from their start name none. Of a schedule that was read from words such as "twice daily", the
  /// times are the usual ones; `namesTimesOfDay(inPlan:from:)` of `PlainWords` tells whether a text names them.
  public var namesTimesOfDay: Bool { elements.contains(where: \.namesTimesOfDay) }
}

extension ScheduleElement {
  /// Whether the occurrences are due at times of day that the element names.
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
