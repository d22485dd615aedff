import Diagnostics

/// The limits of as-needed (PRN) use, which is never required.
///
///     var inhaler = ScheduleElement("inhaler", on: CivilDate("2025-01-06")!)
///     for day in ["P1D", "PT24H"] {
///       inhaler.recurrence = .asNeeded(
///         UseCaps(maximum: 4, per: ISODuration(day), minGap: ISODuration("PT4H")))
///       print(inhaler.summary)
///     }
///     // as needed, at most 4 times a day, at least 4 hours apart
///     // as needed, at most 4 times in any 24 hours, at least 4 hours apart
public struct UseCaps: Hashable, Sendable {
  /// The maximum number of uses in each period of ``per``; `nil` for no limit.
  public var maximum: Int?
  /// The period over which uses are counted; set if and only if ``maximum`` is.
  ///
  /// Whole days, weeks or months are civil periods, as of a ``Quota`` of that length: `P1D` is a day of the
  /// patient's calendar. Any other period is rolling: `PT24H` is the 24 hours that end with each use, and
  /// uses exactly 24 hours apart do not share a period.
  public var per: ISODuration?
  /// The minimum time from one use to the next; `nil` for none.
  public var minGap: ISODuration?

  /// No limit.
  public static let none = UseCaps()

  /// Creates limits.
  public init(maximum: Int? = nil, per: ISODuration? = nil, minGap: ISODuration? = nil) {
    self.maximum = maximum
    self.per = per
    self.minGap = minGap
  }
}

extension UseCaps {
  /// Rejects limits that have no effect or are incomplete.
  func validate(_ path: String) throws(InputError) {
    func refuse(_ field: String, _ value: some CustomStringConvertible, _ rule: String)
      -> InputError
    {
      InputError(.outOfRange(text: value.description, rule: rule), field: path + field)
    }
    if let maximum {
      if maximum < 1 { throw refuse("maximum", maximum, "be 1 or more") }
      if per == nil { throw InputError(.missing, field: path + "per") }
    } else if per != nil {
      throw InputError(.missing, field: path + "maximum")
    }
    for case (let field, let period?) in [("per", per), ("minGap", minGap)]
    where period.isZero || !period.isValid {
      throw refuse(
        field, period,
        period.isZero ? "be longer than nothing" : "have parts of 0 or more within the calendar")
    }
    if let per, per.isOfDays, !Quota.takes(per) { throw refuse("per", per, "be a century at most") }
  }

  /// The maximum as a quota of consecutive civil periods; `nil` if periods are rolling, or without a maximum.
  package var civil: Quota? {
    guard let maximum, let per, per.isOfDays else { return nil }
    return Quota(maximum, per: per)
  }
}
