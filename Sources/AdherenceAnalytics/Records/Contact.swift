public import Scheduling

/// Somebody who cares for a patient.
public struct Contact: Hashable, Sendable {
  /// The name under which records refer to the contact, unique for a patient but for its versions.
  public var id: String
  /// The given name.
  public var givenName: String?
  /// The family name.
  public var familyName: String?
  /// The organisation that the contact belongs to.
  public var organisation: String?
  /// What the contact does for the patient, in words.
  public var role: String?
  /// The title before the name or after it, such as `MD`.
  public var title: String?
  /// Whether the contact cares by profession.
  public var category: Category?
  /// Where to write to.
  public var address: PostalAddress?
  /// Addresses of electronic mail.
  public var emails: [LabelledValue] = []
  /// Telephone numbers.
  public var phones: [LabelledValue] = []
  /// Numbers and names for messages.
  public var messaging: [LabelledValue] = []
  /// Other ways to reach the contact.
  public var other: [LabelledValue] = []
  /// The id of the care plan that the contact belongs to.
  public var carePlan: String?
  /// The contacts that it is listed with.
  public var group: String?
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

  /// Why somebody cares for a patient.
  public enum Category: String, CaseIterable, Hashable, Sendable, Codable {
    /// By profession.
    case careProvider
    /// By affection.
    case friendsAndFamily
  }

  /// Creates a contact that always holds.
  public init(id: String, givenName: String? = nil, familyName: String? = nil) {
    self.id = id
    self.givenName = givenName
    self.familyName = familyName
  }
}

/// A value that a word tells from others of its kind, such as a number `at work`.
public struct LabelledValue: Hashable, Sendable {
  /// What tells it apart; any text, the same one twice included.
  public var label: String
  /// The number, address or name.
  public var value: String

  /// Creates a labelled value.
  public init(_ label: String, _ value: String) {
    self.label = label
    self.value = value
  }
}
