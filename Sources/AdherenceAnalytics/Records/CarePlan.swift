public import Scheduling

/// The purpose of a group of tasks, such as recovery after an operation.
public struct CarePlan: Hashable, Sendable {
  /// The id by which tasks refer to the plan, shared by its versions.
  public var id: String
  /// The display name.
  public var title: String?
  /// The start of this version's effective time; `nil` if unbounded.
  public var effectiveFrom: LocalOrInstant?
  /// When this version was recorded; `nil` if it was always known.
  public var recordedAt: Instant?
  /// The time of deletion, from which the plan's tasks have nothing due; earlier times are unaffected.
  public var deletedAt: LocalOrInstant?
  /// The group in which it is listed.
  public var group: String?
  /// Keywords.
  public var tags: [String] = []
  /// Notes about the plan.
  public var notes: [RecordNote] = []
  /// The id in another system.
  public var remoteID: String?
  /// Custom data of an application.
  public var userInfo: [String: String] = [:]

  /// Creates a plan that is always effective.
  public init(id: String, title: String? = nil) {
    self.id = id
    self.title = title
  }
}
