public import Scheduling

/// A stretch of time in which a plan rests.
///
/// The occurrences that start in it are suspended: due to nobody, in no ratio, and neither success
/// nor failure.
public struct Hold: Hashable, Sendable {
  /// The task that rests; `nil` for all of the patient's.
  public var task: String?
  /// The first moment of the hold.
  public var from: Moment
  /// The first moment after it; `nil` while it lasts.
  public var to: Moment?
  /// Why.
  public var reason: String?

  /// Creates a hold.
  public init(task: String? = nil, from: Moment, to: Moment?, reason: String? = nil) {
    self.task = task
    self.from = from
    self.to = to
    self.reason = reason
  }
}
