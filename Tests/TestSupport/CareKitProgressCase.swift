package import AdherenceAnalytics
import Foundation
package import Scheduling
import Testing

/// A case of `Datasets/golden/carekit/progress.json`, with the corresponding record.
package struct CareKitProgressCase: Decodable {
  package var id: String
  package var kind: String
  package var timeZone: String?
  package var suspect: [Suspect]?
  package var input: Input
  package var expected: Expected

  package struct Suspect: Decodable {
    package var code: String
  }

  package struct Input: Decodable {
    package var targetValues: [Value]?
    package var outcome: Outcome?
    package var value, goal: Number?
    package var fractions: [Number]?
    package var from, to: String?
    package var tasks: [Task]?
    package var outcomes: [TaskOutcome]?
  }

  package struct Outcome: Decodable {
    package var values: [Value]
  }

  package struct Task: Decodable {
    package var id: String
    package var effectiveDate: String
    package var impactsAdherence: Bool
    package var elements: [Element]
  }

  package struct TaskOutcome: Decodable {
    package var task: Int
    package var occurrence: Int
  }

  package struct Element: Decodable {
    package var start: String
    package var end: String?
    package var interval: [String: Int]
    /// The duration in seconds; `nil` for all day.
    package var duration: Int?

    private enum CodingKeys: String, CodingKey { case start, end, interval, duration }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      start = try container.decode(String.self, forKey: .start)
      end = try container.decodeIfPresent(String.self, forKey: .end)
      interval = try container.decode([String: Int].self, forKey: .interval)
      duration = try? container.decode(Int.self, forKey: .duration)
    }
  }

  /// A number, or the name of one that JSON does not support.
  package struct Number: Decodable {
    package var number: Double

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      number =
        try (try? container.decode(Double.self)) ?? #require(
          Double(try container.decode(String.self)))
    }
  }

  package struct Value: Decodable {
    package var content: OutcomeValue.Content
    package var units: String?
    package var kind: String?

    private enum CodingKeys: String, CodingKey { case type, value, units, kind }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func text() throws -> String { try container.decode(String.self, forKey: .value) }
      switch try container.decode(String.self, forKey: .type) {
      case "boolean": content = .boolean(try container.decode(Bool.self, forKey: .value))
      case "text": content = .text(try text())
      case "date": content = .date(try moment(try text()))
      case "binary":
        let text = try text()
        content = .data(Array(try #require(Data(base64Encoded: text))))
      default: content = .number(try container.decode(Number.self, forKey: .value).number)
      }
      units = try container.decodeIfPresent(String.self, forKey: .units)
      kind = try container.decodeIfPresent(String.self, forKey: .kind)
    }
  }

  package static func all(_ kind: String) throws -> [CareKitProgressCase] {
    struct File: Decodable {
      var cases: [CareKitProgressCase]
    }
    let file = datasets.appending(path: "golden/carekit/progress.json")
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).cases
      .filter { $0.kind == kind }
  }

  /// The name without the zone, which is common to the same case in all zones.
  package var name: String { id.firstRange(of: "ser-").map { String(id[$0.lowerBound...]) } ?? id }

  package var codes: [String] { suspect?.map(\.code) ?? [] }
}

