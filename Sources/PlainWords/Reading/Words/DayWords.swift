import Scheduling

/// The words for times of the day.
enum DayWords {
  /// The maximum number of words in a phrase.
  static let longest = 5

  /// Returns the minute of the day for a phrase; `nil` for other words.
  static func minute(of phrase: String) -> Int? { minutes[phrase] }

  /// The offset in minutes from a meal, by phrases that refer to all meals.
  static let meals: [String: Int] = [
    "with meals": 0, "at meals": 0, "with each meal": 0, "with every meal": 0, "at mealtimes": 0,
    "before meals": -DefaultTimes.mealOffset, "before each meal": -DefaultTimes.mealOffset,
    "after meals": DefaultTimes.mealOffset, "after each meal": DefaultTimes.mealOffset,
    "ac": -DefaultTimes.mealOffset, "pc": DefaultTimes.mealOffset,
  ]

  /// The times of breakfast, lunch and dinner in minutes from midnight.
  static let mealMinutes = [DefaultTimes.breakfast, DefaultTimes.lunch, DefaultTimes.dinner]

  private static let abbreviations: [String: Int] = [
    "qam": DefaultTimes.morning, "q am": DefaultTimes.morning, "mane": DefaultTimes.morning,
    "qpm": DefaultTimes.evening, "q pm": DefaultTimes.evening, "qhs": DefaultTimes.night,
    "q hs": DefaultTimes.night, "hs": DefaultTimes.night, "nocte": DefaultTimes.night,
    "nightly": DefaultTimes.night, "qn": DefaultTimes.night, "at bedtime": DefaultTimes.night,
    "bedtime": DefaultTimes.night,
    "every bedtime": DefaultTimes.night, "before bed": DefaultTimes.night,
    "before bedtime": DefaultTimes.night, "at night": DefaultTimes.night,
    "at bed time": DefaultTimes.night, "first thing in the morning": DefaultTimes.morning,
    "am": DefaultTimes.morning,
    "in the am": DefaultTimes.morning, "in am": DefaultTimes.morning, "om": DefaultTimes.morning,
    "every am": DefaultTimes.morning,
    "each am": DefaultTimes.morning,
    "pm": DefaultTimes.evening, "in the pm": DefaultTimes.evening, "in pm": DefaultTimes.evening,
    "every pm": DefaultTimes.evening,
    "each pm": DefaultTimes.evening,
    "at midday": DefaultTimes.noon, "noon": DefaultTimes.noon, "at noon": DefaultTimes.noon,
    "midday": DefaultTimes.noon, "on waking": DefaultTimes.waking,
    "upon waking": DefaultTimes.waking,
    "on awakening": DefaultTimes.waking, "upon awakening": DefaultTimes.waking,
    "when waking": DefaultTimes.waking,
  ]

  private static let parts: [String: Int] = [
    "morning": DefaultTimes.morning, "afternoon": DefaultTimes.afternoon,
    "evening": DefaultTimes.evening, "night": DefaultTimes.night,
  ]

  private static let mealNames: [String: Int] = [
    "breakfast": DefaultTimes.breakfast, "lunch": DefaultTimes.lunch, "dinner": DefaultTimes.dinner,
    "supper": DefaultTimes.dinner, "evening meal": DefaultTimes.dinner,
    "lunchtime": DefaultTimes.lunch, "dinnertime": DefaultTimes.dinner,
    "lunch time": DefaultTimes.lunch, "dinner time": DefaultTimes.dinner,
    "breakfast time": DefaultTimes.breakfast, "teatime": DefaultTimes.dinner,
  ]

  /// Whether a minute is in the part of the day whose default is `usual`.
  static func isMinute(_ minute: Int, near usual: Int) -> Bool {
    switch usual {
    case ..<660: 180..<720 ~= minute
    case ..<840: 630..<900 ~= minute
    case ..<1000: 720..<1080 ~= minute
    case ..<1200: 960..<1440 ~= minute
    default: minute >= 1080 || minute < 180
    }
  }

  /// Whether a word without a preposition is a part of the day, as in `morning noon night`.
  static func isPart(_ word: String) -> Bool { parts[word] != nil || word == "noon" }

  /// Whether the phrase is the name of a meal.
  static func isMeal(_ phrase: String) -> Bool { mealNames[phrase] != nil }

  private static let minutes: [String: Int] = {
    var minutes = abbreviations
    for (name, minute) in parts {
      for words in ["", "in the ", "every ", "each ", "the "] { minutes[words + name] = minute }
      minutes[name + "s"] = minute
    }
    for (name, minute) in mealNames {
      minutes[name] = minute
      for article in ["", "the "] {
        for word in ["with ", "at ", "during "] { minutes[word + article + name] = minute }
        minutes["before " + article + name] = minute - DefaultTimes.mealOffset
        minutes["after " + article + name] = minute + DefaultTimes.mealOffset
        minutes["ac " + name] = minute - DefaultTimes.mealOffset
        minutes["pc " + name] = minute + DefaultTimes.mealOffset
      }
    }
    return minutes
  }()

  /// The words offered as corrections of misspelled ones.
  static let names: [String] =
    parts.keys.sorted() + mealNames.keys.sorted() + ["bedtime", "midday"]

  /// The first words of all phrases.
  static let firstWords = Set(
    (minutes.keys.sorted() + meals.keys.sorted()).map {
      String($0.prefix { $0 != " " })
    })
}
