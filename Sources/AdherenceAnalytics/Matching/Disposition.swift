/// The result of matching one recorded outcome; every outcome has one.
public enum Disposition: String, CaseIterable, Hashable, Sendable, Codable {
  /// It is the outcome of an occurrence, or one of its values.
  case matched
  /// Its amount was added to an occurrence that already has an outcome, or it is part of that dose.
  case joined
  /// It counts for a quota, or as as-needed use.
  case used
  /// It is in the time of an occurrence that already has an outcome.
  case extra
  /// It is in the time of no occurrence.
  case unmatched
  /// It is in a hold.
  case held
  /// It is on a day on which the patient is not observed.
  case unobserved
  /// The plan has no occurrence with its key.
  case orphaned
  /// It followed the last kept event of the task too soon, and that dose was complete.
  case tooSoon
  /// It is after the time of the report, or belongs to an occurrence of a later day, has no time of its own,
  /// and was not recorded by then.
  case notYetKnown
  /// Its key is that of an occurrence outside the report.
  case elsewhere

  /// Whether it is an outcome without an occurrence.
  var isUnscheduled: Bool {
    switch self {
    case .extra, .unmatched, .held, .unobserved, .orphaned: true
    default: false
    }
  }
}
