/// The numbers of outcomes without an occurrence, by reason.
package struct UnscheduledCounts: Hashable, Sendable, Codable {
  /// In the time of an occurrence that already has an outcome.
  package private(set) var extra = 0
  /// In the time of no occurrence.
  package private(set) var unmatched = 0
  /// In a hold.
  package private(set) var held = 0
  /// On a day on which the patient is not observed.
  package private(set) var unobserved = 0
  /// With a key that no occurrence of the plan has.
  package private(set) var orphaned = 0

  package init() {}

  /// Whether the counts are valid and can be added, regardless of their source.
  package var isSound: Bool {
    [extra, unmatched, held, unobserved, orphaned].allSatisfy(\.isCount)
  }

  /// Counts an outcome; those with an occurrence, or that need none, are not counted.
  mutating func add(_ disposition: Disposition) {
    switch disposition {
    case .extra: extra += 1
    case .unmatched: unmatched += 1
    case .held: held += 1
    case .unobserved: unobserved += 1
    case .orphaned: orphaned += 1
    case .matched, .joined, .used, .tooSoon, .notYetKnown, .elsewhere: break
    }
  }

  /// Adds the counts of another part.
  package mutating func merge(_ other: UnscheduledCounts) {
    extra += other.extra
    unmatched += other.unmatched
    held += other.held
    unobserved += other.unobserved
    orphaned += other.orphaned
  }
}
