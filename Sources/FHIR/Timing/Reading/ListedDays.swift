import Interchange
import Scheduling

/// Days that are named: days of the week, days of the month, or those that are both.
struct ListedDays: Hashable, Sendable {
  /// Bit *n* is the *n*-th day from Monday.
  var weekdays: UInt8 = 0
  /// Bit *n* is the *n*-th of a month.
  var monthDays: UInt32 = 0

  /// FHIR's codes of the days of the week, from Monday.
  static let weekdayCodes = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  var isEmpty: Bool { weekdays == 0 && monthDays == 0 }
  var areBoth: Bool { weekdays != 0 && monthDays != 0 }

  /// How many days of a week or month are named, where they are of one kind.
  var count: Int { (weekdays != 0 ? Int(weekdays.nonzeroBitCount) : monthDays.nonzeroBitCount) }

  /// Whether a date is named; any is where none is.
  func contains(_ date: CivilDate) -> Bool {
    (weekdays == 0 || weekdays & 1 << date.weekday.rawValue != 0)
      && (monthDays == 0 || monthDays & 1 << date.day != 0)
  }
}

extension DosageFindings {
  /// Reads `dayOfWeek`.
  mutating func weekdays(_ node: JSONNode?) throws(InputError) -> UInt8 {
    var days: UInt8 = 0
    for day in try list(node) {
      guard let index = day.text.flatMap({ ListedDays.weekdayCodes.firstIndex(of: $0) }) else {
        throw malformed(day, "is no day of the week (use mon, tue, wed, thu, fri, sat or sun)")
      }
      if days & 1 << index != 0 { note(.duplicate, at: day) }
      days |= 1 << index
    }
    return days
  }

  /// Reads the extensions `timing-dayOfMonth` of a Timing and its `repeat`.
  mutating func monthDays(_ timing: JSONNode) throws(InputError) -> UInt32 {
    var days: UInt32 = 0
    for place in [timing["extension"], timing["repeat"]?["extension"]] {
      for extra in try list(place) {
        guard extra["url"]?.text == TimingExtension.dayOfMonth else { continue }
        guard let day = try positive(extra["valuePositiveInt"]), day <= 31 else {
          throw malformed(extra["valuePositiveInt"] ?? extra, "is no day of a month (use 1 to 31)")
        }
        if days & 1 << day != 0 { note(.duplicate, at: extra) }
        days |= 1 << day
      }
    }
    return days
  }

  /// Reads `timeOfDay`.
  mutating func times(_ node: JSONNode?) throws(InputError) -> [CivilTime] {
    var times: [CivilTime] = []
    for element in try list(node) {
      guard let time = element.plainBytes.flatMap(CivilTime.init(fhir:)), element.kind == .text
      else {
        throw malformed(element, "is no time of day (use 24 hours, as in 08:00:00)")
      }
      times.append(time)
    }
    times.sort()
    return unique(times, node)
  }

  /// Reads `when`.
  mutating func moments(_ node: JSONNode?) throws(InputError) -> [DayMoment] {
    var moments: [DayMoment] = []
    var seen: Set<DayMoment> = []
    for element in try list(node) {
      guard let moment = element.text.flatMap(DayMoment.init) else {
        throw malformed(element, "is no event of the day (use FHIR's codes, as in MORN or ACM)")
      }
      if seen.insert(moment).inserted {
        moments.append(moment)
      } else {
        note(.duplicate, at: element)
      }
    }
    return moments
  }

  /// Sorted values, each once.
  private mutating func unique(_ values: [CivilTime], _ node: JSONNode?) -> [CivilTime] {
    var kept: [CivilTime] = []
    for value in values where value != kept.last { kept.append(value) }
    if kept.count < values.count { note(.duplicate, at: node) }
    return kept
  }
}

extension CivilTime {
  /// Reads `08:00:00`, also without seconds, as some write it.
  fileprivate init?(fhir bytes: ArraySlice<UInt8>) {
    var digits = DigitScanner(bytes)
    guard let time = bytes.count == 5 ? digits.shortTime() : digits.time(), digits.isAtEnd else {
      return nil
    }
    self = time
  }
}

extension DigitScanner {
  /// `08:00`.
  fileprivate mutating func shortTime() -> CivilTime? {
    guard let hour = number(2), skip(":"), let minute = number(2) else { return nil }
    return CivilTime(hour: hour, minute: minute)
  }
}

/// The extensions of a Timing and a Dosage that change what they mean.
enum TimingExtension {
  static let dayOfMonth = "http://hl7.org/fhir/StructureDefinition/timing-dayOfMonth"
  static let daysOfCycle = "http://hl7.org/fhir/StructureDefinition/timing-daysOfCycle"
  /// The least time between two uses, of Germany's profiles.
  static let leastGap =
    "http://ig.fhir.de/igs/medication/StructureDefinition/MindestabstandZwischenGaben"
}
