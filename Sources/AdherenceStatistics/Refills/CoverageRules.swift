public import AdherenceAnalytics
public import Scheduling

/// The rules for the proportion of days covered.
///
/// The defaults are those of the Pharmacy Quality Alliance (PQA), with the rule for inpatient stays of
/// the Centers for Medicare & Medicaid Services (CMS).
public struct CoverageRules: Hashable, Sendable {
  /// The days in which fills count, such as a calendar year; `nil` for the observation window,
  /// excluding its end.
  public var period: ClosedRange<CivilDate>?
  /// The minimum number of days with a fill for eligibility.
  public var fewestFillDates = 2
  /// The minimum number of days of treatment for eligibility.
  public var fewestDays = 91
  /// The share of days covered from which a patient counts as adherent; 9 of 10 for
  /// antiretrovirals.
  public var threshold = Share(4, of: 5)
  /// Whether the days of a stay are excluded, and the remaining supply is shifted past it.
  public var excludesStays = true
  /// Whether the day of admission belongs to the stay.
  public var includesAdmission = true
  /// Whether the day of discharge belongs to the stay.
  public var includesDischarge = true
  /// The drugs that a covered day requires.
  public var needs = Needs.anyDrug

  /// The drugs dispensed within the period that a covered day requires.
  public enum Needs: String, CaseIterable, Hashable, Sendable, Codable {
    /// Any of them: the union of their days, as PQA counts a class.
    case anyDrug = "any-drug"
    /// One of each class: the intersection of the classes' days; a drug without a class counts as a
    /// class.
    case everyClass = "every-class"
    /// All of them: the intersection of the drugs' days.
    case everyDrug = "every-drug"
  }

  /// Creates the default rules for a period; `nil` for the whole observation window.
  public init(period: ClosedRange<CivilDate>? = nil) { self.period = period }
}
