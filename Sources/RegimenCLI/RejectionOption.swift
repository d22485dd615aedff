import ArgumentParser

/// The share of records that may be rejected.
struct RejectionOption: ParsableArguments {
  @Option(
    help: """
      The percentage of rows that may be rejected, including all rows of a patient, who then has no ratio. \
      (default: 5, but not all rows of any patient)
      """)
  var allowRejected: Double?

  func validate() throws {
    if let allowRejected, !(0...100 ~= allowRejected) {
      throw ValidationError("--allow-rejected \(allowRejected) must be 0 to 100.")
    }
  }

  /// The maximum share.
  var limit: Double { (allowRejected ?? 5) / 100 }
  /// Whether all rows of a patient may be rejected.
  var allowsLostPatients: Bool { allowRejected != nil }
}
