public import Scheduling

/// The days covered by supply, and their denominator.
///
/// - Pharmacy Quality Alliance: Proportion of days covered, measure specifications.
public struct DaysCovered: Hashable, Sendable {
  /// The date of the first fill in the period.
  public let index: CivilDate
  /// The days from the first fill to the end of the period.
  public let treatmentDays: Int
  /// The excluded days of stays among them.
  public let stayDays: Int
  /// The number of the remaining days with supply.
  public let covered: Int
  /// The number of fills in the period.
  public let fills: Int
  /// The number of days with a fill.
  public let fillDates: Int
  /// Whether the patient is eligible by the rules.
  public let isEligible: Bool
  /// Whether the patient is eligible and reaches the threshold, decided on whole days.
  public let isAdherent: Bool

  /// The number of days that count.
  public var denominator: Int { treatmentDays - stayDays }
  /// The share of days covered.
  public var proportion: Estimate<Double> { Estimate(covered, of: denominator, else: .noTime) }
}
