import Diagnostics

// What records contain and FHIR cannot represent.
extension InputError.Rule {
  static let holdNotWritten = InputError.Rule(
    "holdNotWritten",
    "is the start of a past hold, which requests cannot represent (no action needed)",
    keepsRecord: true)
  static let eventNotWritten = InputError.Rule(
    "eventNotWritten",
    "has a name or a time without a FHIR type (remove control characters, and correct its year)",
    keepsRecord: true)
  static let severalTimings = InputError.Rule(
    "severalTimings",
    "is the number of timings, but a ServiceRequest has only one (use several tasks)")
  static let capsOfService = InputError.Rule(
    "capsOfService",
    "has usage limits, which a ServiceRequest cannot represent (remove the limits)")
  static let valueNotWritten = InputError.Rule(
    "valueNotWritten", "is a value without a FHIR type, or not a number (remove it)",
    keepsRecord: true)
  static let doseUnknown = InputError.Rule(
    "doseUnknown", "has no amount in an Open mHealth unit (add the value)")
}
