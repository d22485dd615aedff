import AdherenceAnalytics
import ArgumentParser
import Reporting

/// The share of records that may be rejected.
struct RejectionOption: ParsableArguments {
  @Option(help: .option("max-rejected"))
  var maxRejected: Share?

  /// The maximum share.
  var limit: Double { (maxRejected ?? .maxRejected).value }
  /// Whether all rows of a patient may be rejected.
  var allowsLostPatients: Bool { maxRejected != nil }
}
