import ScheduleFormats
import Scheduling

/// A time of day in a column's name, with the clock time defined by the FHIR timing events.
struct DaySlot {
  let time: CivilTime

  /// Whether the column states that the dose was missed.
  let isNegative: Bool

  /// Parses the name of a column, such as `morning`, `missed_pm` or `08:00`; `nil` if it is not a
  /// time of day.
  init?(_ text: String) {
    let name = ColumnName(text)
    isNegative = name.isNegative
    // Four digits alone may be a year.
    if Int(text) == nil, let time = CivilTime(written: text) {
      self.time = time
      return
    }
    let named = name.words.filter { word in
      !DaySlot.neutral.contains(word) && !ColumnRole.negative.contains(where: word.hasPrefix)
    }
    let word = named.count == 1 ? named[0] : name.folded
    guard let hour = DaySlot.hours[word], let time = CivilTime(hour: hour, minute: 0, second: 0)
    else { return nil }
    self.time = time
  }

  /// Returns the columns of doses taken, unless all are of doses missed.
  static func ofOneMeaning(_ slots: [(Int, DaySlot)]) -> [(Int, DaySlot)] {
    let taken = slots.filter { !$0.1.isNegative }
    return taken.isEmpty ? slots : taken
  }

  /// Words that may accompany a time of day.
  private static let neutral: Set<String> = [
    "dose", "doses", "taken", "took", "tablet", "tablets", "tab", "tabs", "pill", "pills", "med",
    "meds", "medication", "time", "at", "zeit", "uhrzeit", "heure", "hora", "intake", "einnahme",
    "genommen", "dosis", "prise", "toma",
  ]

  private static let hours: [String: Int] = {
    var hours: [String: Int] = [:]
    let words = [
      8:
        "morning am breakfast morgens morgen frueh fruh fruhstuck matin petitdejeuner manana desayuno",
      12: "noon midday lunch mittags mittag midi dejeuner mediodia comida",
      16: "afternoon nachmittags nachmittag apresmidi tarde",
      20: "evening pm dinner supper abends abend soir diner noche cena",
      22: "night bedtime nachts nacht zurnacht coucher nuit acostarse",
    ]
    for (hour, names) in words {
      for name in names.split(separator: " ") { hours[String(name)] = hour }
    }
    return hours
  }()
}
