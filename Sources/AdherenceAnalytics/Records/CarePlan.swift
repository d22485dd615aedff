public import Scheduling

/// What a group of tasks is for, such as recovery after an operation.
public struct CarePlan: Hashable, Sendable {
  /// The name under which tasks refer to the plan, unique for a patient but for its versions.
  public var id: String
  /// The name that people read.
  public var title: String?
  /// The moment from which this version holds; `nil` means always.
  public var effectiveFrom: Moment?
  /// When this version became known; `nil` means always.
  public var recordedAt: Instant?
  /// The moment from which the plan is no more and its tasks ask for nothing; its past stays.
  public var deletedAt: Moment?
  /// The plans that it is listed with.
  public var group: String?
  /// Words to find the plan by.
  public var tags: [String] = []
  /// What was noted about the plan.
  public var notes: [Note] = []
  /// Its name in another system.
  public var remoteID: String?
  /// What a program wants to remember.
  public var userInfo: [String: String] = [:]

  /// Creates a plan that always holds.
  public init(id: String, title: String? = nil) {
    self.id = id
    self.title = title
  }
}