/// The results of CareKit by kind of case.
extension CareKitProgressCase {
  package struct Expected: Decodable {
    package var checkingOutcomeExists: Progress?
    package var summingOutcomeValues: Progress?
    /// The results of the older aggregators by name.
    package var legacy: [String: Double]
    package var progress: Progress?
    package var fetchAdherence, calendarRing, chartSum: [Double?]?

    private enum CodingKeys: String, CodingKey {
      case checkingOutcomeExists, summingOutcomeValues, fractionCompleted, fetchAdherence
      case calendarRing, chartSum
      case compareTargetValues = "legacy.compareTargetValues"
      case percentOfTargetValuesMet = "legacy.percentOfTargetValuesMet"
      case percentOfOutcomeValuesThatExist = "legacy.percentOfOutcomeValuesThatExist"
      case outcomeExists = "legacy.outcomeExists"
      case countOutcomes = "legacy.countOutcomes"
      case countOutcomeValues = "legacy.countOutcomeValues"

      static let legacy: [CodingKeys] = [
        .compareTargetValues, .percentOfTargetValuesMet, .percentOfOutcomeValuesThatExist,
        .outcomeExists, .countOutcomes, .countOutcomeValues,
      ]
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func progress(_ key: CodingKeys) -> Progress? {
        try? container.decode(Progress.self, forKey: key)
      }
      checkingOutcomeExists = progress(.checkingOutcomeExists)
      summingOutcomeValues = progress(.summingOutcomeValues)
      legacy = try CodingKeys.legacy.reduce(into: [:]) { legacy, key in
        guard container.contains(key) else { return }
        legacy[String(key.rawValue.dropFirst(7))] = try container.decode(Double.self, forKey: key)
      }
      self.progress =
        container.contains(.fractionCompleted) ? try Progress(from: decoder) : nil
      fetchAdherence = try? container.decode([Day].self, forKey: .fetchAdherence).map(\.fraction)
      calendarRing = try? container.decode([Day].self, forKey: .calendarRing).map(\.fraction)
      chartSum = try? container.decode([Day].self, forKey: .chartSum).map(\.fraction)
    }
  }

  /// One day's fraction; `nil` for `noTasks` and `noEvents`.
  private struct Day: Decodable {
    var fraction: Double?

    init(from decoder: any Decoder) throws {
      fraction = try? decoder.singleValueContainer().decode(Double.self)
    }
  }

  package struct Progress: Decodable {
    package var fractionCompleted: Number
    package var isCompleted: Bool
    package var value, goal: Number?
  }
}

// The parameters of a series of adherence.
extension CareKitProgressCase {
  package func zone() throws -> Zone {
    let name = try #require(timeZone)
    return try #require(Zone(name))
  }

  /// Returns the days of CareKit's rings, from the first day of the interval.
  package func days() throws -> Range<CivilDate> {
    let from = try at(try #require(input.from))
    let first = try zone().civil(at: from).date
    return first..<first.adding(days: try #require(expected.calendarRing).count)
  }

  package func record() throws -> CareRecord {
    let zone = try zone()
    let tasks = try #require(input.tasks).map { try $0.lowered(in: zone) }
    let outcomes = try #require(input.outcomes).map { outcome in
      let task = tasks[outcome.task]
      let occurrences = compiled(task.schedule, in: zone)
      let all = occurrences.starting(in: .earliest..<(try at("2025-01-01T00:00:00Z")))
      return AdherenceAnalytics.Outcome(
        task: task.id, key: occurrences.key(of: all[outcome.occurrence]),
        values: [OutcomeValue(.boolean(true))])
    }
    return CareRecord(
      patient: Patient(id: id, zone: zone), tasks: tasks, outcomes: outcomes)
  }
}

extension CareKitProgressCase.Task {
  fileprivate func lowered(in zone: Zone) throws -> CareTask {
    let sorted = elements.enumerated().sorted { $0.element.start < $1.element.start }
    let schedule = Schedule(try sorted.map { try $0.element.lowered("\($0.offset)", in: zone) })
    var task = CareTask(id: id, schedule: schedule)
    task.matching = .keyed
    task.impactsAdherence = impactsAdherence
    task.effectiveFrom = try moment(effectiveDate)
    return task
  }
}

extension CareKitProgressCase.Element {
  fileprivate func lowered(_ id: String, in zone: Zone) throws -> ScheduleElement {
    var element = ScheduleElement(id, from: try moment(start))
    element.clockBinding = .fixed(zone)
    element.end = try end.map(moment)
    element.isAllDay = duration == nil
    element.duration = ISODuration(seconds: duration ?? 0)
    let part = { (unit: String) in interval[unit] ?? 0 }
    let seconds = part("h") * 3600 + part("min") * 60 + part("s")
    element.recurrence = .every(
      ISODuration(
        months: part("y") * 12 + part("m"), days: part("w") * 7 + part("d"), seconds: seconds))
    return element
  }
}
