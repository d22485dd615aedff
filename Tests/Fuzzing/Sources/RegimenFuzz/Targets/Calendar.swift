@testable import AdherenceAnalytics
@testable import ICalendar
@testable import Interchange
@testable import Scheduling
@testable import Diagnostics
@testable import ScheduleFormats

/// A calendar file: reading it in chunks gives the same result as reading it whole, and the written
/// calendar is read without problems.
enum CalendarTarget: FuzzTarget {
  static let name = "icalendar"

  static func run(_ input: [UInt8]) throws {
    let zone = Zone("Europe/Berlin") ?? .utc
    let file = try CalendarFile(bytes: input, patient: "ann", zone: zone)
    let pieces = try CalendarFile(ByteSource(pieces: input, of: 7), patient: "ann", zone: zone)
    try require(pieces.record, is: file.record, "the record read in pieces")
    try require(
      pieces.problems.map(\.description), is: file.problems.map(\.description),
      "problems read in pieces")
    try require(file.counts.tasks.rejected <= file.problems.count, "rejected without a problem")
    let most = file.record.tasks.count + file.counts.tasks.rejected
    try require(file.counts.tasks.withWarnings <= most, "more warnings than tasks")
    try RecordChecks.run(file.record, problems: file.problems)
    try written(file.record, zone)
    if let schedule = try? Schedule(iCalendar: String(decoding: input, as: UTF8.self)) {
      try OccurrenceChecks(schedule, in: zone).run()
    }
  }

  private static func written(_ record: CareRecord, _ zone: Zone) throws {
    let text = CalendarText(of: record).text
    let again = try must("a calendar that was written") {
      try CalendarFile(text: text, patient: "ann", zone: zone)
    }
    try require(
      again.counts.tasks.rejected, is: 0,
      "rejected of what was written: \(again.problems)\n\(text)")
  }
}

extension ByteSource {
  /// Creates a calendar from chunks of bytes.
  init(pieces bytes: [UInt8], of length: Int, name: String = "") {
    var rest = bytes[...]
    self.init(name: name) { block throws(InputError) in
      block += rest.prefix(length)
      defer { rest = rest.dropFirst(length) }
      return !rest.isEmpty
    }
  }
}
