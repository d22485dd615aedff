import Scheduling

/// The words by which plans name times of the day.
enum DayWords {
  /// The most words of a phrase.
  static let longest = 5

  /// The minute of the day of a phrase; `nil` where it is none.
  static func minute(of phrase: String) -> Int? { minutes[phrase] }

  /// The minutes between meals and what is taken with them, by phrases of all meals.
  static let meals: [String: Int] = [
    "with meals": 0, "at meals": 0, "with each meal": 0, "with every meal": 0, "at mealtimes": 0,
    "before meals": -UsualHours.mealOffset, "before each meal": -UsualHours.mealOffset,
    "after meals": UsualHours.mealOffset, "after each meal": UsualHours.mealOffset,
    "ac": -UsualHours.mealOffset, "pc": UsualHours.mealOffset,
  ]

  /// The minutes of breakfast, lunch and dinner.
  static let mealMinutes = [UsualHours.breakfast, UsualHours.lunch, UsualHours.dinner]

  private static let abbreviations: [String: Int] = [
    "qam": UsualHours.morning, "q am": UsualHours.morning, "mane": UsualHours.morning,
    "qpm": UsualHours.evening, "q pm": UsualHours.evening, "qhs": UsualHours.night,
    "q hs": UsualHours.night, "hs": UsualHours.night, "nocte": UsualHours.night,
    "nightly": UsualHours.night, "qn": UsualHours.night, "at bedtime": UsualHours.night,
    "bedtime": UsualHours.night,
    "every bedtime": UsualHours.night, "before bed": UsualHours.night,
    "before bedtime": UsualHours.night, "at night": UsualHours.night,
    "every night at bedtime": UsualHours.night, "am": UsualHours.morning,
    "in the am": UsualHours.morning, "pm": UsualHours.evening, "in the pm": UsualHours.evening,
    "at midday": UsualHours.noon, "noon": UsualHours.noon, "at noon": UsualHours.noon,
    "midday": UsualHours.noon, "on waking": UsualHours.waking, "upon waking": UsualHours.waking,
    "on awakening": UsualHours.waking,
  ]

  private static let parts: [String: Int] = [
    "morning": UsualHours.morning, "afternoon": UsualHours.afternoon,
    "evening": UsualHours.evening, "night": UsualHours.night,
  ]

  private static let mealNames: [String: Int] = [
    "breakfast": UsualHours.breakfast, "lunch": UsualHours.lunch, "dinner": UsualHours.dinner,
    "supper": UsualHours.dinner, "evening meal": UsualHours.dinner,
  ]

  /// Whether a minute of the day may be in the part of it that is named by its usual minute.
  static func isMinute(_ minute: Int, near usual: Int) -> Bool {
    switch usual {
    case ..<660: 180..<720 ~= minute
    case ..<840: 630..<900 ~= minute
    case ..<1000: 720..<1080 ~= minute
    case ..<1200: 960..<1440 ~= minute
    default: minute >= 1080 || minute < 180
    }
  }

  /// Whether a word alone is a part of the day, as in `morning noon night`.
  static func isPart(_ word: String) -> Bool { parts[word] != nil || word == "noon" }

  /// Whether a phrase names a meal, and nothing else.
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
        minutes["before " + article + name] = minute - UsualHours.mealOffset
        minutes["after " + article + name] = minute + UsualHours.mealOffset
        minutes["ac " + name] = minute - UsualHours.mealOffset
        minutes["pc " + name] = minute + UsualHours.mealOffset
      }
    }
    return minutes
  }()

  /// The words that begin a phrase, for guesses at what was meant.
  static let names: [String] =
    parts.keys.sorted() + mealNames.keys.sorted() + ["bedtime", "midday"]

  /// The first words of phrases.
  static let firstWords = Set(
    (minutes.keys.sorted() + meals.keys.sorted()).map {
      String($0.prefix { $0 != " " })
    })
}
