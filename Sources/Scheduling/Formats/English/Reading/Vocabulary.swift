/// The words that plans are read from; names are those that summaries print.
enum Vocabulary {
  static let numbers = named([
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
  ])

  static let places = named([
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
  ])

  /// How often, in one word of how many times.
  static let timesWords = ["once": 1, "twice": 2, "thrice": 3]

  static let months = shortened(CivilDate.monthNames.map { $0.lowercased() }, extra: ["sept": 9])

  static let weekdays = Dictionary(
    uniqueKeysWithValues: Weekday.allCases.flatMap { day in
      let name = day.description
      let short = [3, 4, 5].map { String(name.prefix($0)) }.filter { $0 != name }
      return (["", "s"].map { name + $0 } + short).map { ($0, day) }
    })

  /// Several days of the week in one word.
  static let weekdaySets: [String: Set<Weekday>] = [
    "weekday": Weekday.workdays, "weekdays": Weekday.workdays, "workday": Weekday.workdays,
    "workdays": Weekday.workdays, "weekend": [.saturday, .sunday],
    "weekends": [.saturday, .sunday], "day": Set(Weekday.allCases), "days": Set(Weekday.allCases),
  ]

  static let units = Dictionary(
    uniqueKeysWithValues: RecurrenceRule.Frequency.allCases.flatMap { unit in
      [(unit.unit, unit), (unit.unit + "s", unit)]
    }
  ).merging(
    [
      "min": .minutely, "mins": .minutely, "h": .hourly, "hr": .hourly, "hrs": .hourly,
      "wk": .weekly, "wks": .weekly, "yr": .yearly, "yrs": .yearly,
    ], uniquingKeysWith: { old, _ in old })

  static let adverbs: [String: RecurrenceRule.Frequency] = [
    "hourly": .hourly, "daily": .daily, "everyday": .daily, "weekly": .weekly,
    "monthly": .monthly, "yearly": .yearly, "annually": .yearly,
  ]

  /// The abbreviations of prescriptions that mean so many doses a day.
  static let dosesPerDay = [
    "qd": 1, "bid": 2, "bd": 2, "tid": 3, "tds": 3, "qid": 4, "qds": 4,
  ]

  /// Words that mean several things, with what to say instead.
  static let vague: [String: String] = {
    let cures = [
      "say every 2 weeks": ["fortnight", "fortnightly"],
      "say every 2 weeks, or twice a week": ["biweekly"],
      "say every 2 months, or twice a month": ["bimonthly"],
      "say a time of day, as in 08:00": [
        "morning", "mornings", "afternoon", "evening", "evenings", "night", "nightly", "bedtime",
        "breakfast", "lunch", "dinner", "meals",
      ],
      "name a town of the zone, as in New York time": [
        "bst", "ist", "pst", "pdt", "cst", "cdt", "mdt", "edt", "cest", "eastern", "pacific",
      ],
    ]
    return Dictionary(
      uniqueKeysWithValues: cures.flatMap { cure, words in words.map { ($0, cure) } })
  }()

  /// The words that hold a plan together.
  static let particles = [
    "every", "each", "other", "on", "at", "and", "or", "the", "of", "last", "to", "times", "all",
    "from", "starting", "until", "through", "before", "for", "if", "in", "only", "hour", "hours",
    "minute", "minutes", "second", "seconds", "except", "everything", "as", "needed", "most",
    "least", "apart", "any", "per", "off", "noon", "midnight", "time", "prn", "qod", "nothing",
  ]

  /// Every word there is, for guesses at what was meant.
  static let all: [String] =
    particles + numbers.keys.sorted() + places.keys.sorted() + timesWords.keys.sorted()
    + months.keys.filter { $0.count > 3 }.sorted() + weekdays.keys.filter { $0.count > 5 }.sorted()
    + weekdaySets.keys.sorted() + units.keys.filter { $0.count > 3 }.sorted()
    + adverbs.keys.sorted()

  private static func named(_ words: [String]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: zip(words, 1...))
  }

  /// Names and their first three letters, numbered from 1.
  private static func shortened(_ names: [String], extra: [String: Int]) -> [String: Int] {
    named(names).merging(named(names.map { String($0.prefix(3)) })) { full, _ in full }
      .merging(extra) { known, _ in known }
  }
}
