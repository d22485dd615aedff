import PlainWords
@testable import Scheduling

/// A recurrence rule in text: it round-trips, and its occurrences from any anchor match the
/// definition.
enum RuleTarget: FuzzTarget {
  static let name = "rrule"

  private static let anchors = [
    "2024-02-29T08:00:00", "2025-01-31T00:00:00", "2023-12-31T23:59:59", "2025-03-09T02:30:00",
    "0001-01-01T00:00:00", "9999-12-31T12:00:00",
  ].compactMap { CivilDateTime($0) }
  private static let zones = ["UTC", "America/New_York"].compactMap { Zone($0) }

  static func run(_ input: [UInt8]) throws {
    var cursor = ByteCursor(input)
    let (anchor, zone, style) = (cursor.pick(anchors), cursor.pick(zones), cursor.byte())
    let rule = try RecurrenceRule(parsing: String(decoding: cursor.rest, as: UTF8.self))
    let printed = rule.description
    try require(
      must("a rule that was printed") { try RecurrenceRule(parsing: printed) }.description,
      is: printed, "the rule again")
    _ = rule.summary
    var element = ScheduleElement("1", from: anchor)
    element.recurrence = .rule(rule)
    element.isAllDay = style & 1 != 0
    if style & 2 != 0 { element.overlap = .both }
    if style & 4 != 0 { element.gap = .skip }
    if style & 8 != 0 { element.monthEnd = .clamp }
    if style & 16 != 0 { element.times = [CivilTime(secondOfDay: 7200 + 1800)] }
    let schedule = Schedule([element])
    try schedule.validate()
    try OccurrenceChecks(schedule, in: zone).run()
    try DefinitionChecks(schedule: schedule, zone: zone).run()
  }
}
