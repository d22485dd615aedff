/// How many outcomes belong to no occurrence, by why.
package struct UnscheduledCounts: Hashable, Sendable, Codable {
  /// In the time of an occurrence that has an outcome already.
  package private(set) var extra = 0
  /// In the time of no occurrence.
  package private(set) var unmatched = 0
  /// In a hold.
  package private(set) var held = 0
  /// On a day on which the patient is not observed.
  package private(set) var unobserved = 0
  /// With a key that names an occurrence which the plan does not have.
  package private(set) var orphaned = 0

  /// Creates the counts of nothing.
  package init() {}

  /// Whether it can be added to others, wherever it was read.
  package var isSound: Bool {
    [extra, unmatched, held, unobserved, orphaned].allSatisfy(\.isCount)
  }

  /// Counts an outcome; those that have an occurrence, or are meant to have none, are in no count.
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
