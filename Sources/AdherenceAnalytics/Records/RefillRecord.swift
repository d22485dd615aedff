public import Scheduling

/// The dispensed supplies of one patient, with stays in which the patient was supplied otherwise.
public struct RefillRecord: Hashable, Sendable {
  /// The patient's id.
  public var patient: String
  /// The fills, in any order.
  public var fills: [Fill]
  /// The stays in a hospital or similar institution, in any order; they may be adjacent or overlap.
  ///
  /// Days covered exclude them; other measures ignore them.
  public var stays: [Stay]
  /// The days on which the patient is observed, to which every measure is clipped.
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

/// A dispensed supply of a medicine.
public struct Fill: Hashable, Sendable {
  /// The day of dispensing.
  public var date: CivilDate
  /// The number of days that it lasts when used as prescribed.
  public var days: Double
  /// The amount used each day, in any consistent unit; `nil` if unknown.
  public var dose: Double?
  /// The drug, preferably by ingredient; `nil` if unknown.
  ///
  /// Early refills carry over within a drug of a class. Fills of a class without a drug count as one drug.
  public var drug: String?
  /// The class of drugs; `nil` if unknown.
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

/// A stay in a hospital or another institution that supplies its patients with medicines.
public struct Stay: Hashable, Sendable {
  /// The days, including those of admission and discharge.
  public var days: ClosedRange<CivilDate>

  /// Creates a stay.
  public init(_ days: ClosedRange<CivilDate>) { self.days = days }
}
