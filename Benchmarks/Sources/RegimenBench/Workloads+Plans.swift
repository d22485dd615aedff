import Scheduling

// The plans of the rows.
extension Workloads {
  static func daily(_ days: Range<CivilDate>? = nil) throws -> Plan {
    let first = try date("2000-01-01")
    return try Plan(
      zone: zone("America/New_York"), days: days ?? first..<date("2100-01-01"),
      parts: [Plan.Part(first: first, times: [time("08:00")], repeats: .days(1))])
  }

  static func elapsed() throws -> Plan {
    let days = try days("2000-01-01", "2010-01-01")
    return try Plan(
      zone: zone("America/New_York"), days: days,
      parts: [Plan.Part(first: days.lowerBound, times: [time("00:00")], repeats: .hours(8))])
  }

  static func weekly() throws -> Plan {
    let days = try days("2000-01-01", "2050-01-01")
    let part = try Plan.Part(
      first: date("2000-01-03"), times: [time("07:30"), time("21:15")],
      repeats: .weekdays([.monday, .wednesday, .friday]))
    return try Plan(zone: zone("Europe/Berlin"), days: days, parts: [part])
  }

  static func on31st() throws -> Plan { try monthly(.dayOfTheMonth(31)) }

  static func lastWeekday() throws -> Plan {
    try monthly(.lastOfTheMonth([.monday, .tuesday, .wednesday, .thursday, .friday]))
  }

  private static func monthly(_ repeats: Plan.Repetition) throws -> Plan {
    try Plan(
      zone: zone("America/New_York"), days: days("2000-01-01", "2100-01-01"),
      parts: [Plan.Part(first: date("2000-01-31"), times: [time("08:00")], repeats: repeats)])
  }

  /// Two dailies, every 36 hours and every second Saturday, without ten Christmases and four Fourths
  /// of July.
  static func composed() throws -> Plan {
    let days = try days("2020-01-01", "2030-01-01")
    let (first, eight, noon) = try (days.lowerBound, time("08:00"), time("12:00"))
    return try Plan(
      zone: zone("America/New_York"), days: days,
      parts: [
        Plan.Part(first: first, times: [eight], repeats: .days(1)),
        Plan.Part(first: first, times: [time("20:00")], repeats: .days(1)),
        Plan.Part(first: first, times: [eight], repeats: .hours(36)),
        Plan.Part(first: date("2020-01-04"), times: [noon], repeats: .days(14)),
      ],
      holidays: Set(
        (2020...2029).map { try date("\($0)-12-25") }
          + (2020...2023).map { try date("\($0)-07-04") }))
  }
}

extension Workloads {
  static func days(_ from: String, _ to: String) throws -> Range<CivilDate> {
    try date(from)..<date(to)
  }

  static func date(_ text: String) throws -> CivilDate { try known(CivilDate(text), text) }
  static func time(_ text: String) throws -> CivilTime { try known(CivilTime(text), text) }
  static func zone(_ id: String) throws -> Zone { try known(Zone(id), id) }

  /// Returns the value, or an error that names the identifier unknown on this machine.
  static func known<Value>(_ value: Value?, _ text: String) throws -> Value {
    guard let value else { throw Unknown(text: text) }
    return value
  }
}

private struct Unknown: Error, CustomStringConvertible {
  var text: String

  var description: String { "this machine does not know '\(text)'" }
}
