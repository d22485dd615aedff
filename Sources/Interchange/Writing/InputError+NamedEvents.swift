package import Diagnostics

extension InputError {
  /// Returns the warning that the named events are not written, as a format cannot represent plans that follow
  /// them.
  ///
  /// - Parameters:
  ///   - count: The number of omitted records, more than 0.
  ///   - format: The name of the format.
  /// - Returns: The warning, without the patient.
  package static func namedEventsOmitted(_ count: Int, from format: String) -> InputError {
    let rule = Rule(
      "namedEventsOmitted",
      "are omitted, \(count.counting("record")): plans that follow them are written with their dates, and \(format)"
        + " has no form for the rule (export a dataset folder to keep them)",
      keepsRecord: true)
    return InputError(.against(rule, text: ""), field: "namedEvents")
  }
}
