/// What an event after a gap that is long enough for a discontinuation does to persistence.
///
/// Both rules are in use, and curves of the same patients differ by them.
public enum RestartRule: String, CaseIterable, Hashable, Sendable, Codable {
  /// It forgives the gap: treatment was interrupted, and persistence ends by a gap that nothing follows.
  case allowed
  /// It forgives nothing: the first such gap is the discontinuation, and what follows a new treatment.
  case ends
}
