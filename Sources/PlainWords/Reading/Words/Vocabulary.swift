import Diagnostics
import Scheduling

/// The words of plans; summaries print the full names.
enum Vocabulary {
  static let numbers = named([
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
  ]).merging(tens) { one, _ in one }

  /// The tens, which ones may follow, as in `twenty-one`.
  static let tens = [
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
  ]

  static let places = named([
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth", "twentieth",
  ]).merging(["thirtieth": 30]) { one, _ in one }

  /// Counts in one word.
  static let timesWords = ["once": 1, "twice": 2, "thrice": 3]

  static let months = shortened(CivilDate.monthNames.map { $0.lowercased() }, extra: ["sept": 9])

  static let weekdays = Dictionary(
    uniqueKeysWithValues: Weekday.allCases.flatMap { day in
      let name = day.description
      let short = [3, 4, 5].map { String(name.prefix($0)) }.filter { $0 != name }
      // "Weds"; "tues" is a short form, and "thus" no weekday.
      let others: [String] =
        [.tuesday, .thursday].contains(day) ? [] : ["\(name.prefix(3))s"]
      return (["", "s"].map { name + $0 } + short + others).map { ($0, day) }
    })

  /// Weekdays by their letters, as in `M/W/F`.
  static let weekdayLetters: [String: Weekday] = [
    "m": .monday, "mo": .monday, "t": .tuesday, "tu": .tuesday, "w": .wednesday, "we": .wednesday,
    "th": .thursday, "r": .thursday, "f": .friday, "fr": .friday, "sa": .saturday, "su": .sunday,
  ]

