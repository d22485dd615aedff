public import AdherenceAnalytics
public import Scheduling

/// How the proportion of days covered is counted, and for whom.
///
/// The defaults are those of the Pharmacy Quality Alliance (PQA), with the rule for inpatient stays of
/// the Centers for Medicare & Medicaid Services (CMS).
public struct CoverageRules: Hashable, Sendable {
  /// The days in which fills count, such as a calendar year; `nil` for the days of the observation
  /// window, whose end is not one of them.
  public var period: ClosedRange<CivilDate>?
  /// How many days with a fill a patient needs to be eligible.
  public var fewestFillDates = 2
  /// How many days of treatment a patient needs to be eligible.
  public var fewestDays = 91
  /// From which share of days covered a patient counts as adherent; 9 of 10 for antiretrovirals.
  public var threshold = Share(4, of: 5)
  /// Whether the days of a stay leave the count, and move what is in stock behind it.
  public var excludesStays = true
  /// Whether the day of admission is one of the stay.
  public var includesAdmission = true
  /// Whether the day of discharge is one of the stay.
  public var includesDischarge = true
  /// Which of several drugs a covered day needs.
  public var needs = Needs.anyDrug

  /// Which of the drugs dispensed within the period a covered day needs.
  public enum Needs: String, CaseIterable, Hashable, Sendable, Codable {
    /// One of them: the union of their days, as PQA counts a class.
    case anyDrug = "any-drug"
    /// One of each class: the intersection of the classes' days; a drug without a class counts as one.
    case everyClass = "every-class"
    /// All of them: the intersection of the drugs' days.
    case everyDrug = "every-drug"
  }

  /// Creates the rules for a period.
  public init(period: ClosedRange<CivilDate>? = nil) { self.period = period }
}
