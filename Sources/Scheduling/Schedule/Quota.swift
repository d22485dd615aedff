/// How many times something is to be done in each period, at times of the patient's choice.
///
///     var walk = ScheduleElement("walk", on: CivilDate("2025-01-06")!)
///     walk.recurrence = .quota(Quota(3, per: Period(days: 7)))
///     print(walk.summary)  // 3 times a week
public struct Quota: Hashable, Sendable {
  /// How many times in each period; 1 or more.
  public var count: Int
  /// The length of a period: whole days, whole weeks or whole months.
  ///
  /// One day, week, month or year is that of the calendar; others begin at the element's anchor.
  public var per: Period
  /// Whether every stretch of so many days is a period, instead of one period after the other.
  public var isRolling: Bool
  /// What is asked of a period that the plan does not hold for as a whole.
  public var partial: PartialPeriods

  /// The greatest number of times.
  static let maximumCount = 1_000_000
  /// The greatest length, a century.
  static let maximumLength = Period(months: 1200, days: 36_525)

  /// What is asked of a period that the plan does not hold for as a whole.
  public enum PartialPeriods: String, CaseIterable, Hashable, Sendable, Codable {
    /// As much as its days are of the whole period.
    case prorate
    /// Nothing.
    case drop
  }

  /// Creates a quota.
  public init(
    _ count: Int, per period: Period, isRolling: Bool = false, partial: PartialPeriods = .prorate
  ) {
    self.count = count
    per = period
    self.isRolling = isRolling
    self.partial = partial
  }
}

extension Quota {
  /// Refuses numbers and periods that nobody can be held to.
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

  /// Whether a period is no longer than a quota's may be.
  static func takes(_ period: Period) -> Bool {
    period.months <= maximumLength.months && period.days <= maximumLength.days
  }

  /// Whether periods begin at the anchor, and not with the calendar's.
  package var isAnchored: Bool {
    !isRolling && ![1, 12].contains(per.months) && ![1, 7].contains(per.days)
  }
}

extension Period {
  /// Whether it is whole days or weeks, or else whole months, which make periods of the calendar.
  package var isOfDays: Bool { seconds == 0 && (months > 0) != (days > 0) }
}
