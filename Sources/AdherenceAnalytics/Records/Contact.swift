public import Scheduling

/// Somebody who cares for a patient.
public struct Contact: Hashable, Sendable {
  /// The name under which records refer to the contact, unique for a patient but for its versions.
  public var id: String
  /// The name that people read.
  public var name: String?
  /// The id of the care plan that the contact belongs to.
  public var carePlan: String?
  /// The moment from which this version holds; `nil` means always.
  public var effectiveFrom: Moment?
  /// When this version became known; `nil` means always.
  public var recordedAt: Instant?
  /// The moment from which the contact is no more; its past stays.
  public var deletedAt: Moment?
  /// Words to find the contact by.
  public var tags: [String] = []
  /// What was noted about the contact.
  public var notes: [Note] = []
  /// Its name in another system.
  public var remoteID: String?
  /// What a program wants to remember.
  public var userInfo: [String: String] = [:]

  /// Creates a contact.
  public init(id: String, name: String? = nil) {
    self.id = id
    self.name = name
  }
}
