package import Scheduling

/// A record whose versions hold one after the other, with what all of its kinds carry.
package protocol VersionedRecord: Hashable, Sendable {
  var id: String { get }
  var effectiveFrom: Moment? { get set }
  var recordedAt: Instant? { get set }
  var deletedAt: Moment? { get set }
  var tags: [String] { get set }
  var notes: [Note] { get set }
  var remoteID: String? { get set }
  var userInfo: [String: String] { get set }
  /// When the version begins to hold.
  func begin(in zone: Zone) -> Instant
}

extension VersionedRecord {
  package func begin(in zone: Zone) -> Instant { effectiveFrom?.instant(in: zone) ?? .earliest }
}

extension Patient: VersionedRecord {}
extension CarePlan: VersionedRecord {}
extension Contact: VersionedRecord {}

extension CareTask: VersionedRecord {
  package func begin(in zone: Zone) -> Instant {
    let from = effectiveFrom?.instant(in: zone)
    return from ?? schedule.elements.map { $0.start.instant(in: zone) }.min() ?? .earliest
  }
}

/// What tells a version of a record from all others of its kind and patient.
package struct VersionIdentity: Hashable {
  package let id: String
  private let effectiveFrom: Instant?
  private let recordedAt: Instant?

  /// Takes the moments of a version, which local times mean in a zone.
  package init(_ record: some VersionedRecord, in zone: Zone) {
    id = record.id
    effectiveFrom = record.effectiveFrom?.instant(in: zone)
    recordedAt = record.recordedAt
  }
}

/// What tells a version of an outcome or hold from all others.
package struct EventIdentity: Hashable {
  private let id: String
  private let recordedAt: Instant?

  /// Takes what is known of a version; `nil` of what has no id and so no other version.
  package init?(_ id: String?, _ recordedAt: Instant?) {
    guard let id else { return nil }
    (self.id, self.recordedAt) = (id, recordedAt)
  }
}
