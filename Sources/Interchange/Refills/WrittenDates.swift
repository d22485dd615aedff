import Diagnostics
import ScheduleFormats
import Scheduling

/// A parser of dates as written: neither an offset nor a `Z` changes the day.
struct WrittenDates {
  private let zone: Zone?

  /// Creates a parser; a zone is required for, and only applies to, counts of seconds.
  ///
  /// - Throws: `InputError` if a zone would not be used.
  init(_ format: MomentFormat, _ zone: Zone?) throws(InputError) {
    self.zone = zone
    guard zone != nil, !WrittenDates.isCount(format) else { return }
    throw InputError(.against(.unusedZone, text: ""), parameter: "zone")
  }

  private static func isCount(_ format: MomentFormat) -> Bool {
    format == .seconds || format == .milliseconds
  }

  /// Parses the date in a field; `nil` if it is empty.
  func read<Table: EventTable>(
    _ record: Table.Row, _ place: Int?, of table: Table
  ) throws(InputError) -> CivilDate? {
    guard let place, let text = try table.text(record, place) else { return nil }
    do throws(InputError) {
      return try read(text, table.times(of: place))
    } catch { throw error.of(table.columns[place]) }
  }

  /// Parses the date of a text.
  private func read(_ text: String, _ format: MomentFormat) throws(InputError) -> CivilDate {
    switch try format.read(text) {
    case .local(let local): return local.date
    case .instant(let instant):
      if WrittenDates.isCount(format) { return try date(of: instant, text) }
      let offset = WrittenDates.offset(at: text) ?? 0
      return Zone.utc.civil(at: Instant(seconds: instant.seconds + offset)).date
    }
  }

  /// Returns the date of a count: of a midnight in UTC that day, otherwise the date in the zone.
  private func date(of instant: Instant, _ text: String) throws(InputError) -> CivilDate {
    let local = (zone ?? .utc).civil(at: instant)
    if zone != nil || local.time == .midnight { return local.date }
    throw InputError(
      .outOfRange(text: text, rule: "be midnight in UTC unless --zone names the zone of the dates"))
  }

  /// Returns the seconds of an offset at the end of a text, such as `+01:00`; `nil` if there is
  /// none but `Z`.
  static func offset(at text: String) -> Int64? {
    guard let match = text.firstMatch(of: /([+-])(\d{2}):?(\d{2})?$/) else { return nil }
    let minutes = (Int64(match.2) ?? 0) * 60 + (match.3.flatMap { Int64($0) } ?? 0)
    return (match.1 == "-" ? -60 : 60) * minutes
  }
}

extension InputError.Rule {
  /// A zone that is not used for dates.
  fileprivate static let unusedZone = InputError.Rule(
    "unusedZone",
    "is not used: claims have dates, which are read as written (leave it out; it is used with --time-format "
      + "seconds or milliseconds)")
}
