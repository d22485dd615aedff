/// The rules for the duration of supplies.
///
/// The corresponding option names of AdhereR's `compute_event_durations` are given.
public struct SupplyRules: Hashable, Sendable, Codable {
  /// The handling of a supply when a stay begins (`special.periods.method`).
  public var stays: SupplyHandling
  /// The handling of a supply while its medication is not prescribed (`trt.interruption`).
  ///
  /// An interruption is between two episodes; after the last one a supply is used up. Stays are
  /// ignored during an interruption. A supply that continues through one is used up as it began:
  /// neither another dose nor a stay after the interruption changes it.
  public var interruptions: SupplyHandling
  /// Whether a supply is split when the prescribed dose changes (`split.on.dosage.change`);
  /// otherwise it is used up at its initial dose.
  public var splitsOnDosageChange: Bool
  /// Whether the first episode starts with an earlier first dispensing (`force.init.presc`); never
  /// if the episode has an end of its own.
  public var advancesFirstPrescription: Bool
  /// Whether a prescription ends at the first visit that does not renew it (`force.presc.renew`),
  /// except the last one of a medication.
  ///
  /// A visit is a day with a prescription of any medication.
  public var endsWithoutRenewal: Bool

  /// Creates rules with AdhereR's defaults.
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

/// The handling of a supply while the patient is not to use it.
public enum SupplyHandling: String, CaseIterable, Codable, Sendable {
  /// Use continues.
  case `continue`
  /// The remainder is discarded.
  case discard
  /// The remainder is used afterwards.
  case carryover
}
