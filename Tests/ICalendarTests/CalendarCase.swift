import AdherenceAnalytics
import Foundation
import ICalendar
import Scheduling
import TestSupport
import Testing

/// A case of `Datasets/golden/icalendar`.
struct CalendarCase: Decodable, CustomTestStringConvertible, Sendable {
  var id: String
  var file: String
  var zone: String
  var from: String
  var to: String
  var expected: [Expected]
  var tasks: [ExpectedTask]?
  var outcomes: [ExpectedOutcome]?
  var cancelled: [Cancelled]?
  var rejected: [Place]?
  var reported: [Place]?

  var testDescription: String { id }

  struct Expected: Decodable, Hashable, CustomStringConvertible, Sendable {
    var uid: String
    var component: String?
    var nominal: String
    var start: String
    var end: String
    var summary: String?

    var description: String {
      "\(uid) \(component ?? "VEVENT") \(nominal) \(start) \(end) \(summary ?? "")"
    }
  }

  struct ExpectedTask: Decodable, Sendable {
    var uid: String
    var component: String
    var title: String?
    var instructions: String?
    var tags: [String]?
    var notes: [String]?
    var cancelled: Bool?
  }

  struct ExpectedOutcome: Decodable, Hashable, Sendable {
    var uid: String
    var nominal: String?
    var time: String?
    var percent: Int
  }

  struct Cancelled: Decodable, Hashable, Sendable {
    var uid: String
    var nominal: String
  }

  struct Place: Decodable, Hashable, Sendable {
    var line: Int
    var field: String
    /// The property.
    var property: String { String(field.prefix { $0 != "." }) }
  }

  private struct List: Decodable { var cases: [CalendarCase] }

  static let folder = datasets.appending(path: "golden/icalendar")

  static func all(_ name: String) -> [CalendarCase] {
    do {
      let data = try Data(contentsOf: folder.appending(path: name))
      return try JSONDecoder().decode(List.self, from: data).cases
    } catch {
      preconditionFailure("\(name): \(error)")
    }
  }

  static let agreed = all("cases.json")
  static let disputed = all("disputed.json")

  /// The path of the calendar.
  var path: String { CalendarCase.folder.appending(path: file).path }

  /// The calendar read for the patient of the case.
  func read() throws -> CalendarFile {
    try CalendarFile(path: path, patient: "P1", zone: try TestSupport.zone(zone))
  }

  /// The occurrences of a record in the range of the case, in its format.
  func occurrences(of record: CareRecord) throws -> [Expected] {
    let components = Dictionary(
      record.tasks.map { ($0.id, $0.userInfo["component"]) }, uniquingKeysWith: { $1 })
    let titles = Set(record.tasks.compactMap(\.title))
    return record.occurrences(in: try at(from)..<at(to)).rows.map { row in
      Expected(
        uid: row.task.withoutNumber, component: components[row.task] ?? nil,
        nominal: "\(row.key.nominal)", start: "\(row.start)", end: "\(row.end)",
        summary: row.text.flatMap { titles.contains($0) ? nil : $0 })
    }
  }
}

extension String {
  /// The UID of a task, without the suffix of a duplicate of the other kind.
  fileprivate var withoutNumber: String { hasSuffix("#2") ? String(dropLast(2)) : self }
}
