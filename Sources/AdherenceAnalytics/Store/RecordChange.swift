/// What was written of one patient between two revisions of a store.
///
/// As nothing is overwritten, it says where the new versions stand in the patient's record, and takes as much
/// room for a tablet as for a year of outcomes.
public struct RecordChange: Hashable, Sendable {
  /// The patient's id.
  public let patient: String
  /// The places of the new versions among all of their kind; a kind of which there are none is missing.
  public private(set) var places: [CareKind: Range<Int>] = [:]

  /// Creates the change of nothing.
  package init(of patient: String) { self.patient = patient }

  /// Creates what a record has beyond what it was before.
  ///
  /// - Parameters:
  ///   - earlier: The record as it was; `nil` where the patient was not known.
  ///   - record: The record as it is, all versions in the order in which they were written.
  /// - Complexity: O(1).
  public init(from earlier: CareRecord?, to record: CareRecord) {
    self.init(of: record.patient.id)
    for kind in CareKind.allCases {
      let known = earlier?.count(of: kind) ?? 0
      add(kind, known..<max(known, record.count(of: kind)))
    }
  }

  /// Takes over what was written of a kind later on.
  package mutating func add(_ kind: CareKind, _ later: Range<Int>) {
    guard !later.isEmpty else { return }
    let known = places[kind] ?? later
    let first = min(known.lowerBound, later.lowerBound)
    places[kind] = first..<max(known.upperBound, later.upperBound)
  }

  /// Whether nothing was known of the patient before; what an observer has of such a one is of somebody
  /// else, who was erased.
  public var isNew: Bool { places[.patient]?.lowerBound == 0 }

  /// Returns the new versions, kind by kind in the order of ``CareKind``, those of a kind as they were written.
  ///
  /// - Parameter record: The patient's record, read without filters after the change; what it does not have,
  ///   as the patient was erased since, is left out.
  /// - Returns: The versions, as many as there are places.
  /// - Complexity: O(*n*) for *n* new versions.
  public func versions(in record: CareRecord) -> [CareEntity] {
    CareKind.allCases.flatMap { kind in
      let all = 0..<record.count(of: kind)
      return (places[kind] ?? 0..<0).clamped(to: all).map { record.version(kind, at: $0) }
    }
  }

  /// Returns what got new versions; outcomes and holds without an id are left out, as nothing names them.
  ///
  /// - Parameter record: The patient's record, as for ``versions(in:)``.
  /// - Returns: The things, each once.
  /// - Complexity: O(*n*) for *n* new versions.
  public func things(in record: CareRecord) -> Set<CareIdentity> {
    Set(versions(in: record).compactMap(\.identity))
  }
}

extension CareEntity {
  /// What it is a version of; `nil` for an outcome or hold without an id.
  public var identity: CareIdentity? {
    switch self {
    case .patient(let patient): .patient(patient.id)
    case .carePlan(let plan, let patient): CareIdentity(.carePlan, plan.id, of: patient)
    case .contact(let contact, let patient): CareIdentity(.contact, contact.id, of: patient)
    case .task(let task, let patient): CareIdentity(.task, task.id, of: patient)
    case .outcome(let outcome, let patient):
      outcome.id.map { CareIdentity(.outcome, $0, of: patient) }
    case .hold(let hold, let patient): hold.id.map { CareIdentity(.hold, $0, of: patient) }
    }
  }
}

extension CareRecord {
  /// How many versions of a kind there are.
  fileprivate func count(of kind: CareKind) -> Int {
    switch kind {
    case .patient: earlierPatients.count + 1
    case .carePlan: carePlans.count
    case .contact: contacts.count
    case .task: tasks.count
    case .outcome: outcomes.count
    case .hold: holds.count
    }
  }

  /// A version by its place among those of its kind.
  fileprivate func version(_ kind: CareKind, at place: Int) -> CareEntity {
    let id = patient.id
    return switch kind {
    case .patient:
      .patient(place < earlierPatients.count ? earlierPatients[place] : patient)
    case .carePlan: .carePlan(carePlans[place], of: id)
    case .contact: .contact(contacts[place], of: id)
    case .task: .task(tasks[place], of: id)
    case .outcome: .outcome(outcomes[place], of: id)
    case .hold: .hold(holds[place], of: id)
    }
  }
}
