/// An event of the day in `when`.
enum DayMoment: String, CaseIterable, Hashable, Sendable {
  case morning = "MORN"
  case earlyMorning = "MORN.early"
  case lateMorning = "MORN.late"
  case noon = "NOON"
  case afternoon = "AFT"
  case earlyAfternoon = "AFT.early"
  case lateAfternoon = "AFT.late"
  case evening = "EVE"
  case earlyEvening = "EVE.early"
  case lateEvening = "EVE.late"
  case night = "NIGHT"
  case afterSleep = "PHS"
  case bedtime = "HS"
  case waking = "WAKE"
  case meal = "C"
  case breakfast = "CM"
  case lunch = "CD"
  case dinner = "CV"
  case beforeMeal = "AC"
  case beforeBreakfast = "ACM"
  case beforeLunch = "ACD"
  case beforeDinner = "ACV"
  case afterMeal = "PC"
  case afterBreakfast = "PCM"
  case afterLunch = "PCD"
  case afterDinner = "PCV"
  case immediately = "IMD"
}

extension DayMoment {
  /// The single events of an every-meal event, otherwise itself.
  var single: [DayMoment] {
    switch self {
    case .meal: [.breakfast, .lunch, .dinner]
    case .beforeMeal: [.beforeBreakfast, .beforeLunch, .beforeDinner]
    case .afterMeal: [.afterBreakfast, .afterLunch, .afterDinner]
    default: [self]
    }
  }

  /// The event that the time is relative to, and the side of it.
  var origin: (moment: DayMoment, side: Side) {
    switch self {
    case .beforeBreakfast: (.breakfast, .before)
    case .beforeLunch: (.lunch, .before)
    case .beforeDinner: (.dinner, .before)
    case .afterBreakfast: (.breakfast, .after)
    case .afterLunch: (.lunch, .after)
    case .afterDinner: (.dinner, .after)
    case .bedtime: (.bedtime, .at(offset: -1))
    default: (self, .at(offset: 1))
    }
  }

  /// The side of an event on which a dose is taken.
  enum Side: Hashable, Sendable {
    /// Before or after a meal, by the profile's meal offset unless one is given.
    case before, after
    /// At the event, with the direction of an offset.
    case at(offset: Int)
  }

  /// Whether the dose is taken with a meal, so that an offset does not apply.
  var isWithMeal: Bool {
    switch self {
    case .meal, .breakfast, .lunch, .dinner: true
    default: false
    }
  }
}
