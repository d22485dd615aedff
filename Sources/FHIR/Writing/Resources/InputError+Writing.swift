import Scheduling

// What records can say and FHIR cannot.
extension InputError.Rule {
  static let holdNotWritten = InputError.Rule(
    "holdNotWritten",
    "is the start of a hold that is over, which no request can say (none is needed)",
    keepsRecord: true)
  static let severalTimings = InputError.Rule(
    "severalTimings",
    "is the number of timings, of which a ServiceRequest has one (use several tasks)")
  static let capsOfService = InputError.Rule(
    "capsOfService",
    "is done as needed within limits that a ServiceRequest does not say (leave out the limits)")
  static let valueNotWritten = InputError.Rule(
    "valueNotWritten", "is a value that FHIR has no type for, or no number (leave it out)",
    keepsRecord: true)
  static let doseUnknown = InputError.Rule(
    "doseUnknown", "does not say how much was taken in units of Open mHealth (add the value)")
}
