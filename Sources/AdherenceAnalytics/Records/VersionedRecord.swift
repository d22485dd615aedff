package import Scheduling

/// A record with versions that are effective one after the other, and the properties shared by all kinds.
package protocol VersionedRecord: Hashable, Sendable {
  var id: String { get }
  var effectiveFrom: LocalOrInstant? { get set }
  var recordedAt: Instant? { get set }
  var deletedAt: LocalOrInstant? { get set }
  var tags: [String] { get set }
  var notes: [RecordNote] { get set }
  var remoteID: String? { get set }
  var userInfo: [String: String] { get set }
  /// Returns the start of the version's effective time.
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

/// The identity of a version among all of its kind and patient.
package struct VersionIdentity: Hashable {
  package let id: String
  private let effectiveFrom: Instant?
  private let recordedAt: Instant?

  /// Creates the identity of a version, with local times resolved in a zone.
  package init(_ record: some VersionedRecord, in zone: Zone) {
    id = record.id
    effectiveFrom = record.effectiveFrom?.instant(in: zone)
    recordedAt = record.recordedAt
  }
}

/// The identity of a version of an outcome or hold.
package struct EventIdentity: Hashable {
  private let id: String
  private let recordedAt: Instant?

  /// Creates the identity of a version; `nil` without an id, and therefore without other versions.
  package init?(_ id: String?, _ recordedAt: Instant?) {
    guard let id else { return nil }
    (self.id, self.recordedAt) = (id, recordedAt)
  }
}
