public import Scheduling

/// A person who follows a plan.
public struct Patient: Hashable, Sendable {
  /// The name under which records refer to the patient; any text.
  public var id: String
  /// The zone in which floating times resolve and days begin.
  public var zone: Zone
  /// The part of the cohort that the patient is compared with, such as a study arm.
  public var group: String?

  /// Creates a patient.
  public init(id: String, zone: Zone, group: String? = nil) {
    self.id = id
    self.zone = zone
    self.group = group
  }
}
