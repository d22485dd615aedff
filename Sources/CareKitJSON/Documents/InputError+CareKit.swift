import Scheduling

// What CareKit's documents say that is kept, and is reported.
extension InputError.Rule {
  /// CareKit adds an interval to the occurrence before, and so drifts from what was planned.
  static let drift = InputError.Rule(
    "drift",
    "is shown by CareKit at other times than planned, since it counts from the occurrence before"
      + " (avoid days 29 to 31 with months, times that clocks skip, and mixed units)",
    keepsRecord: true)
  /// Elements that start together have no order in CareKit's store.
  static let tiedStart = InputError.Rule(
    "tiedStart",
    "starts with another element, and CareKit's store does not keep their order"
      + " (let them start a second apart)", keepsRecord: true)
  /// An element follows clocks that are not the patient's.
  static let otherZone = InputError.Rule(
    "otherZone", "follows the clocks of a zone that is not the patient's (they are kept)",
    keepsRecord: true)
  /// Two versions follow the same one.
  static let fork = InputError.Rule(
    "fork", "follows a version that another one follows too (the one recorded last counts)",
    keepsRecord: true)
  /// CareKit up to 3.1 writes nothing of an address.
  static let empty = InputError.Rule(
    "empty", "is empty, as CareKit before 4.0 writes addresses (its parts are lost)",
    keepsRecord: true)
  /// A number that not every program reads as it is.
  static let largeInteger = InputError.Rule(
    "largeInteger", "is an integer beyond 2^53, which is rounded (write it as a text)",
    keepsRecord: true)
  /// A document writes dates in two ways.
  static let mixedDates = InputError.Rule(
    "mixedDates", "is a date in another form than others of the document (use one form)",
    keepsRecord: true)
  /// Nothing tells whose an entity is.
  static let unassigned = InputError.Rule(
    "unassigned",
    "belongs to none of the document's patients (link it by a care plan; it is kept apart)",
    keepsRecord: true)
  /// A plan that CareKit cannot have.
  static let notInCareKit = InputError.Rule(
    "notInCareKit",
    "cannot be written for CareKit (plan it by days, weeks, months or elapsed time)")
  /// A part that CareKit has no place for.
  static let leftOut = InputError.Rule(
    "leftOut", "has no place in CareKit and is left out (the rest is written)", keepsRecord: true)
}
