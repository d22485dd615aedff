package import Scheduling

/// A version of an entity while it is effective.
package struct VersionInForce<Record: VersionedRecord> {
  /// The version.
  package var record: Record
  /// The start of the effective time; `nil` if unbounded.
  package var from: LocalOrInstant?
  /// The end of the effective time (exclusive); `nil` if unbounded.
  package var to: LocalOrInstant?
}

extension VersionInForce {
  /// Returns whether the effective time is empty.
  package func isEmpty(in zone: Zone) -> Bool {
    guard let to else { return false }
    return to.instant(in: zone) <= from?.instant(in: zone) ?? .earliest
  }

  /// Returns the parts of the version outside of an absence.
  func without(_ absence: Absence, in zone: Zone) -> [VersionInForce] {
    var (before, after) = (self, self)
    before.to = to.earlier(of: absence.from, in: zone)
    after.from = from.later(of: absence.to, in: zone)
    let hasBefore = absence.from != nil && !before.isEmpty(in: zone)
    let hasAfter = absence.to != nil && !after.isEmpty(in: zone)
    return (hasBefore ? [before] : []) + (hasAfter ? [after] : [])
  }
}

/// A range of time in which nothing is due because the patient or the plan does not exist.
struct Absence {
  /// The start; `nil` if unbounded.
  var from: LocalOrInstant?
  /// The end (exclusive); `nil` if unbounded.
  var to: LocalOrInstant?
}

extension [VersionInForce<Patient>] {
  /// The times without a patient: before the first version, and from a deletion to the next version.
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
  /// Returns the ranges from each deletion to the next version.
  func ends<Record>(in zone: Zone = .utc) -> [Absence]
  where Element == VersionInForce<Record>, Record: VersionedRecord {
    indices.compactMap { index in
      guard let end = self[index].record.deletedAt else { return nil }
      let next = index + 1 < count ? self[index + 1].from : nil
      let isOver = next.map { $0.instant(in: zone) <= end.instant(in: zone) } ?? false
      return isOver ? nil : Absence(from: end, to: next)
    }
  }

  /// Returns the effective versions of one entity, in order; at least one unless the array is empty.
  ///
  /// A version is effective from its `effectiveFrom` until that of the next, or until it is deleted. A
  /// version that was recorded later than another and has the same or an earlier `effectiveFrom` replaces the
  /// other.
  ///
  /// - Complexity: O(*n* log *n*) for *n* versions.
  package func inForce(in zone: Zone) -> [VersionInForce<Element>] where Element: VersionedRecord {
    let versions = count > 1 ? indicesInForce(in: zone).map { self[$0] } : self
    return versions.indices.map { index in
      let next = index + 1 < versions.count ? versions[index + 1].effectiveFrom : nil
      return VersionInForce(
        record: versions[index], from: versions[index].effectiveFrom,
        to: next.earlier(of: versions[index].deletedAt, in: zone))
    }
  }

  /// Returns the indices of the effective versions, in order of time.
  func indicesInForce(in zone: Zone) -> [Int] where Element: VersionedRecord {
    var kept: [VersionRank] = []
    for rank in enumerated().map({ VersionRank($1, at: $0, in: zone) }).sorted() {
      if let last = kept.last, rank.effective == last.effective { continue }
      // Kept versions are ascending in the time of recording, so comparing with the last suffices.
      if let last = kept.last, rank.recorded < last.recorded { continue }
      kept.append(rank)
    }
    return kept.map(\.position)
  }
}

/// The sort key of a version among those of its entity.
private struct VersionRank: Comparable {
  var effective: Instant
  /// The time of recording; unknown times sort first.
  var recorded: Instant
  var position: Int

  init(_ version: some VersionedRecord, at position: Int, in zone: Zone) {
    effective = version.effectiveFrom?.instant(in: zone) ?? .earliest
    recorded = version.recordedAt ?? .earliest
    self.position = position
  }

  /// Orders by effective time, then the latest recorded first.
  static func < (a: VersionRank, b: VersionRank) -> Bool {
    (a.effective, b.recorded, a.position) < (b.effective, a.recorded, b.position)
  }

}

extension LocalOrInstant? {
  /// Returns the earlier of two times, where `nil` is absent.
  func earlier(of other: LocalOrInstant?, in zone: Zone) -> LocalOrInstant? {
    guard let self, let other else { return self ?? other }
    return other.instant(in: zone) < self.instant(in: zone) ? other : self
  }

  /// Returns the later of two times, where `nil` is absent.
  func later(of other: LocalOrInstant?, in zone: Zone) -> LocalOrInstant? {
    guard let self, let other else { return self ?? other }
    return self.instant(in: zone) < other.instant(in: zone) ? other : self
  }
}
