import Scheduling

/// The hours of the day that codes of a Timing stand for, as a place or a person keeps them.
///
///     let ward = try DosingProfile(json: Array(#"{"codes": {"BID": ["07:00", "18:00"]}}"#.utf8))
///     print(ward.givesTimes, DosingProfile.standard.givesTimes)  // true false
public struct DosingProfile: Hashable, Sendable {
  /// The hours of events of the day, in minutes from midnight.
  var hours: [DayMoment: Int]
  /// The minutes between a meal and what is taken before or after it.
  var mealOffset = DefaultTimes.mealOffset
  /// When something that is counted in hours begins on a day of which no time is said.
  var firstDose = CivilTime(secondOfDay: 8 * 3600)
  /// How long something that is done once is late rather than missed.
  var onceWithin = ISODuration(days: 7)
  /// The hours of so many doses a day.
  var perDay: [Int: [CivilTime]]
  /// The hours of codes of `Timing.code`, in place of their own.
  var codes: [String: [CivilTime]] = [:]
  /// Whether doses of which no time is said get hours of their own; otherwise they are all-day.
  public internal(set) var givesTimes = false

  /// The standard, which gives no times to doses that have none.
  public static let standard = DosingProfile(hours: standardHours, perDay: standardTimes)

  /// The standard, which gives times to all doses.
  public static let standardGivingTimes: DosingProfile = {
    var profile = DosingProfile.standard
    profile.givesTimes = true
    return profile
  }()
}

extension DosingProfile {
  /// The most doses of a day.
  static let mostPerDay = 1440

  /// The hours of so many doses a day: those that are listed, else evenly from 08:00 to 20:00.
  func times(perDay count: Int) -> [CivilTime] {
    perDay[count] ?? DefaultTimes.times(ofDoses: count)
  }

  /// The second of the day of an event, which may lie on the day before or after.
  func second(of moment: DayMoment, offset: Int?) -> Int {
    let origin = moment.origin
    let minutes = hours[origin.moment] ?? 0
    switch origin.side {
    case .before: return (minutes - (offset ?? mealOffset)) * 60
    case .after: return (minutes + (offset ?? mealOffset)) * 60
    case .at(let sign): return (minutes + sign * (offset ?? 0)) * 60
    }
  }

  private static let standardHours: [DayMoment: Int] = [
    .waking: DefaultTimes.waking, .morning: DefaultTimes.morning, .earlyMorning: 6 * 60,
    .lateMorning: 10 * 60, .noon: DefaultTimes.noon, .afternoon: DefaultTimes.afternoon,
    .earlyAfternoon: 13 * 60, .lateAfternoon: 17 * 60, .evening: DefaultTimes.evening,
    .earlyEvening: 17 * 60, .lateEvening: 20 * 60, .night: DefaultTimes.night,
    .bedtime: DefaultTimes.night, .afterSleep: 23 * 60, .breakfast: DefaultTimes.breakfast,
    .lunch: DefaultTimes.lunch, .dinner: DefaultTimes.dinner,
  ]

  private static let standardTimes: [Int: [CivilTime]] = [
    1: hours(8), 2: hours(8, 20), 3: hours(8, 14, 20), 4: hours(8, 12, 16, 20),
  ]

  private static func hours(_ hours: Int...) -> [CivilTime] {
    hours.map { CivilTime(secondOfDay: $0 * 3600) }
  }
}
