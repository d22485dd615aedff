import Scheduling

/// What a store has to know of a thing that it keeps in versions.
protocol StoredRecord: Hashable, Sendable {
  static var kind: CareKind { get }
  /// The id that its versions share; `nil` for what has one version alone.
  var identity: String? { get }
  var group: String? { get }
  var tags: [String] { get }
  var remoteID: String? { get }
  var recordedAt: Instant? { get }
  /// Whether the version is an end: what follows it is added and not updated.
  var isEnded: Bool { get }

  /// Whether nothing tells which of two versions of one thing is the later one.
  func overlaps(_ other: Self, in zone: Zone) -> Bool
  /// The end that follows from versions in the order in which they were recorded.
  static func end(
    of versions: [Self], at moment: Moment?, recordedAt: Instant, in zone: Zone
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

  /// The versions that no later one eclipses, in the order in which they begin.
  ///
  /// A version eclipses what was recorded before it and does not begin before it.
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

  /// Ends the version that holds at the moment, so that what would follow it is eclipsed.
  static func end(
    of versions: [Self], at moment: Moment?, recordedAt: Instant, in zone: Zone
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

/// What is taken back whole by a last version.
protocol WithdrawnRecord: StoredRecord {
  var recordedAt: Instant? { get set }
  var isDeleted: Bool { get set }
}

extension WithdrawnRecord {
  var isEnded: Bool { isDeleted }

  static func end(
    of versions: [Self], at moment: Moment?, recordedAt: Instant, in zone: Zone
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
