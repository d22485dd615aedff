/// What became of one recorded outcome: nothing is ever dropped without a word.
public enum Disposition: String, CaseIterable, Hashable, Sendable, Codable {
  /// It is the outcome of an occurrence, or one of its values.
  case matched
  /// Its amount joined the sum of an occurrence that has an outcome already, or it is part of that dose.
  case joined
  /// It was done for a quota, or used as needed.
  case used
  /// It lies in the time of an occurrence that has an outcome already.
  case extra
  /// It lies in the time of no occurrence.
  case unmatched
  /// It lies in a hold.
  case held
  /// It lies on a day on which the patient is not observed.
  case unobserved
  /// Its key names an occurrence that the plan does not have.
  case orphaned
  /// It followed the last kept event of the task too soon, and that dose lacked nothing of its amount.
  case tooSoon
  /// It happened after the moment of the report, or is about an occurrence of a later day without saying
  /// when it happened, and was not recorded by then.
  case notYetKnown
  /// Its key names an occurrence outside the report.
  case elsewhere

  /// Whether it is an outcome without an occurrence.
  var isUnscheduled: Bool {
    switch self {
    case .extra, .unmatched, .held, .unobserved, .orphaned: true
    default: false
    }
  }
}
