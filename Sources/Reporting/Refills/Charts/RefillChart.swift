package import Charts

/// The charts of what was dispensed.
package enum RefillChart: String, CaseIterable, Hashable, Sendable {
  /// Fills as events along time.
  case fills
  /// A measure in windows that move.
  case windows
  /// How long the first treatment episodes lasted.
  case persistence
  /// How many patients have which value.
  case distribution

  /// Whether there is such a chart of one patient.
  package var showsPatients: Bool {
    switch self {
    case .fills, .windows: true
    case .persistence, .distribution: false
    }
  }
}

extension ChartKind {
  /// Whether its charts are of what was dispensed alone, and not of plans and what was recorded.
  package var isOfFillsAlone: Bool { self == .fills || self == .slidingWindows }
}
