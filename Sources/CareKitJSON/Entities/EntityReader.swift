import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// Parses the entities of a document one by one.
struct EntityReader {
  /// The location of the current entity.
  var location = EntityLocation(document: 0, number: 0, line: 1)
  var dates = DateReader()
  /// The warnings about the current entity.
  private(set) var reports: [InputError] = []

  mutating func report(_ error: InputError) { reports.append(error) }

  /// A parsed entity of any kind.
  enum Entity {
    case patient(Draft<Patient>)
    case carePlan(Draft<CarePlan>)
    case contact(Draft<Contact>)
    case task(Draft<TaskFacts>)
    case outcome(Draft<CountedOutcome>)
  }

  mutating func read(_ kind: EntityKind, _ node: JSONNode) throws(InputError) -> Entity {
    reports = []
    defer { if let mixed = dates.takeMixed() { reports.append(mixed) } }
    switch kind {
    case .patient: return .patient(try patient(node))
    case .carePlan: return .carePlan(try carePlan(node))
    case .contact: return .contact(try contact(node))
    case .task, .healthKitTask: return .task(try task(node, isOfHealthKit: kind == .healthKitTask))
    case .outcome: return .outcome(try outcome(node))
    }
  }
}
