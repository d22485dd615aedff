import Foundation
import Scheduling
import Testing

/// A recurrence set of `Datasets/golden/rrule`, as RFC 5545 describes one.
struct RuleCase: Decodable {
  var id: String
  /// The zone; without one, times are floating and are compared as UTC.
  var tzid: String?
  var dtstart: String
  var rrule: [String]
  var rdate: [String]
  var exdate: [String]
  var dateOnly: Bool?
  /// Whether the expected instances are the complete list.
  var complete: Bool?
  var limit: Int?
  var expectedLocal: [String]?
  var expectedUTC: [Int64]?
  /// The indices of instances on a date that the zone skips.
  var wholeDayGap: [Int]?
  var reasonClass: String?
  var oracleLocal: [String]?
  var results: [Answer]?

  /// The results of engines that disagree.
  struct Answer: Decodable {
    var engines: [String]
    /// The instances; empty if the engine failed and reported a message.
    var local: [String]

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      engines = try values.decode([String].self, forKey: .engines)
      local = (try? values.decode([String].self, forKey: .local)) ?? []
    }

    private enum CodingKeys: CodingKey {
      case engines, local
    }
  }
}

extension RuleCase {
  /// One element for each rule and one for each additional date; instances with the same nominal time are
  /// merged.
  func occurrences() throws -> Occurrences {
    let rules = try rrule.enumerated().map { index, text in
      var element = try element("rule \(index)", at: dtstart)
      element.recurrence = .rule(try RecurrenceRule(parsing: text))
      return element
    }
    let dates = try rdate.enumerated().map { try element("date \($0)", at: $1) }
    var schedule = Schedule(rules + dates, excluding: try exdate.map(exclusion))
    schedule.isDistinct = true
    return compiled(schedule, in: zone(tzid ?? "UTC"))
  }

  private func element(_ id: String, at text: String) throws -> ScheduleElement {
    var element = ScheduleElement(id, from: try moment(text))
    element.isAllDay = dateOnly ?? false
    return element
  }

  private func exclusion(_ text: String) throws -> Schedule.Exclusion {
    let time = try moment(text)
    return text.contains("T") ? .init(at: time) : .init(time.date)
  }

  /// The number of instances to query: one more than expected if the list is complete.
  var asked: Int {
    if complete == true { return (expectedLocal ?? []).count + 1 }
    return limit ?? .max
  }
}

/// Reads the basic format of the RFC, a date or a local date-time, with or without a Z.
func moment(_ text: String) throws -> CivilDateTime {
  let digits = text.filter { $0.isNumber } + (text.contains("T") ? "" : "000000")
  let numbers = [4, 6, 8, 10, 12, 14].reduce(into: [0]) { $0.append($1) }
  let parts = zip(numbers, numbers.dropFirst()).map { from, to in
    String(digits.dropFirst(from).prefix(to - from))
  }
  try #require(digits.count == 14)
  let date = parts[0..<3].joined(separator: "-")
  return try #require(CivilDateTime("\(date)T\(parts[3..<6].joined(separator: ":"))"))
}

/// Reads a file of `Datasets/golden/rrule`.
func goldenRules<File: Decodable>(_ name: String, as type: File.Type = File.self) throws -> File {
  var folder = URL(filePath: #filePath)
  for _ in 0..<3 { folder.deleteLastPathComponent() }
  let file = folder.appending(path: "Datasets/golden/rrule/\(name).json")
  return try JSONDecoder().decode(File.self, from: Data(contentsOf: file))
}

extension Occurrences {
  /// The nominal times of the first occurrences, in ascending order.
  func nominals(in range: Range<Instant> = everything, limit: Int = .max) -> [CivilDateTime] {
    starting(in: range, limit: limit).map(nominal(of:)).sorted()
  }
}
