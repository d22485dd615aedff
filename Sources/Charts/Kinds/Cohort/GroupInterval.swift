import AdherenceStatistics

/// How the interval of a group's mean ratio is found.
package enum GroupInterval: String, CaseIterable, Hashable, Sendable, Codable {
  /// By Student's *t*; what of it lies beyond 0 and 1 is cut off.
  case t
  /// By drawing patients again and again, corrected for bias and acceleration; missing where parameters
  /// ask for no resamples.
  case bootstrap
}

extension GroupInterval {
  /// The interval of a group.
  func interval(of group: GroupStatistics) -> Estimate<Interval> {
    switch self {
    case .t:
      group.summary.meanInterval.map {
        Interval(lower: max(0, $0.lower), upper: min(1, $0.upper))
      }
    case .bootstrap: group.bootstrap.map(\.bca)
    }
  }
}
