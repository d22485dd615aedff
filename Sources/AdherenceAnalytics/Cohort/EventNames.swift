package import Diagnostics
import Scheduling

/// The names of events in the schedules and records of many patients.
///
/// A name in schedules that no record has is either misspelt, or that of an event that has not happened to any
/// patient yet. A single record cannot show the difference. It is an error if it is a recorded name with a typing
/// error; a name that is only similar, such as `readmission` and `admission`, may be that of another event.
package struct EventNames: Hashable, Sendable, Codable {
  /// The number of patients whose schedules name an event, by name.
  private var followed: [String: Int] = [:]
  /// The number of patients with an event, by name; withdrawn ones count.
  private var recorded: [String: Int] = [:]
  /// The maximum number of names that are reported.
  private static let limit = 1000

  /// Creates an empty collection.
  package init() {}

  /// Adds the names of a patient.
  package mutating func add(_ record: CareRecord) {
    if !record.namedEvents.isEmpty {
      for name in Set(record.namedEvents.map(\.name)) { recorded[name, default: 0] += 1 }
    }
    let schedules = record.tasks.lazy.map(\.writtenSchedule).filter(\.followsEvents)
    for name in Set(schedules.flatMap(\.eventNames)) { followed[name, default: 0] += 1 }
  }

  /// Merges the names of other patients.
  package mutating func merge(_ other: EventNames) {
    followed.merge(other.followed, uniquingKeysWith: +)
    recorded.merge(other.recorded, uniquingKeysWith: +)
  }

  /// Whether all counts are valid.
  package var isSound: Bool { [followed, recorded].allSatisfy { $0.values.allSatisfy(\.isCount) } }

  /// The errors of names in schedules that no record has, while records have one of which it is a misspelling; in
  /// order of the names.
  ///
  /// - Complexity: O(*n* *m*) for *n* names that no record has, of which 1,000 are checked, and *m* names of
  ///   records.
  package var problems: [InputError] {
    missing.prefix(EventNames.limit).compactMap { name in
      meant(by: name).map { meant in
        InputError(.against(.misspelt(name, patients: followed[name] ?? 0, meant), text: name))
      }
    }
  }

  /// Returns a sentence for each name in schedules that no record has and that is not among the problems.
  ///
  /// - Parameter countsPatients: Whether the sentences give numbers of patients.
  /// - Returns: The sentences, in order of the names.
  package func notes(countingPatients countsPatients: Bool) -> [String] {
    let missing = missing
    let notes = missing.prefix(EventNames.limit).filter { meant(by: $0) == nil }.map { name in
      note(name, countsPatients)
    }
    let others = missing.count - EventNames.limit
    return others > 0
      ? notes + ["\(others.counting("other event")) that schedules name are in no record."] : notes
  }

  private func note(_ name: String, _ countsPatients: Bool) -> String {
    let patients = (followed[name] ?? 0).counting("patient")
    let similar = Spelling.nearest(to: name, in: recorded(like: name)).map {
      " A similar name in records is '\(InputError.shortened($0))'."
    }
    return "No record has the event '\(InputError.shortened(name))', which schedules"
      + (countsPatients ? " of \(patients)" : "")
      + " name: nothing is due after it, and nothing ends with it." + (similar ?? "")
  }

  /// The names in schedules that no record has.
  private var missing: [String] { followed.keys.filter { recorded[$0] == nil }.sorted() }

  /// Returns the first recorded name of which a name is a misspelling.
  private func meant(by name: String) -> String? {
    recorded(like: name).first { Spelling.isSlip(name, for: $0) }
  }

  /// Returns the recorded names with the same digits, in order: names that differ in numbers, such as `visit 1` and
  /// `visit 2`, are those of different events.
  private func recorded(like name: String) -> [String] {
    let digits = name.filter(\.isNumber)
    return recorded.keys.filter { $0.filter(\.isNumber) == digits }.sorted()
  }
}

extension InputError.Rule {
  fileprivate static func misspelt(
    _ name: String, patients: Int, _ meant: String
  ) -> InputError.Rule {
    InputError.Rule(
      "unrecordedEvent",
      "the schedules of \(patients.counting("patient")) name an event that no record has (did you mean"
        + " '\(InputError.shortened(meant))'? use one name in schedules and events)")
  }
}
