public import Diagnostics
package import Formats
import Interchange
import Scheduling

/// The times of day assigned to the codes of a Timing by an institution or a person.
///
///     let ward = try DosingProfile(json: Array(#"{"codes": {"BID": ["07:00", "18:00"]}}"#.utf8))
///     print(ward.givesTimes, DosingProfile.standard.givesTimes)  // true false
public struct DosingProfile: Hashable, Sendable {
  /// The times of events of the day, in minutes from midnight.
  var hours: [DayMoment: Int]
  /// The minutes between a meal and a dose before or after it.
  var mealOffset = DefaultTimes.mealOffset
  /// The start of an elapsed-time course on a date without a time.
  var firstDose = CivilTime(secondOfDay: 8 * 3600)
  /// How long a one-time occurrence is late before it is missed.
  var onceWithin = ISODuration(days: 7)
  /// The times by number of doses per day.
  var perDay: [Int: [CivilTime]]
  /// The times that replace those of `Timing.code` codes.
  var codes: [String: [CivilTime]] = [:]
  /// Whether doses without times are assigned times; otherwise they are all-day.
  public internal(set) var givesTimes = false

  /// The standard profile, with all-day doses where no times are given.
  public static let standard = DosingProfile(hours: standardHours, perDay: standardTimes)

  /// The standard profile, with times assigned to all doses.
  public static let standardGivingTimes: DosingProfile = {
    var profile = DosingProfile.standard
    profile.givesTimes = true
    return profile
  }()
}

extension DosingProfile {
  /// The maximum number of doses per day.
  static let mostPerDay = 1440

  /// Returns the times of *n* doses per day: the configured ones, otherwise evenly spaced from
  /// 08:00 to 20:00.
  func times(perDay count: Int) -> [CivilTime] {
    perDay[count] ?? DefaultTimes.times(ofDoses: count)
  }

  /// Returns the second of the day of an event; it may lie on the previous or next day.
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

extension DosingProfile {
  /// Parses a profile from JSON, overriding the standard profile.
  ///
  /// The keys are `when` (times by event code, such as `MORN`), `mealOffset` (minutes), `firstDose`
  /// (a time), `onceWithin` (an ISO 8601 duration), `perDay` (times by number of doses) and `codes`
  /// (times by code). With `perDay` or `codes`, doses without times are assigned times.
  ///
  /// - Parameter json: The bytes of an object.
  /// - Throws: `InputError` with the path of the first invalid value.
  public init(json: some Collection<UInt8>) throws(InputError) {
    let document = JSONDocument()
    try document.read(json)
    try self.init(document.root)
  }

  /// Parses a profile, overriding the standard profile.
  package init(_ node: JSONNode) throws(InputError) {
    self = .standard
    guard node.kind == .object else { throw node.isNo(.object) }
    for (name, value) in node.members {
      switch name {
      case "when": try readHours(value)
      case "mealOffset": mealOffset = try value.minutes()
      case "firstDose": firstDose = try value.time()
      case "onceWithin": onceWithin = try value.period()
      case "perDay": try readTimes(value)
      case "codes":
        for (code, times) in try value.object() { codes[code] = try times.times() }
      default: throw InputError(.unknown(allowed: DosingProfile.names), field: value.elementPath())
      }
    }
    givesTimes = node["perDay"] != nil || node["codes"] != nil
  }

  private static let names = ["when", "mealOffset", "firstDose", "onceWithin", "perDay", "codes"]

  private mutating func readHours(_ node: JSONNode) throws(InputError) {
    for (code, value) in try node.object() {
      guard let moment = DayMoment(rawValue: code), hours[moment] != nil else {
        throw InputError(
          .unknown(allowed: hours.keys.map(\.rawValue).sorted()), field: value.elementPath())
      }
      hours[moment] = try value.time().secondOfDay / 60
    }
  }

  private mutating func readTimes(_ node: JSONNode) throws(InputError) {
    for (name, value) in try node.object() {
      let times = try value.times()
      guard Int(name) == times.count else {
        throw InputError(
          .outOfRange(text: "\(times.count)", rule: "have as many times as its key gives"),
          field: value.elementPath())
      }
      perDay[times.count] = times
    }
  }
}

extension JSONNode {
  fileprivate func isNo(_ expected: InputError.Expected) -> InputError {
    InputError(.malformed(text: source, expected), field: elementPath())
  }

  fileprivate func object() throws(InputError) -> [(name: String, value: JSONNode)] {
    guard kind == .object else { throw isNo(.object) }
    return Array(members)
  }

  fileprivate func minutes() throws(InputError) -> Int {
    guard let minutes = wholeNumber, 0...1440 ~= minutes else { throw isNo(.wholeNumber) }
    return minutes
  }

  fileprivate func time() throws(InputError) -> CivilTime {
    guard let time = text.flatMap(CivilTime.init(_:)) else { throw isNo(.time) }
    return time
  }

  fileprivate func period() throws(InputError) -> ISODuration {
    guard let period = text.flatMap(ISODuration.init), !period.isZero else { throw isNo(.period) }
    return period
  }

  /// Returns the list of times, sorted and unique.
  fileprivate func times() throws(InputError) -> [CivilTime] {
    guard kind == .array else { throw isNo(.list) }
    guard 1...DosingProfile.mostPerDay ~= count else {
      throw InputError(
        .outOfRange(text: "\(count)", rule: "be 1 to \(DosingProfile.mostPerDay) times"),
        field: elementPath())
    }
    var times: [CivilTime] = []
    for element in elements { times.append(try element.time()) }
    return times.sorted()
  }
}
