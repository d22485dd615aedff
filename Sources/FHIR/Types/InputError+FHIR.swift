package import Scheduling

// The rules for FHIR resources, with the codes under which reports count violations.
extension InputError.Rule {
  // References, times and zones.
  package static let unknownPatient = InputError.Rule(
    "unknownPatient", "refers to no patient that is read (add the Patient)")
  package static let unknownTask = InputError.Rule(
    "unknownTask", "refers to no request that is read (add it, or name it in 'request')")
  package static let manyTasks = InputError.Rule(
    "manyTasks", "may be of several requests (name the one in 'request')")
  package static let zoneUnknown = InputError.Rule(
    "zoneUnknown", "has no time zone (add the extension 'timezone', or give a zone as an option)")
  package static let missingOffset = InputError.Rule(
    "missingOffset", "has a time without an offset, read by the patient's clock (add the offset)",
    keepsRecord: true)
  package static let partialDate = InputError.Rule(
    "partialDate", "has no day, and is read as its first or last moment (write the whole date)",
    keepsRecord: true)
  /// A partial date in an event, where the missing day or time is essential.
  package static let partialEvent = InputError.Rule(
    "partialDate", "says too little to know when something happens (write the whole date)")
  package static let modifierExtension = InputError.Rule(
    "modifierExtension",
    "is an extension that changes what is meant, and is not known (leave it out)")
  package static let unsupportedExtension = InputError.Rule(
    "unsupportedExtension", "is an extension that this version does not evaluate (leave it out)")
  package static let malformed = InputError.Rule(
    "malformed", "is not what FHIR has here (see the element's type)")

  // Resources.
  package static let notAPlan = InputError.Rule(
    "notAPlan", "is no plan to follow (the status or intent says otherwise)")
  package static let endAssumed = InputError.Rule(
    "endAssumed", "does not say when it ended; the last update is taken (add 'statusChanged')",
    keepsRecord: true)
  package static let endUnknown = InputError.Rule(
    "endUnknown", "does not say when it ended (add 'statusChanged' or 'meta.lastUpdated')")
  package static let notAnOutcome = InputError.Rule(
    "notAnOutcome", "says of nothing that it was done or not (the status says otherwise)")
  package static let noTime = InputError.Rule(
    "noTime", "does not say when it was (add the time)")
  package static let notAFill = InputError.Rule(
    "notAFill", "was not handed over (the status says otherwise)")
  package static let noDaysSupply = InputError.Rule(
    "noDaysSupply", "does not say for how long it lasts (add 'daysSupply' in d or wk)")
  package static let textOnly = InputError.Rule(
    "textOnly", "says how often in words alone, which are not read (add 'repeat' or a code)")
}
