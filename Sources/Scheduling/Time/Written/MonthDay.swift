/// A month and a day of the month without a year, as in `Mar 03` beside a planned date.
public struct MonthDay: Hashable, Sendable {
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let day: Int

  /// Creates a day of a month; `nil` where no year has it.
  public init?(month: Int, day: Int) {
    // A leap year has every day.
    guard CivilDate(year: 2000, month: month, day: day) != nil else { return nil }
    (self.month, self.day) = (month, day)
  }

  /// Reads a day with a month's name, as `Mar 03`, `3 March` or `3. März`, also behind a weekday; `nil` for
  /// numbers alone, which leave open which one is the month, and for a text with a year.
  ///
  /// `Mar-25` is March 25th here, although spreadsheets print March 2025 so.
  public init?(written text: String) {
    guard let fields = text.withCursor(MomentFields.init(monthAndDay:)) else { return nil }
    self.init(month: fields.month, day: fields.day)
  }

  /// Returns the date with this month and day that is nearest to another date; of two the earlier.
  ///
  ///     let lastDay = MonthDay(written: "Dec 31")!
  ///     print(lastDay.completed(near: CivilDate("2025-01-02")!))  // 2024-12-31
  public func completed(near date: CivilDate) -> CivilDate {
    let year = date.year
    // Around a century without a leap day, February 29th is missing for eight years.
    let dates = (year - 8...year + 8).compactMap { CivilDate(year: $0, month: month, day: day) }
    return dates.min { abs($0 - date) < abs($1 - date) } ?? date
  }
}
