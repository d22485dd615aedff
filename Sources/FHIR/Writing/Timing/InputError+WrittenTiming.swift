import Scheduling

// What plans can say and a Timing cannot.
extension InputError.Rule {
  static let notATiming = InputError.Rule(
    "notATiming", "cannot be said by FHIR's Timing (write the moments of some days instead)")
}

extension InputError {
  /// What an element has that no Timing says.
  static func notATiming(_ part: String, of element: ScheduleElement) -> InputError {
    InputError(.against(.notATiming, text: part), field: element.id)
  }
}
