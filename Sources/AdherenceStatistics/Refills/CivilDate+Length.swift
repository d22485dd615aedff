import Scheduling

extension CivilDate {
  /// The day that is so much later; a day that its month lacks becomes the 1st of the next month.
  ///
  /// Months go before days; seconds are not read. The calendar's last day is as far as it goes.
  func adding(_ length: Period) -> CivilDate {
    length.months == 0
      ? adding(days: length.days) : adding(months: length.months, days: length.days)
  }

  private func adding(months: Int, days: Int) -> CivilDate {
    let (year, month, day) = parts
    let total = month - 1 + months
    let (newYear, newMonth) = (year + total / 12, total % 12 + 1)
    if let date = CivilDate(year: newYear, month: newMonth, day: day) {
      return date.adding(days: days)
    }
    // No month but the last of a year lacks no day, so that the next month is in the same year.
    let rolled = CivilDate(year: newYear, month: newMonth + 1, day: 1)
    return (rolled ?? .last).adding(days: days)
  }
}
