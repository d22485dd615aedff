import ArgumentParser

/// The share of records that may be rejected.
struct RejectionOption: ParsableArguments {
  @Option(
    help: """
      The percentage of rows that may be rejected, including all rows of a patient, who then has no ratio. \
      (default: 5, but not all rows of any patient)
      """)
  var allowSetAside: Double?

  func validate() throws {
    if let allowSetAside, !(0...100 ~= allowSetAside) {
      throw ValidationError("--allow-set-aside \(allowSetAside) must be 0 to 100.")
    }
  }

  /// The maximum share.
  var limit: Double { (allowSetAside ?? 5) / 100 }
  /// Whether all rows of a patient may be rejected.
  var allowsLostPatients: Bool { allowSetAside != nil }
}
