@testable import AdherenceAnalytics
@testable import Diagnostics
@testable import Formats
import Foundation
@testable import Interchange
@testable import Reporting
@testable import Scheduling

/// Checks of every accepted record, whatever its format: it round-trips, and can be evaluated.
enum RecordChecks {
  static func run(_ record: CareRecord, problems: [InputError] = []) throws {
    try writtenAndRead(record)
    let query = query(for: record)
    try evaluated(record, query)
    try reported(record, query, problems)
  }

  /// Checks that a record round-trips through a line of JSON.
  static func writtenAndRead(_ record: CareRecord) throws {
    guard let text = try? RecordLine.text(of: record) else { return }
    let line = try must("a line that was written") { try RecordLine(text) }
    let rejected = line.problems.filter { !$0.problem.keepsRecord }
    try require(rejected.isEmpty, "records are rejected after writing: \(rejected)\n\(text)")
    let again = try must("a record that was read") { try RecordLine.text(of: line.record) }
    try require(again, is: text, "the same record")
  }

  /// Returns a query for some days with records or plans.
  private static func query(for record: CareRecord) -> AdherenceQuery {
    let zone = record.patient.zone
    let start =
      record.outcomes.lazy.compactMap { $0.time.map(zone.civil)?.date ?? $0.key?.nominal.date }
      .first
      ?? record.tasks.lazy.compactMap { $0.schedule.elements.first?.start.civil(in: zone).date }
      .first
      ?? CivilDate(dayNumber: 20_094)
    let lower = min(start.adding(days: -3), CivilDate.last.adding(days: -30))
    var query = AdherenceQuery(lower..<lower.adding(days: 30), by: .week)
    query.occurrenceLimit = 2000
    return query
  }

  /// Checks that counts are non-negative, ratios are shares, and all periods add up to the whole.
  private static func evaluated(_ record: CareRecord, _ query: AdherenceQuery) throws {
    let patient = record.adherence(query)
    var whole = query
    whole.period = .all
    let all = record.adherence(whole)
    for (parts, sum) in zip(patient.series, all.series) {
      var merged = Adherence()
      for counts in parts.periods {
        try check(counts)
        merged.merge(counts)
      }
      try check(sum.periods[0])
      try require(merged.due, is: sum.periods[0].due, "what is due, week by week")
      try require(merged.done, is: sum.periods[0].done, "what is done, week by week")
    }
  }

  private static func check(_ counts: Adherence) throws {
    let parts = [
      counts.due, counts.done, counts.partial, counts.missed, counts.declined,
      counts.outstanding, counts.excused, counts.onHold, counts.cancelled, counts.pending,
    ]
    try require(parts.allSatisfy { $0 >= 0 }, "a count below 0: \(counts)")
    if let ratio = counts.ratio { try require(0...1 ~= ratio, "a ratio of \(ratio): \(counts)") }
  }

  /// Checks that the rows of a report and of the events are lines of JSON, sorted by time.
  private static func reported(
    _ record: CareRecord, _ query: AdherenceQuery, _ problems: [InputError]
  )
    throws
  {
    let entry = RecordReader.Entry.success(RecordLine(record: record, problems: problems))
    try lines(RecordRows.adherence(of: entry, query).bytes)
    try lines(RecordRows.events(of: entry, query, RowSelection()).bytes)
  }

  /// Checks that each line is a JSON object.
  static func lines(_ bytes: [UInt8]) throws {
    let document = JSONDocument()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      try must("a line of a table: \(String(decoding: line, as: UTF8.self))") {
        try document.read(line)
      }
    }
  }
}
