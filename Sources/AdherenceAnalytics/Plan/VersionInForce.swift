package import Scheduling

/// One version of a thing while it is in force.
package struct VersionInForce<Record: VersionedRecord> {
  /// The version.
  package var record: Record
  /// The first local time that is the version's; `nil` means from ever.
  package var from: Moment?
  /// The first local time that is not; `nil` where nothing follows.
  package var to: Moment?
}

extension VersionInForce {
  /// Whether it holds for no time at all.
  package func isEmpty(in zone: Zone) -> Bool {
    guard let to else { return false }
    return to.instant(in: zone) <= from?.instant(in: zone) ?? .earliest
  }

  /// What is left of the version without a stretch.
  func without(_ absence: Absence, in zone: Zone) -> [VersionInForce] {
    var (before, after) = (self, self)
    before.to = to.earlier(of: absence.from, in: zone)
    after.from = from.later(of: absence.to, in: zone)
    let hasBefore = absence.from != nil && !before.isEmpty(in: zone)
    let hasAfter = absence.to != nil && !after.isEmpty(in: zone)
    return (hasBefore ? [before] : []) + (hasAfter ? [after] : [])
  }
}

/// A stretch in which nobody is there to do anything, or there is nothing to do it for.
struct Absence {
  /// `nil` means from ever.
  var from: Moment?
  /// The first moment after it; `nil` where nobody comes back.
  var to: Moment?
}

extension [VersionInForce<Patient>] {
  /// When there is no patient: before the first version, and from a deletion to the next version.
  var absences: [Absence] {
    let before = first.flatMap(\.from).map { [Absence(from: nil, to: $0)] } ?? []
    return before + ends()
  }
}

extension ObservationPeriod {
  /// The days before and after the period.
  var absences: [Absence] {
    let before = from.map { Absence(from: nil, to: .local(CivilDateTime(date: $0))) }
    let after = to.map { Absence(from: .local(CivilDateTime(date: $0.adding(days: 1))), to: nil) }
    return [before, after].compactMap(\.self)
  }
}

extension Array {
  /// From each deletion to the next version.
  func ends<Record>(in zone: Zone = .utc) -> [Absence]
  where Element == VersionInForce<Record>, Record: VersionedRecord {
    indices.compactMap { index in
      guard let end = self[index].record.deletedAt else { return nil }
      let next = index + 1 < count ? self[index + 1].from : nil
      let isOver = next.map { $0.instant(in: zone) <= end.instant(in: zone) } ?? false
      return isOver ? nil : Absence(from: end, to: next)
    }
  }

  /// The versions of one thing that are ever in force, in order; at least one of any.
  ///
  /// A version holds from its `effectiveFrom` until the next one's, or until it is deleted. One that
  /// was recorded later and holds as early as another, or earlier, takes that other's place wholly.
  ///
  /// - Complexity: O(*n* log *n*) for *n* versions.
  package func inForce(in zone: Zone) -> [VersionInForce<Element>] where Element: VersionedRecord {
    let versions = count > 1 ? placesInForce(in: zone).map { self[$0] } : self
    return versions.indices.map { index in
      let next = index + 1 < versions.count ? versions[index + 1].effectiveFrom : nil
      return VersionInForce(
        record: versions[index], from: versions[index].effectiveFrom,
        to: next.earlier(of: versions[index].deletedAt, in: zone))
    }
  }

  /// The positions of the versions that are ever in force, in order of time.
  func placesInForce(in zone: Zone) -> [Int] where Element: VersionedRecord {
    var kept: [VersionRank] = []
    for rank in enumerated().map({ VersionRank($1, at: $0, in: zone) }).sorted() {
      if let last = kept.last, rank.effective == last.effective { continue }
      // Each kept one was recorded no earlier than those before it, so that the last one tells.
      if let last = kept.last, rank.recorded < last.recorded { continue }
      kept.append(rank)
    }
    return kept.map(\.position)
  }
}

/// Where a version stands among those of its thing.
private struct VersionRank: Comparable {
  var effective: Instant
  /// When it became known; what was always known is the oldest.
  var recorded: Instant
  var position: Int

  init(_ version: some VersionedRecord, at position: Int, in zone: Zone) {
    effective = version.effectiveFrom?.instant(in: zone) ?? .earliest
    recorded = version.recordedAt ?? .earliest
    self.position = position
  }

  /// Orders by the moment from which versions hold, then the latest recorded first.
  static func < (a: VersionRank, b: VersionRank) -> Bool {
    (a.effective, b.recorded, a.position) < (b.effective, a.recorded, b.position)
  }

}

extension Moment? {
  /// The earlier of two moments, of which `nil` is none.
  func earlier(of other: Moment?, in zone: Zone) -> Moment? {
    guard let self, let other else { return self ?? other }
    return other.instant(in: zone) < self.instant(in: zone) ? other : self
  }

  /// The later of two moments, of which `nil` is none.
  func later(of other: Moment?, in zone: Zone) -> Moment? {
    guard let self, let other else { return self ?? other }
    return self.instant(in: zone) < other.instant(in: zone) ? other : self
  }
}
