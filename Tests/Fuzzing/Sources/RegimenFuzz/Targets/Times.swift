@testable import Diagnostics
import PlainWords
@testable import Scheduling
@testable import ScheduleFormats

/// Short texts: periods, dates, instants, zones, keys, patterns and plans in plain words.
///
/// Every parsed value round-trips through its description.
enum TimesTarget: FuzzTarget {
  static let name = "times"

  /// The representable range: an offset moves some instants out of the years 1 to 9999.
  private static let calendar =
    CivilDateTime.first.localSeconds...CivilDateTime.last.localSeconds

  private static func isWritable(_ moment: LocalOrInstant) -> Bool {
    calendar.contains(moment.instant(in: .utc).seconds)
  }

  static func run(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    try check(ISODuration.self, text)
    try check(CivilDate.self, text)
    try check(CivilTime.self, text)
    try check(CivilDateTime.self, text)
    if let instant = Instant(text), calendar.contains(instant.seconds) {
      try check(Instant.self, text)
    }
    if let moment = LocalOrInstant(text), isWritable(moment) {
      try check(LocalOrInstant.self, text)
    }
    try check(Weekday.self, text)
    try check(OccurrenceKey.self, text)
    try check(MomentFormat.self, text)
    try pattern(text)
    try zone(text)
    try words(text)
  }

  private static func check<Value: LosslessStringConvertible & Equatable>(
    _ type: Value.Type, _ text: String
  ) throws {
    guard let value = Value(text) else { return }
    try require(Value(value.description) == value, "\(type) '\(text)' prints as '\(value)'")
  }

  private static func pattern(_ text: String) throws {
    let candidates = MomentFormat.candidates(for: text)
    for format in MomentFormats.all.formats {
      let written = try? format.readWritten(text)
      if candidates.contains(MomentFormats(format)) {
        try require(written != nil, "\(format) is a candidate for '\(text)'")
      }
      guard let moment = written?.moment, isWritable(moment) else { continue }
      try require(
        LocalOrInstant(moment.description) == moment, "\(format) reads '\(text)' as \(moment)")
    }
    _ = (CivilTime(written: text), CivilTime(excelFraction: text), MonthDay(written: text))
    guard let split = text.firstIndex(of: "\n"), let format = MomentFormat(String(text[..<split]))
    else { return }
    _ = try? format.read(String(text[text.index(after: split)...]))
  }

  /// Checks that the first instant at or after a local time is the first, and that offsets and
  /// local times agree.
  private static func zone(_ text: String) throws {
    guard let zone = Zone(text) else { return }
    try require(Zone(zone.id) == zone, "the zone '\(text)' is '\(zone.id)'")
    for seconds in stride(from: 1_700_000_000, to: 1_800_000_000, by: 12_345_678) as StrideTo<Int64>
    {
      let instant = Instant(seconds: seconds)
      let local = zone.civil(at: instant)
      try require(
        local.localSeconds, is: seconds + Int64(zone.offset(at: instant)), "the clock in \(text)")
      let first = zone.firstInstant(atOrAfter: local)
      try require(first <= instant, "\(local) comes first at \(first)")
      try require(zone.civil(at: first) >= local, "\(first) is before \(local)")
    }
  }

  /// Checks that a plan's description parses to a plan with the same description and occurrences.
  private static func words(_ text: String) throws {
    let start = CivilDate(dayNumber: 20_094)
    let plan: Schedule
    do throws(InputError) { plan = try Schedule(plan: text, from: start) } catch { return }
    try must("a plan that was read") { try plan.validate() }
    try OccurrenceChecks(plan, in: .utc).run()
    guard plan.elements.count == 1, plan.overrides.isEmpty, text.first != "{", text.first != "["
    else {
      return
    }
    let summary = plan.summary
    // The start of a plan given when parsing is not part of its description.
    let first = plan.elements[0].start.civil(in: .utc).date
    let copy = try must("'\(text)' is '\(summary)'") { try Schedule(words: summary, from: first) }
    try require(copy.summary, is: summary, "'\(text)' in words")
    let starts = try [plan, copy].map {
      try Occurrences(of: $0, in: .utc).starting(in: .earliest ..< .latest, limit: 50).map(\.start)
    }
    try require(starts[1], is: starts[0], "'\(text)' is '\(summary)'")
  }
}
