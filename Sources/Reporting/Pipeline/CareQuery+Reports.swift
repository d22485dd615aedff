package import AdherenceAnalytics

extension CareQuery {
  /// All kinds of records that reports read.
  package static var reports: CareQuery {
    CareQuery(kinds: [.task, .outcome, .hold, .carePlan, .contact, .namedEvent])
  }
}
