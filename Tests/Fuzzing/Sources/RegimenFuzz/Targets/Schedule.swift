@testable import Formats
import Foundation
@testable import Interchange
import PlainWords
@testable import Scheduling
@testable import ScheduleFormats

/// A schedule in JSON: it round-trips, and all queries agree.
enum ScheduleTarget: FuzzTarget {
  static let name = "schedule"

  private static let zones = [
    "UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe",
    "Pacific/Apia", "Africa/Monrovia", "America/New_York;2025-03-09T06:00:00Z=Europe/Berlin",
    "Pacific/Kiritimati;2025-01-06T21:46:40Z=Pacific/Niue;2025-01-07T20:00:00Z=Pacific/Kiritimati",
  ].compactMap { Zone($0) }

  static func run(_ input: [UInt8]) throws {
    let schedule = try JSONLine.decode(Schedule.self, from: String(decoding: input, as: UTF8.self))
    try must("a schedule that was read") { try schedule.validate() }
    try require(schedule.writtenAndRead(), is: schedule, "what was written")
    // The zone depends on the input only, so that a run is reproducible.
    let zone = zones[input.reduce(0) { ($0 * 31 + Int($1)) % 65_521 } % zones.count]
    try OccurrenceChecks(schedule, in: zone).run()
    try DefinitionChecks(schedule: schedule, zone: zone).run()
    try readsInICalendar(schedule, in: zone)
    _ = schedule.summary
    try bounds(schedule, in: zone)
  }

  /// Checks that occurrences representable in iCalendar are read at the same times.
  private static func readsInICalendar(_ schedule: Schedule, in zone: Zone) throws {
    guard let text = try? schedule.iCalendar else { return }
    let copy = try must("iCalendar that was written:\n\(text)") { try Schedule(iCalendar: text) }
    let starts = try [schedule, copy].map {
      try Occurrences(of: $0, in: zone).starting(in: .earliest ..< .latest, limit: 100).map(\.start)
    }
    try require(starts[1], is: starts[0], "iCalendar that was written:\n\(text)")
  }

  /// Checks that parts and unions of a schedule have the documented occurrences.
  private static func bounds(_ schedule: Schedule, in zone: Zone) throws {
    let all = try Occurrences(of: schedule, in: zone).starting(in: .earliest ..< .latest, limit: 20)
    let limited = try Occurrences(of: schedule.limited(to: 5, in: zone), in: zone)
    let few = limited.starting(in: .earliest ..< .latest, limit: 20)
    try require(few.count <= all.count, "a limit adds occurrences")
    let shifted = schedule.shifted(by: ISODuration(days: 1))
    if (try? shifted.validate()) != nil { try OccurrenceChecks(shifted, in: zone).run() }
    try must("a union") { try Schedule(union: [schedule, schedule]).validate() }
  }
}

extension Schedule {
  /// Returns the schedule decoded from its JSON.
  func writtenAndRead() throws -> Schedule {
    let data = try must("writing") { try JSONEncoder().encode(self) }
    let text = String(decoding: data, as: UTF8.self)
    return try must("reading \(text)") { try JSONLine.decode(Schedule.self, from: text) }
  }
}
