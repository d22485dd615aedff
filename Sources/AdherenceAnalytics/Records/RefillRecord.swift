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
  /// The days on which the patient is observed; every measure is clipped to them.
  public var observation: ObservationPeriod

  /// Creates a record.
  public init(
    patient: String, fills: [Fill], stays: [Stay] = [],
    observation: ObservationPeriod = ObservationPeriod()
  ) {
    self.patient = patient
    self.fills = fills
    self.stays = stays
    self.observation = observation
  }
}

/// A supply of a medicine that was dispensed.
public struct Fill: Hashable, Sendable {
  /// The day on which it was dispensed.
  public var date: CivilDate
  /// For how many days it lasts when it is used as prescribed.
  public var days: Double
  /// How much of it is used a day, in units of the dataset's choice; `nil` where that is not known.
  public var dose: Double?
  /// The drug, at best by its ingredient; `nil` where it is not known.
  ///
  /// Early refills shift within a drug of a class. The fills of a class that name no drug are taken for one drug.
  public var drug: String?
  /// The class of drugs; `nil` where it is not known.
  public var drugClass: String?

  /// Creates a fill.
  public init(
    _ date: CivilDate, days: Double, dose: Double? = nil, drug: String? = nil,
    drugClass: String? = nil
  ) {
    (self.date, self.days, self.dose) = (date, days, dose)
    (self.drug, self.drugClass) = (drug, drugClass)
  }
}

/// Days in a hospital or another institution that supplies its patients with medicines.
public struct Stay: Hashable, Sendable {
  /// The days, those of admission and discharge included.
  public var days: ClosedRange<CivilDate>

  /// Creates a stay.
  public init(_ days: ClosedRange<CivilDate>) { self.days = days }
}
