public import Scheduling

/// What was dispensed to one patient, and where the patient was supplied otherwise.
public struct RefillRecord: Hashable, Sendable {
  /// The patient's identity.
  public var patient: String
  /// The supplies, in any order.
  public var fills: [Fill]
  /// The stays in a hospital or the like, in any order; they may touch or overlap.
  ///
  /// Days covered leave them out; other measures do not read them.
  public var stays: [Stay]
  /// The last day on which the patient can be observed, as that of enrolment or of life.
  ///
  /// Days covered end with it; other measures do not read it. `nil` where there is none.
  public var lastDay: CivilDate?

  /// Creates a record.
  public init(
    patient: String, fills: [Fill], stays: [Stay] = [], lastDay: CivilDate? = nil
  ) {
    self.patient = patient
    self.fills = fills
    self.stays = stays
    self.lastDay = lastDay
  }
}
