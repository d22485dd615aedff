/// How the durations of supplies follow from what was prescribed and dispensed.
///
/// The names in AdhereR's `compute_event_durations` are given with each.
public struct SupplyRules: Hashable, Sendable, Codable {
  /// What becomes of a supply when a stay begins (`special.periods.method`).
  public var stays: SupplyHandling
  /// What becomes of a supply while its medicine is not prescribed (`trt.interruption`).
  ///
  /// An interruption lies between two episodes; after the last one a supply is used up. Stays play no
  /// part during an interruption. A supply that continues through one is used up as it began: neither
  /// another dose nor a stay behind the interruption changes it.
  public var interruptions: SupplyHandling
  /// Whether a supply is split on the day on which the prescribed dose changes
  /// (`split.on.dosage.change`); else it is used up at the dose with which it began.
  public var splitsOnDosageChange: Bool
  /// Whether the first episode begins with the first dispensing where that comes earlier
  /// (`force.init.presc`); never where the episode has an end of its own.
  public var advancesFirstPrescription: Bool
  /// Whether a prescription ends on the patient's first visit on which it is not renewed
  /// (`force.presc.renew`); the last one of a medicine does not.
  ///
  /// A visit is a day on which any medicine was prescribed.
  public var endsWithoutRenewal: Bool

  /// Creates rules; the defaults are AdhereR's.
  public init(
    stays: SupplyHandling = .continue, interruptions: SupplyHandling = .continue,
    splitsOnDosageChange: Bool = true, advancesFirstPrescription: Bool = false,
    endsWithoutRenewal: Bool = false
  ) {
    self.stays = stays
    self.interruptions = interruptions
    self.splitsOnDosageChange = splitsOnDosageChange
    self.advancesFirstPrescription = advancesFirstPrescription
    self.endsWithoutRenewal = endsWithoutRenewal
  }
}

/// What becomes of a supply while the patient is not to use it.
public enum SupplyHandling: String, CaseIterable, Codable, Sendable {
  /// It is used on, as if nothing had happened.
  case `continue`
  /// What is left of it is thrown away.
  case discard
  /// What is left of it is used afterwards.
  case carryover
}
