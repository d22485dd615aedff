/// What a ratio counts of those due.
public enum Numerator: String, CaseIterable, Hashable, Sendable, Codable {
  /// Those done.
  case completed
  /// Those done while their window was open.
  case onTime
  /// The sum of the progress, so that half a walk counts half.
  case progress
}
