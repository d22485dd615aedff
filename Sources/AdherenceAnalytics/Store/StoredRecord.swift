import Scheduling

/// The requirements on a record that is stored in versions.
protocol StoredRecord: Hashable, Sendable {
  static var kind: CareKind { get }
  /// The id that its versions share; `nil` for a record without versions.
  var identity: String? { get }
  var group: String? { get }
  var tags: [String] { get }
  var remoteID: String? { get }
  var recordedAt: Instant? { get }
  /// Whether the version is an end, after which the next version is an addition and not an update.
  var isEnded: Bool { get }

  /// Returns whether the order of two versions of one entity is undefined.
  func overlaps(_ other: Self, in zone: Zone) -> Bool
  /// Returns the version that ends an entity with some versions, given in order of recording.
  static func end(
    of versions: [Self], at moment: LocalOrInstant?, recordedAt: Instant, in zone: Zone
  ) -> Self?
}

extension StoredRecord {
  func overlaps(_ other: Self, in zone: Zone) -> Bool { recordedAt == other.recordedAt }
}

extension QueriedRecord where Self: VersionedRecord {
  var identity: String? { id }
  var isEnded: Bool { deletedAt != nil }

  func overlaps(_ other: Self, in zone: Zone) -> Bool {
    VersionIdentity(self, in: zone) == VersionIdentity(other, in: zone)
  }

  /// Returns the versions that are not superseded by later ones, in order of effective time.
  ///
  /// A version supersedes those recorded before it that are not effective before it.
  private static func standing(of versions: [Self], in zone: Zone) -> [(begin: Instant, Self)] {
    var standing: [(begin: Instant, Self)] = []
    for version in versions {
      let begin = version.begin(in: zone)
      while let last = standing.last, last.begin >= begin { standing.removeLast() }
      standing.append((begin, version))
    }
    return standing
  }

  static func newest(of versions: [Self], in range: Range<Instant>, zone: Zone) -> Self? {
    if range.isEmpty { return nil }
    let standing = standing(of: versions, in: zone)
    guard let (begin, newest) = standing.last(where: { $0.begin < range.upperBound }) else {
      return nil
    }
    guard let end = newest.deletedAt?.instant(in: zone) else { return newest }
    return end > max(begin, range.lowerBound) ? newest : nil
  }

  /// Ends the version that is effective at the time, and supersedes those after it.
  static func end(
    of versions: [Self], at moment: LocalOrInstant?, recordedAt: Instant, in zone: Zone
  ) -> Self? {
    let moment = moment ?? .local(.first)
    let instant = moment.instant(in: zone)
    let standing = standing(of: versions, in: zone)
    guard var end = (standing.last { $0.begin <= instant } ?? standing.first)?.1 else {
      return nil
    }
    end.recordedAt = recordedAt
    if let known = end.deletedAt?.instant(in: zone), known <= instant { return end }
    end.deletedAt = moment
    return end
  }
}

/// A record that is deleted entirely by a last version.
protocol WithdrawnRecord: StoredRecord {
  var recordedAt: Instant? { get set }
  var isDeleted: Bool { get set }
}

extension WithdrawnRecord {
  var isEnded: Bool { isDeleted }

  static func end(
    of versions: [Self], at moment: LocalOrInstant?, recordedAt: Instant, in zone: Zone
  ) -> Self? {
    var end = versions.last
    end?.recordedAt = recordedAt
    end?.isDeleted = true
    return end
  }
}

extension Hold: WithdrawnRecord {
  static let kind = CareKind.hold
  var identity: String? { id }
  var tags: [String] { [] }
}

extension NamedEvent: WithdrawnRecord {
  static let kind = CareKind.namedEvent
  var identity: String? { id }
  var group: String? { nil }
  var tags: [String] { [] }
}
