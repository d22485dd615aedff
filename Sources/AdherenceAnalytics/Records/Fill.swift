public import Scheduling

/// A supply of a medicine that was dispensed.
public struct Fill: Hashable, Sendable {
  /// The day on which it was dispensed.
  public var date: CivilDate
  /// For how many days it lasts when it is used as prescribed.
  public var days: Double
  /// How much of it is used a day, in units of the dataset's choice; `nil` where that is not known.
  public var dose: Double?
  /// The medicine or the class of medicines; `nil` where there is one alone.
  public var drugClass: String?

  /// Creates a fill.
  public init(_ date: CivilDate, days: Double, dose: Double? = nil, drugClass: String? = nil) {
    self.date = date
    self.days = days
    self.dose = dose
    self.drugClass = drugClass
  }
}
