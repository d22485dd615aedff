public import Diagnostics
public import Scheduling

/// The reason why a store rejected a batch of changes, without applying any of it, or a query of changes.
public enum StoreError: Error, Hashable, Sendable {
  /// An entity to be added exists and is not deleted.
  case duplicate(CareIdentity)
  /// An entity to be changed, or referred to, does not exist or is deleted.
  case noSuch(CareIdentity)
  /// A version has an earlier time of recording than the one it follows.
  ///
  /// It would change past results at a knowledge cutoff in between.
  case recordedEarlier(CareIdentity, than: Instant)
  /// A version has the same effective time and the same time of recording as another, so that their order is
  /// undefined.
  case overlapping(CareIdentity)
  /// An outcome or hold without an id was to be changed.
  case unnamed(CareKind, patient: String)
  /// A task's schedule, or the name of an event, is invalid.
  case invalid(CareIdentity, InputError)
  /// A revision is not one of this store's: it belongs to another store, to a diverged copy, or to the
  /// future.
  case unknownRevision(StoreRevision, newest: StoreRevision)
}

extension StoreError: CustomStringConvertible {
  /// The error with a suggested fix.
  public var description: String {
    switch self {
    case .duplicate(let identity):
      "\(identity) is there already (update it, or delete it first)"
    case .noSuch(let identity): "\(identity) is not there (add it first)"
    case .recordedEarlier(let identity, let known):
      "\(identity) has a version recorded at \(known) (record this one then or later)"
    case .overlapping(let identity):
      "\(identity) has a version of the same moments (give this one a later 'recordedAt')"
    case .unnamed(let kind, let patient):
      "\(kind.rawValue) of patient '\(patient)' without an id (give it one when it is added)"
    case .invalid(let identity, let error):
      "\(identity.kind == .task ? "the schedule of " : "")\(identity): \(error)"
    case .unknownRevision(let revision, let newest):
      "revision \(revision) is none of this store's, whose newest is \(newest)"
        + " (read the store anew, and go on from its own revision)"
    }
  }
}

extension CareIdentity: CustomStringConvertible {
  /// The kind and the ids, such as `task 'tablet' of patient 'ann'`.
  public var description: String {
    kind == .patient ? "patient '\(id)'" : "\(kind.rawValue) '\(id)' of patient '\(patient)'"
  }
}
