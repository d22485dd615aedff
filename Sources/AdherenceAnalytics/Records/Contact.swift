public import Scheduling

/// A person or organisation that cares for a patient.
public struct Contact: Hashable, Sendable {
  /// The id by which records refer to the contact, shared by its versions.
  public var id: String
  /// The given name.
  public var givenName: String?
  /// The family name.
  public var familyName: String?
  /// The organisation that the contact belongs to.
  public var organisation: String?
  /// The role in the patient's care.
  public var role: String?
  /// The title before the name or after it, such as `MD`.
  public var title: String?
  /// Whether the contact is a professional.
  public var category: Category?
  /// The postal address.
  public var address: PostalAddress?
  /// Email addresses.
  public var emails: [LabelledValue] = []
  /// Telephone numbers.
  public var phones: [LabelledValue] = []
  /// Numbers and names for messaging.
  public var messaging: [LabelledValue] = []
  /// Other contact information.
  public var other: [LabelledValue] = []
  /// The id of the care plan that the contact belongs to.
  public var carePlan: String?
  /// The group in which it is listed.
  public var group: String?
  /// The start of this version's effective time; `nil` if unbounded.
  public var effectiveFrom: LocalOrInstant?
  /// When this version was recorded; `nil` if it was always known.
  public var recordedAt: Instant?
  /// The time of deletion; earlier times are unaffected.
  public var deletedAt: LocalOrInstant?
  /// Keywords.
  public var tags: [String] = []
  /// Notes about the contact.
  public var notes: [RecordNote] = []
  /// The id in another system.
  public var remoteID: String?
  /// Custom data of an application.
  public var userInfo: [String: String] = [:]

  /// The category of a contact.
  public enum Category: String, CaseIterable, Hashable, Sendable, Codable {
    /// A professional.
    case careProvider
    /// A friend or family member.
    case friendsAndFamily
  }

  /// Creates a contact that is always effective.
  public init(id: String, givenName: String? = nil, familyName: String? = nil) {
    self.id = id
    self.givenName = givenName
    self.familyName = familyName
  }
}

/// A value with a label, such as a number `at work`.
public struct LabelledValue: Hashable, Sendable {
  /// The label; need not be unique.
  public var label: String
  /// The number, address or name.
  public var value: String

  /// Creates a labelled value.
  public init(_ label: String, _ value: String) {
    self.label = label
    self.value = value
  }
}
