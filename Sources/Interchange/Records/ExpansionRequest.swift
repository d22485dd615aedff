import Foundation
package import Scheduling

/// A question to the expansion, about the occurrences of a schedule between two moments.
package struct ExpansionRequest: Sendable {
  /// The plan.
  var schedule: Schedule
  /// The zone in which floating times and local bounds resolve.
  package var zone = Zone.utc
  /// The first moment to look at.
  var from: Moment
  /// The first moment no longer looked at.
  var to: Moment
  /// Whether occurrences count that are under way, or only those that start.
  package var overlap = false
  /// The most occurrences to list; `nil` means ``defaultLimit``, which is reported when it is hit.
  package var limit: Int?

  /// The most occurrences that are listed for one question that names no limit.
  static let defaultLimit = 1_000_000

  /// Creates a question about the occurrences that start between two moments.
  package init(_ schedule: Schedule, from: Moment, to: Moment) {
    self.schedule = schedule
    self.from = from
    self.to = to
  }
}

extension ExpansionRequest {
  /// The answer: occurrences in order, and what was left out.
  package struct Answer: Sendable {
    /// The compiled schedule, which derives ends, keys and nominal times.
    package let occurrences: Occurrences
    /// In order of start.
    package let rows: [Occurrence]
    /// That the default limit cut the rows short.
    package let problem: InputError?
  }

  /// The number of occurrences that start in the range; none is listed.
  ///
  /// - Throws: `InputError` where the range runs backward or the schedule is invalid.
  package func count() throws(InputError) -> Int {
    try Occurrences(of: schedule, in: zone).count(startingIn: try range())
  }

  /// Lists the occurrences.
  ///
  /// - Throws: `InputError` where the range runs backward, the limit is negative or the schedule invalid.
  package func answer() throws(InputError) -> Answer {
    let range = try range()
    if let limit, limit < 0 {
      throw InputError(.outOfRange(text: "\(limit)", rule: "be 0 or more"), field: "limit")
    }
    let occurrences = try Occurrences(of: schedule, in: zone)
    let most = limit ?? ExpansionRequest.defaultLimit + 1
    let rows =
      overlap
      ? occurrences.overlapping(range, limit: most) : occurrences.starting(in: range, limit: most)
    guard limit == nil, rows.count == most else {
      return Answer(occurrences: occurrences, rows: rows, problem: nil)
    }
    let problem = InputError(.tooLarge(what: "occurrences", limit: most - 1), field: "schedule")
    return Answer(occurrences: occurrences, rows: rows.dropLast(), problem: problem)
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

extension ExpansionRequest: Decodable {
  /// Reads `{"id": …, "schedule": …, "zone": …, "from": …, "to": …, "overlap": …, "limit": …}`.
  package init(from decoder: any Decoder) throws {
    let properties = try Properties(
      of: decoder, known: ["id", "schedule", "zone", "from", "to", "overlap", "limit"])
    self.init(
      try properties.require(try properties.decode("schedule", .object), "schedule"),
      from: try properties.require(try properties.value("from", .moment), "from"),
      to: try properties.require(try properties.value("to", .moment), "to"))
    if let name = try properties.text("zone") {
      guard let zone = Zone(name) else { throw properties.malformed("zone", .zone) }
      self.zone = zone
    }
    overlap = try properties.boolean("overlap") ?? false
    limit = try properties.wholeNumber("limit")
  }

  /// Reads a question from one line of JSON.
  ///
  /// - Throws: `InputError` with the path of the property that is wrong.
  package init(line: String) throws(InputError) {
    self = try JSONLine.decode(Self.self, from: line)
  }

  /// The `id` of a line, a text or a whole number, as JSON; `nil` where it has none that can be read.
  package static func id(ofLine line: String) -> String? {
    guard let id = try? JSONLine.decode(NamedLine.self, from: line).id else { return nil }
    return (try? JSONEncoder().encode(id)).map { String(decoding: $0, as: UTF8.self) }
  }
}

private struct NamedLine: Decodable {
  var id: ID

  enum ID: Codable {
    case text(String)
    case number(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }
}

extension Schedule {
  /// Reads a schedule from a file of JSON.
  ///
  /// - Throws: `InputError` where the file cannot be read or something in it is wrong.
  package init(file path: String) throws(InputError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let data = FileManager.default.contents(atPath: path) else {
      throw InputError(.unreadable(reason: "no such file, or no permission"), source: name)
    }
    do {
      self = try JSONLine.decode(Schedule.self, from: String(decoding: data, as: UTF8.self))
    } catch {
      throw error.at(source: name)
    }
  }
}
