/// A kind of chart of dispensed supply.
package enum RefillChart: String, CaseIterable, Hashable, Sendable {
  /// Fills as events along time.
  case fills
  /// A measure in sliding windows.
  case windows
  /// The duration of the first treatment episodes.
  case persistence
  /// The number of patients by value.
  case distribution

  /// Whether the kind is available for one patient.
  package var showsPatients: Bool {
    switch self {
    case .fills, .windows: true
    case .persistence, .distribution: false
    }
  }
}
