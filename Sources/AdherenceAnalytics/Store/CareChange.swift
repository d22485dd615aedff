public import Scheduling

/// A change to write to a store.
public enum CareChange: Hashable, Sendable {
  /// Adds the first version of an entity, or the first one after its deletion.
  case add(CareEntity)
  /// Appends a version to an existing entity; earlier versions keep their effective time.
  ///
  /// Its `recordedAt` must be later than that of the others; for entities with an `effectiveFrom` it may be
  /// equal if that differs.
  case update(CareEntity)
  /// Ends an entity at a time; earlier times are unaffected.
  ///
  /// Without a time, the entity is deleted from the start. Outcomes, holds and named events are always deleted
  /// entirely.
  case delete(CareIdentity, at: LocalOrInstant? = nil, recordedAt: Instant)

  /// The id of the patient whose record changes.
  public var patient: String {
    switch self {
    case .add(let entity), .update(let entity): entity.patient
    case .delete(let identity, _, _): identity.patient
    }
  }
}

/// The kinds of entities in a store.
public enum CareKind: String, CaseIterable, Hashable, Sendable, Codable {
  case patient, carePlan, contact, task, outcome, hold, namedEvent
}

/// A version of an entity in a store, with the id of its patient.
public enum CareEntity: Hashable, Sendable {
  case patient(Patient)
  case carePlan(CarePlan, of: String)
  case contact(Contact, of: String)
  case task(CareTask, of: String)
  case outcome(Outcome, of: String)
  case hold(Hold, of: String)
  case namedEvent(NamedEvent, of: String)

  /// The id of the patient.
  public var patient: String {
    switch self {
    case .patient(let patient): patient.id
    case .carePlan(_, let patient), .contact(_, let patient), .task(_, let patient),
      .outcome(_, let patient), .hold(_, let patient), .namedEvent(_, let patient):
      patient
    }
  }
}

/// The identity of an entity in a store.
public struct CareIdentity: Hashable, Sendable {
  /// The kind.
  public var kind: CareKind
  /// The id, unique among those of its kind and patient.
  public var id: String
  /// The id of its patient.
  public var patient: String

  /// Creates the identity of an entity of a patient.
  public init(_ kind: CareKind, _ id: String, of patient: String) {
    self.kind = kind
    self.id = id
    self.patient = patient
  }

  /// Returns the identity of a patient.
  public static func patient(_ id: String) -> CareIdentity {
    CareIdentity(.patient, id, of: id)
  }
}
