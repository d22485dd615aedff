package import AdherenceAnalytics

extension CareQuery {
  /// All that reports look at.
  package static var reports: CareQuery {
    CareQuery(kinds: [.task, .outcome, .hold, .carePlan, .contact])
  }
}
