/// How the values of several classes become one.
public enum ClassSummary: String, CaseIterable, Hashable, Sendable, Codable {
  /// The least.
  case min
  /// Their mean.
  case mean
  /// The greatest.
  case max
}
