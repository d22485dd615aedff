package import Diagnostics

extension InputError {
  /// Returns the warning that a format has no form for named events.
  ///
  /// - Parameters:
  ///   - count: The number of omitted records, more than 0.
  ///   - format: The name of the format.
  /// - Returns: The warning, without the patient.
  package static func namedEventsOmitted(_ count: Int, from format: String) -> InputError {
    let rule = Rule(
      "namedEventsOmitted",
      "are not written: \(count.counting("record", "has", "have")) no form in \(format), and only the dates of the"
        + " plans that follow them are written (export a dataset folder to keep the events)",
      keepsRecord: true)
    return InputError(.against(rule, text: ""), field: "namedEvents")
  }
}
