/// The versions of one patient written between two revisions of a store.
///
/// As nothing is overwritten, it consists of the index ranges of the new versions in the patient's record,
/// and has the same size for one tablet and for a year of outcomes.
public struct RecordChange: Hashable, Sendable {
  /// The patient's id.
  public let patient: String
  /// The index ranges of the new versions among all of their kind; kinds without new versions are absent.
  public private(set) var positions: [CareKind: Range<Int>] = [:]

  package init(of patient: String) { self.patient = patient }

  /// Creates the difference between a record and an earlier state.
  public init(from earlier: CareRecord?, to record: CareRecord) {
    self.init(of: record.patient.id)
    for kind in CareKind.allCases {
      let known = earlier?.count(of: kind) ?? 0
      add(kind, known..<max(known, record.count(of: kind)))
    }
  }

  /// Merges later versions of a kind.
  package mutating func add(_ kind: CareKind, _ later: Range<Int>) {
    guard !later.isEmpty else { return }
    let known = positions[kind] ?? later
    let first = min(known.lowerBound, later.lowerBound)
    positions[kind] = first..<max(known.upperBound, later.upperBound)
  }

  /// Whether the patient is new; an observer's data for the same id then belong to an erased patient.
  public var isNew: Bool { positions[.patient]?.lowerBound == 0 }

  /// Returns the new versions in order of kind, those of a kind in order of writing.
  public func versions(in record: CareRecord) -> [CareEntity] {
    CareKind.allCases.flatMap { kind in
      let all = 0..<record.count(of: kind)
      return (positions[kind] ?? 0..<0).clamped(to: all).map { record.version(kind, at: $0) }
    }
  }

  /// Returns the identities of the entities with new versions, without outcomes, holds and named events
  /// that have no id.
  public func entities(in record: CareRecord) -> Set<CareIdentity> {
    Set(versions(in: record).compactMap(\.identity))
  }
}

extension CareEntity {
  /// The identity of the entity; `nil` for an outcome, hold or named event without an id.
  public var identity: CareIdentity? {
    switch self {
    case .patient(let patient): .patient(patient.id)
    case .carePlan(let plan, let patient): CareIdentity(.carePlan, plan.id, of: patient)
    case .contact(let contact, let patient): CareIdentity(.contact, contact.id, of: patient)
    case .task(let task, let patient): CareIdentity(.task, task.id, of: patient)
    case .outcome(let outcome, let patient):
      outcome.id.map { CareIdentity(.outcome, $0, of: patient) }
    case .hold(let hold, let patient): hold.id.map { CareIdentity(.hold, $0, of: patient) }
    case .namedEvent(let event, let patient):
      event.id.map { CareIdentity(.namedEvent, $0, of: patient) }
    }
  }
}

extension CareRecord {
  /// Returns the number of versions of a kind.
  fileprivate func count(of kind: CareKind) -> Int {
    switch kind {
    case .patient: earlierPatients.count + 1
    case .carePlan: carePlans.count
    case .contact: contacts.count
    case .task: tasks.count
    case .outcome: outcomes.count
    case .hold: holds.count
    case .namedEvent: namedEvents.count
    }
  }

  /// Returns a version by its index among those of its kind.
  fileprivate func version(_ kind: CareKind, at index: Int) -> CareEntity {
    let id = patient.id
    return switch kind {
    case .patient:
      .patient(index < earlierPatients.count ? earlierPatients[index] : patient)
    case .carePlan: .carePlan(carePlans[index], of: id)
    case .contact: .contact(contacts[index], of: id)
    case .task: .task(tasks[index], of: id)
    case .outcome: .outcome(outcomes[index], of: id)
    case .hold: .hold(holds[index], of: id)
    case .namedEvent: .namedEvent(namedEvents[index], of: id)
    }
  }
}