  /// Words for several weekdays.
  static let weekdaySets: [String: Set<Weekday>] = [
    "mwf": [.monday, .wednesday, .friday], "tth": [.tuesday, .thursday],
    "tuth": [.tuesday, .thursday], "tths": [.tuesday, .thursday, .saturday],
    "tts": [.tuesday, .thursday, .saturday], "tthsa": [.tuesday, .thursday, .saturday],
    "ttss": [.tuesday, .thursday, .saturday, .sunday],
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
      "wk": .weekly, "wks": .weekly, "yr": .yearly, "yrs": .yearly, "d": .daily, "w": .weekly,
      "mo": .monthly, "mos": .monthly,
    ], uniquingKeysWith: { old, _ in old })

  /// A number of units, such as 3 months for `quarter`.
  typealias Span = (count: Int, unit: RecurrenceRule.Frequency)

  static let adverbs: [String: Span] = [
    "hourly": (1, .hourly), "hrly": (1, .hourly), "daily": (1, .daily), "everyday": (1, .daily),
    "weekly": (1, .weekly), "fortnightly": (2, .weekly), "monthly": (1, .monthly),
    "quarterly": (3, .monthly), "yearly": (1, .yearly), "annually": (1, .yearly),
  ]

  /// Units that are several of another one.
  static let spans: [String: Span] = [
    "fortnight": (2, .weekly), "fortnights": (2, .weekly), "quarter": (3, .monthly),
    "quarters": (3, .monthly),
  ]

  /// Prescription abbreviations for a number of doses a day.
  static let dosesPerDay = [
    "qd": 1, "qday": 1, "bid": 2, "bd": 2, "tid": 3, "tds": 3, "qid": 4, "qds": 4,
  ]

  /// Prescription abbreviations for an interval in days.
  static let daysBetween = ["qod": 2, "eod": 2]

  /// The verbs with which a prescription may start.
  static let verbs: Set<String> = [
    "take", "inject", "apply", "inhale", "use", "give", "instill", "insert", "administer", "chew",
    "swallow", "dissolve", "drink", "place", "put", "spray", "instil", "rub", "eat",
    "walk", "do", "complete", "perform", "exercise", "check", "measure", "record", "wear",
    "stretch",
    "weigh", "change",
  ]

  /// Routes and remarks, by their first words, longest first.
  static let routes: [String: [[String]]] = Dictionary(
    grouping: [
      "under the tongue", "on an empty stomach", "in each nostril", "in both eyes", "in each eye",
      "in the right eye", "in the left eye", "ou", "to both eyes", "to the right eye",
      "to the left eye", "to each eye", "in right eye", "in left eye", "to right eye",
      "to left eye",
      "into the right eye", "into the left eye", "into each eye", "in both ears",
      "in the right ear",
      "in the left ear",
      "both eyes", "each eye", "right eye", "left eye", "each nostril", "both nostrils",
      "in both nostrils", "both ears", "right ear", "left ear", "affected area", "a thin layer",
      "thin layer", "sparingly", "as directed", "indefinitely", "ongoing", "long term", "lifelong",
      "to affected area", "to the affected area", "to affected areas", "to the skin",
      "by inhalation",
      "by injection", "via inhaler", "via nebulizer", "via nebuliser", "with a glass of water",
      "into the skin", "under the skin", "into each nostril", "into both eyes", "by mouth",
      "by nose",
      "by rectum", "with food", "without food", "after food", "before food", "with water",
      "with milk", "per os", "orally", "oral", "po", "sc", "sq", "subcut", "subcutaneously", "im",
      "intramuscularly", "iv", "intravenously", "sl", "sublingually", "pr", "rectally", "pv",
      "vaginally", "topically", "topical", "intranasally", "nasally", "inh", "neb",
      "for pain", "for fever", "for pain or fever", "for nausea", "for headache", "for headaches",
      "for anxiety", "for sleep", "for insomnia", "for itching", "for cough", "for wheezing",
      "for shortness of breath", "for constipation", "for diarrhea", "for diarrhoea",
      "for allergies", "for heartburn", "for indigestion", "for agitation", "for spasms",
      "for cramps", "for vomiting", "for dizziness", "for chest pain", "for blood pressure",
      "td", "transdermally", "transdermal", "subq", "subcutaneous", "intramuscular", "intravenous",
      "buccally", "buccal", "ng", "peg", "via ng tube", "via ng", "via peg", "per rectum",
      "with plenty of water", "with a full glass of water", "with food or milk",
      "with or after food", "with or without food", "dissolved in water", "in water", "chewed",
      "swallowed whole", "swish and spit", "swish and swallow", "around the clock",
      "to be taken", "to be applied", "to be used", "to be inserted", "to be inhaled",
      "to be given", "to be injected", "to be swallowed whole", "to be chewed",
      "at the same time each day", "at the same time every day", "to the scalp", "to the face",
    ].map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }
  ) { $0[0] }

  /// The lengths in days of the units of cycles.
  static let daysOfUnits = ["day": 1, "days": 1, "d": 1, "week": 7, "weeks": 7]

  /// The phrases for days that some months lack.
  static let missingDays: [String: PlanDraft.MissingDays] = [
    "or the last day": .lastDay, "or the first day after": .firstDayAfter,
    "or as many days later": .asManyLater, "if there is one": .none,
  ]

  /// Ambiguous words, with the phrases for their meanings.
  static let vague: [String: [String]] = {
    let meanings: [([String], [String])] = [
      (["od"], ["once daily", "in the right eye once daily"]),
      (["os"], ["by mouth", "in the left eye"]),
      (["biweekly"], ["every 2 weeks", "twice a week"]),
      (["bimonthly"], ["every 2 months", "twice a month"]),
      (["semiweekly"], ["twice a week"]),
    ]
    return Dictionary(
      uniqueKeysWithValues: meanings.flatMap { words, phrases in words.map { ($0, phrases) } })
  }()

  /// Ambiguous zone abbreviations.
  static let vagueZones: Set<String> = [
    "bst", "ist", "pst", "pdt", "cst", "cdt", "mdt", "edt", "cest", "eastern", "pacific",
  ]

  /// Function words and other words of the grammar.
  static let particles = [
    "every", "each", "other", "on", "at", "and", "or", "the", "of", "last", "to", "times", "all",
    "from", "starting", "until", "through", "before", "for", "if", "in", "only", "hour", "hours",
    "minute", "minutes", "second", "seconds", "except", "everything", "as", "needed", "most",
    "least", "apart", "any", "per", "off", "noon", "midnight", "time", "prn", "qod", "nothing",
    "then",
    "alternate", "between", "required", "a", "an", "but", "fortnight",
  ]

  /// The words offered as corrections of misspelled ones.
  static let all: [String] = {
    var words = particles + timesWords.keys.sorted()
    words += [numbers, places].flatMap { $0.filter { $0.value <= 12 }.keys.sorted() }
    words += months.keys.filter { $0.count > 3 }.sorted()
    words += weekdays.keys.filter { $0.count > 5 }.sorted()
    words += weekdaySets.keys.filter { $0.hasPrefix("day") || $0.count > 5 }.sorted()
    words += DayWords.names
    words += units.keys.filter { $0.count > 3 }.sorted()
    return words + adverbs.keys.sorted()
  }()

  /// Whether a word has no meaning in plans.
  static func isUnknown(_ word: String) -> Bool {
    !(known.contains(word) || word.first == "q" && isUnitOrNumber(word.dropFirst()))
  }

  /// Whether the rest of an abbreviation such as `q8h` or `qmonth` is a number or a unit.
  private static func isUnitOrNumber(_ rest: Substring) -> Bool {
    rest.first?.isNumber == true || units[String(rest)] != nil
  }

  /// Returns the correction of a misspelled word: the nearest known word, or two words with a space between them.
  static func correction(of word: String) -> String? {
    if let nearest = Spelling.nearest(to: word, in: all) { return nearest }
    return word.indices.dropFirst(3).dropLast(2).lazy
      .map { [String(word[..<$0]), String(word[$0...])] }
      .first { $0.allSatisfy(all.contains) }?.joined(separator: " ")
  }

  /// Words of plans that are not offered as corrections.
  private static let others = Set(
    """
    beginning cycle cycles dose doses exactly exceed excluding half immediately is late later less many max maximum
    more necessary no not now occurrence occurrences since sos stat stop than there till total up uses use utc when
    within thereafter followed by x year years off hold omit skip avoid discontinue reduce taper increase decrease never without wean titrate
    finish finished gone today tomorrow tonight none alternating afterwards increasing reducing decreasing tapering replace remove refill refills dispense disp qty quantity sig rx quarter divided while awake during unless
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let known = Set(all).union(others).union(numbers.keys).union(places.keys).union(
    dosesPerDay.keys
  ).union(daysBetween.keys)
    .union(verbs)
    .union(routes.keys).union(vague.keys).union(DayWords.firstWords)
    .union(weekdays.keys).union(weekdaySets.keys).union(units.keys).union(months.keys)

  private static func named(_ words: [String]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: zip(words, 1...))
  }

  /// Maps the names and their first three letters to numbers from 1.
  private static func shortened(_ names: [String], extra: [String: Int]) -> [String: Int] {
    named(names).merging(named(names.map { String($0.prefix(3)) })) { full, _ in full }
      .merging(extra) { known, _ in known }
  }
}
