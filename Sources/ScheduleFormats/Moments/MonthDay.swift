public import Scheduling

/// A month and a day of the month without a year, such as `Mar 03` in a table with planned dates.
public struct MonthDay: Hashable, Sendable {
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let day: Int

  /// Creates a day of a month; `nil` if it exists in no year.
  public init?(month: Int, day: Int) {
    // A leap year has all days.
    guard CivilDate(year: 2000, month: month, day: day) != nil else { return nil }
    (self.month, self.day) = (month, day)
  }

  /// Parses a day with a month's name, as `Mar 03`, `3 March` or `3. März`, optionally after a weekday; `nil`
  /// for numbers alone, which do not determine the month, and for a text with a year.
  ///
  /// `Mar-25` is parsed as March 25, although spreadsheets write March 2025 so.
  public init?(written text: String) {
    guard let fields = text.withCursor(MomentFields.init(monthAndDay:)) else { return nil }
    self.init(month: fields.month, day: fields.day)
  }

  /// Returns the nearest date with this month and day, the earlier of two.
  ///
  ///     let lastDay = MonthDay(written: "Dec 31")!
  ///     print(lastDay.completed(near: CivilDate("2025-01-02")!))  // 2024-12-31
  public func completed(near date: CivilDate) -> CivilDate {
    let year = date.year
    // February 29 can be missing for eight years around a century.
    let dates = (year - 8...year + 8).compactMap { CivilDate(year: $0, month: month, day: day) }
    return dates.min { abs($0 - date) < abs($1 - date) } ?? date
  }
}
