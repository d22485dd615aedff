import ArgumentParser

/// How much of what is read may be unreadable.
struct SetAsideOption: ParsableArguments {
  @Option(
    help: """
      How many of the rows in a hundred may be set aside, and all of any patient, who then has no ratio. \
      (default: 5, and not all of any patient)
      """)
  var allowSetAside: Double?

  func validate() throws {
    if let allowSetAside, !(0...100 ~= allowSetAside) {
      throw ValidationError("--allow-set-aside \(allowSetAside) must be 0 to 100.")
    }
  }

  /// The greatest share.
  var limit: Double { (allowSetAside ?? 5) / 100 }
  /// Whether all rows of a patient may be.
  var allowsLostPatients: Bool { allowSetAside != nil }
}
