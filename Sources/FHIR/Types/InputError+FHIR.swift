package import Diagnostics

// The rules for FHIR resources, with the codes under which reports count violations.
extension InputError.Rule {
  // References, times and zones.
  package static let unknownPatient = InputError.Rule(
    "unknownPatient", "refers to an unknown patient (add the Patient)")
  package static let unknownTask = InputError.Rule(
    "unknownTask", "refers to an unknown request (add it, or reference it in 'request')")
  package static let manyTasks = InputError.Rule(
    "manyTasks", "matches several requests (reference one in 'request')")
  package static let zoneUnknown = InputError.Rule(
    "zoneUnknown", "has no time zone (add the extension 'timezone', or give a zone as an option)")
  package static let missingOffset = InputError.Rule(
    "missingOffset",
    "has a time without an offset, read in the patient's time zone (add the offset)",
    keepsRecord: true)
  package static let partialDate = InputError.Rule(
    "partialDate", "has no day and is read as its first or last moment (write the full date)",
    keepsRecord: true)
  /// A partial date in an event, where the missing day or time is essential.
  package static let partialEvent = InputError.Rule(
    "partialDate", "is too imprecise for an event (write the full date)")
  package static let modifierExtension = InputError.Rule(
    "modifierExtension",
    "is an unknown modifier extension (remove it)")
  package static let unsupportedExtension = InputError.Rule(
    "unsupportedExtension", "is an extension that this version does not evaluate (remove it)")
  package static let malformed = InputError.Rule(
    "malformed", "does not have the type that FHIR requires here (see the element's type)")

  // Resources.
  package static let notAPlan = InputError.Rule(
    "notAPlan", "is not a plan to follow (by its status or intent)")
  package static let endAssumed = InputError.Rule(
    "endAssumed", "has no end; the last update is used (add 'statusChanged')",
    keepsRecord: true)
  package static let endUnknown = InputError.Rule(
    "endUnknown", "has no end (add 'statusChanged' or 'meta.lastUpdated')")
  package static let notAnOutcome = InputError.Rule(
    "notAnOutcome", "is not an outcome (by its status)")
  package static let noTime = InputError.Rule(
    "noTime", "has no time (add it)")
  package static let notAFill = InputError.Rule(
    "notAFill", "was not dispensed (by its status)")
  package static let noDaysSupply = InputError.Rule(
    "noDaysSupply", "has no days of supply (add 'daysSupply' in d or wk)")
  package static let textOnly = InputError.Rule(
    "textOnly", "gives the frequency only as text, which is not parsed (add 'repeat' or a code)")
}
