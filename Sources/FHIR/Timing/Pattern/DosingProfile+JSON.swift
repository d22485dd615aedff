public import Diagnostics
package import Formats
import Interchange
import Scheduling

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
