import Scheduling

/// A schedule in words, with its meaning by definition.
struct DrawnPhrase {
  var words: String
  /// The planned local times within the days that the tests cover.
  var times: [CivilDateTime] = []
  var targets: [ScheduleElement.Target] = []

  static let start = date("2025-01-06")
  static let days = 0..<30

  init(_ random: inout SplitMix64) {
    let frequency = Frequency(&random)
    // A duration that ends before a second dose is an error.
    let length = random.oneIn(3) ? Int.random(in: frequency.days...20, using: &random) : nil
    var parts = [random.pick(frequency.words)]
    if !random.oneIn(3) {
      let (number, value) = random.pick(DrawnPhrase.numbers)
      let unit = random.pick(DrawnPhrase.units)
      let route = random.oneIn(3) ? " " + random.pick(DrawnPhrase.routes) : ""
      parts.insert("\(number) \(unit)\(route)", at: random.oneIn(4) ? 1 : 0)
      targets = [.init(value, units: unit)]
    }
    if let length { parts.append("\(random.pick(["for", "x"])) \(length) days") }
    let verb = random.oneIn(4) ? random.pick(["take ", "Inject ", "apply ", "use "]) : ""
    words = verb + parts.joined(separator: random.pick([" ", ", "]))
    times = frequency.times(until: length)
  }

  private static let numbers: [(String, Double)] = [
    ("1", 1), ("2", 2), ("½", 0.5), ("1/2", 0.5), ("half a", 0.5), ("1½", 1.5), ("1 1/2", 1.5),
    ("2.5", 2.5), ("one", 1), ("two", 2), ("one and a half", 1.5), ("0.25", 0.25), ("10", 10),
  ]

  private static let units = [
    "tablet", "tablets", "tab", "mg", "mL", "ml", "puffs", "drops", "IU", "capsules", "units",
    "mcg", "µg", "sprays", "patch", "g",
  ]

  private static let routes = [
    "by mouth", "po", "orally", "sc", "under the tongue", "in each nostril", "with food",
  ]
}

/// A frequency, in every wording for it.
private struct Frequency {
  var words: [String]
  /// The times of the days at given distances from the first.
  var onDay: (Int) -> [CivilTime]
  /// The hours between doses, counted from 08:00.
  var hours: Int?
  /// The days between doses.
  var days = 1

