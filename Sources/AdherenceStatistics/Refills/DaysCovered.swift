public import Scheduling

/// The days on which a patient had supply, and what they are of.
///
/// - Pharmacy Quality Alliance: Proportion of days covered, measure specifications.
public struct DaysCovered: Hashable, Sendable {
  /// The date of the first fill in the period.
  public let index: CivilDate
  /// The days from the first fill to the end of the period.
  public let treatmentDays: Int
  /// Those of them that belong to stays and do not count.
  public let stayDays: Int
  /// Those of the others on which there was supply.
  public let covered: Int
  /// The number of fills in the period.
  public let fills: Int
  /// The number of days with a fill.
  public let fillDates: Int
  /// Whether the rules ask for this patient.
  public let isEligible: Bool
  /// Whether the patient is eligible and reaches the threshold, decided on whole days.
  public let isAdherent: Bool

  /// The days that count.
  public var denominator: Int { treatmentDays - stayDays }
  /// The days covered, by those that count.
  public var proportion: Estimate<Double> { Estimate(covered, of: denominator, else: .noTime) }
}
