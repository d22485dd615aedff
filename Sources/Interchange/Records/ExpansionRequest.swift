package import AdherenceAnalytics
package import Diagnostics
package import Formats
import Foundation
package import Scheduling

/// A request for the occurrences of a plan in a time range.
package struct ExpansionRequest: Sendable {
  /// The plan to expand.
  package var plan: Plan
  /// The zone of floating times and local bounds.
  package var zone = Zone.utc
  /// The start of the range.
  var from: LocalOrInstant
  /// The end of the range (exclusive).
  var to: LocalOrInstant
  /// Whether to include occurrences in progress, rather than only those that start in the range.
  package var overlap = false
  /// The maximum number of occurrences; `nil` is ``defaultLimit``, which is reported if it is
  /// reached.
  package var limit: Int?

  /// The maximum number of occurrences of a request without a limit.
  package static let defaultLimit = 1_000_000

  /// The kind of plan.
  package enum Plan: Hashable, Sendable {
    /// A single schedule.
    case schedule(Schedule)
    /// All tasks of a record, in the zone of its patient.
    case record(CareRecord)
  }

  /// Creates a request for the occurrences that start in a range.
  package init(_ plan: Plan, from: LocalOrInstant, to: LocalOrInstant) {
    self.plan = plan
    self.from = from
    self.to = to
  }
}

extension ExpansionRequest {
  /// The result: occurrences in order, and whether they are complete.
  package struct Answer: Sendable {
    /// The occurrences in order of start.
    package let rows: Rows
    /// The problem that the default limit was reached.
    package let problem: InputError?

    /// A list of occurrences.
    package enum Rows: Sendable {
      /// The occurrences of a schedule, with the compiled schedule that derives ends, keys and
      /// nominal times.
      case ofSchedule(Occurrences, [Occurrence])
      /// The occurrences of several tasks.
      case ofTasks(PlannedOccurrences)

      /// The number of occurrences.
      package var count: Int {
        switch self {
        case .ofSchedule(_, let rows): rows.count
        case .ofTasks(let rows): rows.count
        }
      }
    }
  }

  /// Counts the occurrences that start in the range without listing them.
  ///
  /// - Throws: `InputError` if the range is reversed or the schedule invalid.
  package func count() throws(InputError) -> Int {
    switch plan {
    case .schedule(let schedule):
      try Occurrences(of: schedule, in: zone).count(startingIn: try range())
    case .record(let record): record.count(startingIn: try range())
    }
  }

  /// Lists the occurrences.
  ///
  /// - Throws: `InputError` if the range is reversed, the limit negative or the schedule invalid.
  package func answer() throws(InputError) -> Answer {
    let range = try range()
    if let limit, limit < 0 {
      throw InputError(.outOfRange(text: "\(limit)", rule: "be 0 or more"), field: "limit")
    }
    let most = limit ?? ExpansionRequest.defaultLimit
    let (rows, hasMore) = try rows(in: range, limit: most)
    let isCut = limit == nil && hasMore
    return Answer(
      rows: rows,
      problem: isCut
        ? InputError(.tooLarge(what: "occurrences", limit: most), field: "schedule") : nil)
  }

  private func rows(
    in range: Range<Instant>, limit: Int
  ) throws(InputError) -> (Answer.Rows, hasMore: Bool) {
    switch plan {
    case .schedule(let schedule):
      let occurrences = try Occurrences(of: schedule, in: zone)
      let most = limit < .max ? limit + 1 : limit
      let rows =
        overlap
        ? occurrences.overlapping(range, limit: most) : occurrences.starting(in: range, limit: most)
      return (.ofSchedule(occurrences, Array(rows.prefix(limit))), rows.count > limit)
    case .record(let record):
      let found = record.occurrences(in: range, overlap: overlap, limit: limit)
      return (.ofTasks(found.rows), found.hasMore)
    }
  }

  private func range() throws(InputError) -> Range<Instant> {
    let (from, to) = (from.instant(in: zone), to.instant(in: zone))
    guard from <= to else {
      throw InputError(
        .outOfRange(text: self.to.description, rule: "not precede 'from'"), field: "to")
    }
    return from..<to
  }
}

extension ExpansionRequest {
  /// Parses a plan of another format from a whole line and its zone.
  package typealias PlanReader = (_ line: JSONNode, _ zone: Zone) throws(InputError) -> Plan

  /// Parses a request from one line of JSON.
  ///
  /// - Parameters:
  ///   - line: `{"id": …, "schedule": …, "zone": …, "from": …, "to": …, "overlap": …, "limit": …}`.
  ///   - names: The properties that may replace `schedule`, and those that belong to them.
  ///   - read: Parses the plan of a line with one of these properties.
  /// - Throws: `InputError` with the key path of the invalid property.
  package init(
    line: String, orPlanIn names: [String] = [], by read: PlanReader? = nil
  ) throws(InputError) {
    let content = try Content(
      try JSONLine.properties(of: line, known: Content.names + names), orPlanIn: names)
    var plan = content.schedule.map(Plan.schedule)
    if plan == nil, let read {
      let document = JSONDocument()
      try document.read(line.utf8)
      plan = try read(document.root, content.zone)
    }
    guard let plan else { throw InputError(.missing, field: "schedule") }
    self.init(plan, from: content.from, to: content.to)
    (zone, overlap, limit) = (content.zone, content.overlap, content.limit)
  }

  /// The properties that every line has.
  private struct Content {
    static let names = ["id", "schedule", "zone", "from", "to", "overlap", "limit"]

    let schedule: Schedule?
    var zone = Zone.utc
    let from: LocalOrInstant
    let to: LocalOrInstant
    let overlap: Bool
    let limit: Int?

    init(_ properties: Properties, orPlanIn others: [String]) throws(InputError) {
      schedule = try properties.decode("schedule", .object)
      if let other = others.first(where: properties.has), schedule != nil {
        throw InputError(.conflict(with: other), field: "schedule")
      }
      from = try properties.require(try properties.value("from", .moment), "from")
      to = try properties.require(try properties.value("to", .moment), "to")
      if let name = try properties.text("zone") {
        guard let zone = Zone(name) else { throw properties.malformed("zone", .zone) }
        self.zone = zone
      }
      overlap = try properties.boolean("overlap") ?? false
      limit = try properties.wholeNumber("limit")
    }
  }

  /// Returns the `id` of a line (a text or integer) as JSON; `nil` if it has none.
  ///
  /// Safe: the document copies the bytes.
  package static func id(ofLine line: String) -> String? {
    var line = line
    guard let id = line.withUTF8({ try? JSONLine().root(of: $0) })?["id"] else { return nil }
    if id.exactNumber != nil { return id.wholeNumber.map(String.init) }
    guard let text = id.exactText, let json = try? JSONEncoder().encode(text) else { return nil }
    return String(decoding: json, as: UTF8.self)
  }
}

extension Schedule {
  /// Parses a schedule from a JSON file.
  ///
  /// - Throws: `InputError` if the file cannot be read or is invalid.
  package init(file path: String) throws(InputError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let data = try Data.contents(ofFile: path) else {
      throw InputError(.unreadable(reason: "no such file, or no permission"), source: name)
    }
    do {
      self = try JSONLine.decode(Schedule.self, from: String(decoding: data, as: UTF8.self))
    } catch {
      throw error.at(source: name)
    }
  }
}
