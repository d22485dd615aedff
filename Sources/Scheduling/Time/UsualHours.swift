/// The hours at which plans put what they name by an event of the day, where nobody says otherwise.
///
/// In minutes from midnight.
package enum UsualHours {
  package static let waking = 7 * 60
  package static let breakfast = 7 * 60 + 30
  package static let morning = 8 * 60
  package static let noon = 12 * 60
  package static let lunch = 12 * 60 + 30
  package static let afternoon = 15 * 60
  package static let evening = 18 * 60
  package static let dinner = 18 * 60 + 30
  package static let night = 22 * 60
  /// Between a meal and what is taken before or after it.
  package static let mealOffset = 30

  /// The times of so many doses a day: one in the morning, more spread evenly from then to 20:00.
  package static func times(ofDoses count: Int) -> [CivilTime] {
    (0..<count).map { CivilTime(secondOfDay: (morning + 720 * $0 / max(1, count - 1)) * 60) }
  }
}
