import Scheduling

/// One version of a task while it is in force.
struct VersionInForce {
  var task: CareTask
  /// The first local time that is the version's; `nil` means from ever.
  var from: Moment?
  /// The first local time that is not; `nil` where nothing follows.
  var to: Moment?
}

extension [CareTask] {
  /// The versions of one task that are ever in force, in order; at least one of any.
  ///
  /// A version holds from its `effectiveFrom` until the next one's, or until it is deleted. One that
  /// was recorded later and holds as early as another, or earlier, takes that other's place wholly.
  ///
  /// - Complexity: O(*n* log *n*) for *n* versions.
  func inForce(in zone: Zone) -> [VersionInForce] {
    let versions = count > 1 ? VersionRank.surviving(self, in: zone).map { self[$0] } : self
    return versions.indices.map { index in
      let next = index + 1 < versions.count ? versions[index + 1].effectiveFrom : nil
      return VersionInForce(
        task: versions[index], from: versions[index].effectiveFrom,
        to: next.earlier(of: versions[index].deletedAt, in: zone))
    }
  }
}

/// Where a version stands among those of its task.
private struct VersionRank: Comparable {
  var effective: Instant
  /// When it became known; what was always known is the oldest.
  var recorded: Instant
  var position: Int

  init(_ version: CareTask, at position: Int, in zone: Zone) {
    effective = version.effectiveFrom?.instant(in: zone) ?? .earliest
    recorded = version.recordedAt ?? .earliest
    self.position = position
  }

  /// Orders by the moment from which versions hold, then the latest recorded first.
  static func < (a: VersionRank, b: VersionRank) -> Bool {
    (a.effective, b.recorded, a.position) < (b.effective, a.recorded, b.position)
  }

  /// The positions of the versions whose place no other takes, in order of time.
  static func surviving(_ versions: [CareTask], in zone: Zone) -> [Int] {
    var kept: [VersionRank] = []
    for rank in versions.enumerated().map({ VersionRank($1, at: $0, in: zone) }).sorted() {
      if let last = kept.last, rank.effective == last.effective { continue }
      // Each kept one was recorded no earlier than those before it, so that the last one tells.
      if let last = kept.last, rank.recorded < last.recorded { continue }
      kept.append(rank)
    }
    return kept.map(\.position)
  }
}

extension CareRecord {
  /// The positions of task versions that cannot be told from an earlier one: they hold from the same
  /// moment and became known at the same.
  ///
  /// The earlier one is used, and these change nothing.
  public var overlappingVersions: [Int] {
    var known: Set<VersionIdentity> = []
    return tasks.indices.filter { index in
      let task = tasks[index]
      let effective = task.effectiveFrom?.instant(in: patient.zone)
      return !known.insert(
        VersionIdentity(task: task.id, effective: effective, recorded: task.recordedAt)
      ).inserted
    }
  }

  private struct VersionIdentity: Hashable {
    var task: String
    var effective: Instant?
    var recorded: Instant?
  }
}

extension Moment? {
  /// The earlier of two moments, of which `nil` is none.
  func earlier(of other: Moment?, in zone: Zone) -> Moment? {
    guard let self, let other else { return self ?? other }
    return other.instant(in: zone) < self.instant(in: zone) ? other : self
  }
}
