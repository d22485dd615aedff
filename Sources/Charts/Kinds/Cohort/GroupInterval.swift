import AdherenceStatistics

/// The method for the interval of a group's mean ratio.
package enum GroupInterval: String, CaseIterable, Hashable, Sendable, Codable {
  /// Student's *t*, clipped to 0 and 1.
  case t
  /// The bootstrap with bias correction and acceleration; missing if the number of resamples is
  /// zero.
  case bootstrap
}

extension GroupInterval {
  /// Returns the interval of a group.
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
