import Diagnostics
import Formats
import Interchange
import Scheduling

/// Listed days: weekdays, days of the month, or their intersection.
struct ListedDays: Hashable, Sendable {
  /// Bit *n* is the *n*-th weekday from Monday.
  var weekdays: UInt8 = 0
  /// Bit *n* is day *n* of the month.
  var monthDays: UInt32 = 0

  /// FHIR's weekday codes, from Monday.
  static let weekdayCodes = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  var isEmpty: Bool { weekdays == 0 && monthDays == 0 }
  var areBoth: Bool { weekdays != 0 && monthDays != 0 }

  /// The number of listed weekdays, otherwise of days of the month.
  var count: Int { (weekdays != 0 ? Int(weekdays.nonzeroBitCount) : monthDays.nonzeroBitCount) }

  /// Returns whether a date is listed; true if no days are.
  func contains(_ date: CivilDate) -> Bool {
    (weekdays == 0 || weekdays & 1 << date.weekday.rawValue != 0)
      && (monthDays == 0 || monthDays & 1 << date.day != 0)
  }
}

extension DosageFindings {
  /// Parses `dayOfWeek`.
  mutating func weekdays(_ node: JSONNode?) throws(InputError) -> UInt8 {
    var days: UInt8 = 0
    for day in try list(node) {
      guard let index = day.text.flatMap({ ListedDays.weekdayCodes.firstIndex(of: $0) }) else {
        throw malformed(day, "is not a day of the week (use mon, tue, wed, thu, fri, sat or sun)")
      }
      if days & 1 << index != 0 { note(.duplicate, at: day) }
      days |= 1 << index
    }
    return days
  }

  /// Parses the `timing-dayOfMonth` extensions of a Timing and its `repeat`.
  mutating func monthDays(_ timing: JSONNode) throws(InputError) -> UInt32 {
    var days: UInt32 = 0
    for extensions in [timing["extension"], timing["repeat"]?["extension"]] {
      for extra in try list(extensions) {
        guard extra["url"]?.text == TimingExtension.dayOfMonth else { continue }
        guard let day = try positive(extra["valuePositiveInt"]), day <= 31 else {
          throw malformed(
            extra["valuePositiveInt"] ?? extra, "is not a day of the month (use 1 to 31)")
        }
        if days & 1 << day != 0 { note(.duplicate, at: extra) }
        days |= 1 << day
      }
    }
    return days
  }

  /// Parses `timeOfDay`.
  mutating func times(_ node: JSONNode?) throws(InputError) -> [CivilTime] {
    var times: [CivilTime] = []
    for element in try list(node) {
      guard let time = element.plainBytes.flatMap(CivilTime.init(fhir:)), element.kind == .text
      else {
        throw malformed(element, "is not a time of day (use the 24-hour clock, as in 08:00:00)")
      }
      times.append(time)
    }
    times.sort()
    return unique(times, node)
  }

  /// Parses `when`.
  mutating func moments(_ node: JSONNode?) throws(InputError) -> [DayMoment] {
    var moments: [DayMoment] = []
    var seen: Set<DayMoment> = []
    for element in try list(node) {
      guard let moment = element.text.flatMap(DayMoment.init) else {
        throw malformed(element, "is not an event of the day (use FHIR's codes, as in MORN or ACM)")
      }
      if seen.insert(moment).inserted {
        moments.append(moment)
      } else {
        note(.duplicate, at: element)
      }
    }
    return moments
  }

  /// Returns the values sorted and unique, with a warning about duplicates.
  private mutating func unique(_ values: [CivilTime], _ node: JSONNode?) -> [CivilTime] {
    var kept: [CivilTime] = []
    for value in values where value != kept.last { kept.append(value) }
    if kept.count < values.count { note(.duplicate, at: node) }
    return kept
  }
}

extension CivilTime {
  /// Parses `08:00:00`, and `08:00`, which is common although not valid FHIR.
  fileprivate init?(fhir bytes: ArraySlice<UInt8>) {
    var digits = DigitScanner(bytes)
    guard let time = bytes.count == 5 ? digits.shortTime() : digits.time(), digits.isAtEnd else {
      return nil
    }
    self = time
  }
}

extension DigitScanner {
  /// Parses `08:00`.
  fileprivate mutating func shortTime() -> CivilTime? {
    guard let hour = number(2), skip(":"), let minute = number(2) else { return nil }
    return CivilTime(hour: hour, minute: minute)
  }
}

/// The supported extensions of a Timing and a Dosage.
enum TimingExtension {
  static let dayOfMonth = "http://hl7.org/fhir/StructureDefinition/timing-dayOfMonth"
  static let daysOfCycle = "http://hl7.org/fhir/StructureDefinition/timing-daysOfCycle"
  /// The minimum gap between two uses, from the German profiles.
  static let leastGap =
    "http://ig.fhir.de/igs/medication/StructureDefinition/MindestabstandZwischenGaben"
}

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
