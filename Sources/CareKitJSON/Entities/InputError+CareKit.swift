import Diagnostics

// Warnings about CareKit documents, and errors in writing them.
extension InputError.Rule {
  /// CareKit adds the interval to the previous event, which drifts from the plan.
  static let drift = InputError.Rule(
    "drift",
    "is shown by CareKit at other times than planned, because it counts from the previous event"
      + " (avoid days 29 to 31 with months, times that clocks skip, and mixed units)",
    keepsRecord: true)
  /// CareKit's store does not keep the order of elements that start together.
  static let tiedStart = InputError.Rule(
    "tiedStart",
    "starts together with another element, and CareKit's store does not keep their order"
      + " (let them start a second apart)", keepsRecord: true)
  /// An element in a time zone other than the patient's.
  static let otherZone = InputError.Rule(
    "otherZone", "has a zone other than the patient's (it is kept)",
    keepsRecord: true)
  /// Two versions with the same predecessor.
  static let fork = InputError.Rule(
    "fork", "has the same predecessor as another version (the one recorded last is used)",
    keepsRecord: true)
  /// An empty address, as CareKit up to 3.1 writes it.
  static let empty = InputError.Rule(
    "empty", "is empty, as CareKit before 4.0 writes addresses (its content is lost)",
    keepsRecord: true)
  /// An integer beyond the precision of a Double.
  static let largeInteger = InputError.Rule(
    "largeInteger", "is an integer beyond 2^53, which is rounded (write it as text)",
    keepsRecord: true)
  /// A document with dates in two forms.
  static let mixedDates = InputError.Rule(
    "mixedDates", "is a date in another format than the first in the document (use one format)",
    keepsRecord: true)
  /// An entity whose patient is ambiguous.
  static let unassigned = InputError.Rule(
    "unassigned",
    "belongs to none of the document's patients (link it by a care plan; it is kept separately)",
    keepsRecord: true)
  /// A plan that CareKit cannot represent.
  static let notInCareKit = InputError.Rule(
    "notInCareKit",
    "cannot be represented in CareKit (plan it by days, weeks, months or elapsed time)")
  /// A property that CareKit cannot represent.
  static let omitted = InputError.Rule(
    "leftOut", "has no counterpart in CareKit and is omitted (the rest is written)",
    keepsRecord: true)
}
