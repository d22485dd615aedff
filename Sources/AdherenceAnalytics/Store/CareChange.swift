public import Scheduling

/// One thing to write to a store.
public enum CareChange: Hashable, Sendable {
  /// Writes the first version of something, or the first one after its deletion.
  case add(CareEntity)
  /// Appends a version to something that is there; earlier versions keep their time.
  ///
  /// Its `recordedAt` is later than that of the others; for what has an `effectiveFrom` it may be the
  /// same where that differs.
  case update(CareEntity)
  /// Ends something from a moment on; its past stays.
  ///
  /// Without a moment it never was. Outcomes and holds are taken back whole, whatever the moment.
  case delete(CareIdentity, at: Moment? = nil, recordedAt: Instant)

  /// The id of the patient whose record changes.
  public var patient: String {
    switch self {
    case .add(let entity), .update(let entity): entity.patient
    case .delete(let identity, _, _): identity.patient
    }
  }
}

/// The kinds of things that a store keeps.
public enum CareKind: String, CaseIterable, Hashable, Sendable, Codable {
  case patient, carePlan, contact, task, outcome, hold
}

/// One version of anything that a store keeps, with the id of the patient whose it is.
public enum CareEntity: Hashable, Sendable {
  case patient(Patient)
  case carePlan(CarePlan, of: String)
  case contact(Contact, of: String)
  case task(CareTask, of: String)
  case outcome(Outcome, of: String)
  case hold(Hold, of: String)

  /// The id of the patient.
  public var patient: String {
    switch self {
    case .patient(let patient): patient.id
    case .carePlan(_, let patient), .contact(_, let patient), .task(_, let patient),
      .outcome(_, let patient), .hold(_, let patient):
      patient
    }
  }
}

/// What tells one thing in a store from all others.
public struct CareIdentity: Hashable, Sendable {
  /// What it is.
  public var kind: CareKind
  /// Its id, unique among those of its kind and patient.
  public var id: String
  /// The id of the patient whose it is.
  public var patient: String

  /// Names a thing of a patient.
  public init(_ kind: CareKind, _ id: String, of patient: String) {
    self.kind = kind
    self.id = id
    self.patient = patient
  }

  /// Names a patient.
  public static func patient(_ id: String) -> CareIdentity {
    CareIdentity(.patient, id, of: id)
  }
}