  init(_ random: inout SplitMix64) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: self.init(dosesADay: Int.random(in: 1...4, using: &random))
    case 1: self.init(everyHours: random.pick([4, 6, 8, 12, 24, 36]))
    case 2: self.init(everyDays: Int.random(in: 2...6, using: &random))
    case 3: self.init(weekdays: random.pick(Frequency.weekdaySets))
    case 4: self = random.pick(Frequency.namedTimes)
    case 5: self.init(pattern: Int.random(in: 1...7, using: &random))
    case 6:
      self.init(
        on: Int.random(in: 2...9, using: &random), off: Int.random(in: 1...9, using: &random))
    default: self = random.pick(Frequency.namedHours)
    }
  }

  private init(words: [String], hours: Int? = nil, onDay: @escaping (Int) -> [CivilTime]) {
    (self.words, self.hours, self.onDay) = (words, hours, onDay)
  }

  private init(_ times: [String], _ words: [String]) {
    self.init(words: words) { _ in times.map { read($0) } }
  }

  private init(dosesADay count: Int) {
    let names = [["once", "1x"], ["twice", "2x"], ["thrice", "3x"], ["4x", "four times"]][count - 1]
    let number = names.flatMap {
      ["\($0) daily", "\($0) a day", "\($0) per day", "\($0) every day"]
    }
    let latin = [["qd", "q.d."], ["bid", "BD", "b.i.d."], ["tid", "tds"], ["qid", "QDS"]][count - 1]
    let times = [
      ["08:00"], ["08:00", "20:00"], ["08:00", "14:00", "20:00"],
      ["08:00", "12:00", "16:00", "20:00"],
    ][count - 1]
    self.init(times, number + latin)
  }

  private init(everyHours hours: Int) {
    let words = [
      "every \(hours) hours", "q\(hours)h", "q \(hours) h", "\(hours)-hourly", "\(hours) hourly",
    ]
    self.init(words: words, hours: hours) { _ in [] }
  }

  private init(everyDays count: Int) {
    let other = count == 2 ? ["alternate days", "eod", "qod", "every other day"] : []
    self.init(words: ["every \(count) days", "once every \(count) days"] + other) {
      $0.isMultiple(of: count) ? [.midnight] : []
    }
    days = count
  }

  private init(on: Int, off: Int) {
    let words = [
      "\(on) days on, \(off) days off", "\(on) days on \(off) off",
      "daily for \(on) days every \(on + off) days", "days 1-\(on) q\(on + off)d",
    ]
    self.init(words: words) { $0 % (on + off) < on ? [.midnight] : [] }
  }

  /// The days from Monday to the start of the schedule.
  private init(weekdays: (words: [String], days: Set<Int>)) {
    self.init(words: weekdays.words) { weekdays.days.contains($0 % 7) ? [.midnight] : [] }
  }

  private init(pattern bits: Int) {
    let hours = ["08:00", "12:00", "18:00"]
    let used = (0..<3).filter { bits >> $0 & 1 == 1 }
    let text = (0..<3).map { bits >> $0 & 1 == 1 ? "1" : "0" }.joined(separator: "-")
    let events = ["morning", "midday", "evening"]
    self.init(used.map { hours[$0] }, [used.map { events[$0] }.joined(separator: " and "), text])
  }

  private static let weekdaySets: [(words: [String], days: Set<Int>)] = [
    (["Mon, Wed, Fri", "M/W/F", "MWF", "on Mondays, Wednesdays and Fridays"], [0, 2, 4]),
    (["Tue & Thu", "T/Th", "tues and thurs", "every Tuesday and Thursday"], [1, 3]),
    (["weekdays", "Mon-Fri", "every weekday", "Monday to Friday"], [0, 1, 2, 3, 4]),
    (["weekends", "Sat/Sun", "on Saturday and Sunday"], [5, 6]),
  ]

  private static var namedTimes: [Frequency] {
    [
      Frequency(["08:00", "20:00"], ["daily at 8am and 8pm", "every day at 08:00 & 20:00"]),
      Frequency(["07:30"], ["every day at 7.30am", "at 07:30 daily", "daily 7:30 am"]),
      Frequency(["12:00"], ["daily at noon", "every day at 12 pm", "daily at 12:00"]),
    ]
  }

  private static var namedHours: [Frequency] {
    [
      Frequency(["22:00"], ["at bedtime", "qhs", "nocte", "every night", "nightly", "before bed"]),
      Frequency(["08:00"], ["in the morning", "every morning", "qam", "mane"]),
      Frequency(["07:30"], ["with breakfast", "every day with breakfast"]),
      Frequency(["07:30", "12:30", "18:30"], ["with meals", "tid with meals", "with each meal"]),
      Frequency(["08:00", "13:00", "19:00"], ["after meals", "pc", "3 times a day after meals"]),
      Frequency(["18:00"], ["every evening", "in the evening", "qpm"]),
    ]
  }

  /// All times within the covered days, for at most a number of days.
  func times(until length: Int?) -> [CivilDateTime] {
    let days = 0..<min(length ?? .max, DrawnPhrase.days.upperBound)
    if let hours { return counted(every: hours, days) }
    return days.flatMap { day in
      onDay(day).map { CivilDateTime(date: DrawnPhrase.start.adding(days: day), time: $0) }
    }
  }

  private func counted(every hours: Int, _ days: Range<Int>) -> [CivilDateTime] {
    let first = CivilDateTime(date: DrawnPhrase.start, time: read("08:00"))
    let isBounded = days.upperBound < DrawnPhrase.days.upperBound
    let end = days.upperBound * 24 - (isBounded ? 0 : 8)
    return stride(from: 0, to: end, by: hours).map { first.adding(seconds: Int64($0) * 3_600) }
  }
}
