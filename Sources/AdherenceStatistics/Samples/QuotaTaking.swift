/// The amounts due and done in evaluable quota periods.
package struct QuotaTaking: Hashable, Sendable {
  /// The periods.
  package internal(set) var periods = 0
  /// The number of uses due.
  package internal(set) var required = 0.0
  /// The number of those done.
  package internal(set) var credited = 0.0
}

extension QuotaTaking {
  mutating func merge(_ other: QuotaTaking) {
    periods += other.periods
    required += other.required
    credited += other.credited
  }

  /// Returns the ratio of occurrences and quotas; `nil` if nothing was due.
  func ratio(with count: AdherenceCount) -> Double? {
    let due = Double(count.expected) + required
    return due == 0 ? nil : (Double(count.taken) + credited) / due
  }
}
