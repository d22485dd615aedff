/// The default times of day for events of the day in plans, in minutes from midnight.
package enum DefaultTimes {
  package static let waking = 7 * 60
  package static let breakfast = 7 * 60 + 30
  package static let morning = 8 * 60
  package static let noon = 12 * 60
  package static let lunch = 12 * 60 + 30
  package static let afternoon = 15 * 60
  package static let evening = 18 * 60
  package static let dinner = 18 * 60 + 30
  package static let night = 22 * 60
  /// The minutes between a meal and a dose before or after it.
  package static let mealOffset = 30

  /// Returns the default times of `count` doses a day, evenly distributed from the morning to 20:00.
  package static func times(ofDoses count: Int) -> [CivilTime] {
    (0..<count).map { CivilTime(secondOfDay: (morning + 720 * $0 / max(1, count - 1)) * 60) }
  }
}
