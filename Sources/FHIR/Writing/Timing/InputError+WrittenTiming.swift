import Diagnostics
import Scheduling

// What plans contain and a Timing cannot represent.
extension InputError.Rule {
  static let notATiming = InputError.Rule(
    "notATiming",
    "cannot be represented by FHIR's Timing (write the occurrences of some days instead)")
}

extension InputError {
  /// Returns the error for a part of an element that a Timing cannot represent.
  static func notATiming(_ part: String, of element: ScheduleElement) -> InputError {
    InputError(.against(.notATiming, text: part), field: element.id)
  }
}
