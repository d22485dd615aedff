import Diagnostics

/// A number of times in each period, at times of the patient's choice.
///
///     var walk = ScheduleElement("walk", on: CivilDate("2025-01-06")!)
///     walk.recurrence = .quota(Quota(3, per: ISODuration(days: 7)))
///     print(walk.summary)  // 3 times a week
public struct Quota: Hashable, Sendable {
  /// The number of times in each period; 1 or more.
  public var count: Int
  /// The length of a period: whole days, whole weeks or whole months.
  ///
  /// One day, week, month or year is a calendar period; other periods begin at the element's anchor.
  public var per: ISODuration
  /// Whether every range of consecutive days of that length is a period, instead of consecutive periods.
  public var isRolling: Bool
  /// How periods are counted of which the plan covers only a part.
  public var partial: PartialPeriods

  /// The maximum of ``count``.
  static let maximumCount = 1_000_000
  /// The maximum of ``per``, a century.
  static let maximumLength = ISODuration(months: 1200, days: 36_525)

  /// How periods are counted of which the plan covers only a part.
  public enum PartialPeriods: String, CaseIterable, Hashable, Sendable, Codable {
    /// The count is scaled by the share of days covered.
    case prorate
    /// The period is not counted.
    case drop
  }

  /// Creates a quota.
  public init(
    _ count: Int, per period: ISODuration, isRolling: Bool = false,
    partial: PartialPeriods = .prorate
  ) {
    self.count = count
    per = period
    self.isRolling = isRolling
    self.partial = partial
  }
}

extension Quota {
  /// Rejects counts and periods outside their limits.
  func validate(_ path: String) throws(InputError) {
    func refuse(_ field: String, _ value: some CustomStringConvertible, _ rule: String)
      -> InputError
    {
      InputError(.outOfRange(text: value.description, rule: rule), field: path + field)
    }
    if !(1...Quota.maximumCount ~= count) {
      throw refuse("count", count, "be 1 to \(Quota.maximumCount)")
    }
    if !per.isValid || !per.isOfDays {
      let text = per.isValid ? "\(per)" : "\(per.months), \(per.days), \(per.seconds)"
      throw refuse("per", text, "be whole days, weeks or months")
    }
    if !Quota.takes(per) {
      throw refuse("per", per, "be a century at most")
    }
    if isRolling, per.months > 0 {
      throw refuse("per", per, "be whole days where it is rolling")
    }
  }

  /// Whether a period does not exceed ``maximumLength``.
  static func takes(_ period: ISODuration) -> Bool {
    period.months <= maximumLength.months && period.days <= maximumLength.days
  }

  /// Whether periods begin at the anchor instead of at calendar boundaries.
  package var isAnchored: Bool {
    !isRolling && ![1, 12].contains(per.months) && ![1, 7].contains(per.days)
  }
}

extension ISODuration {
  /// Whether the period is whole days or weeks, or whole months.
  package var isOfDays: Bool { seconds == 0 && (months > 0) != (days > 0) }
}
