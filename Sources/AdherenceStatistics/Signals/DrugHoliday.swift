/// Consecutive days on which nothing was taken, though it was due.
public struct DrugHoliday: Hashable, Sendable {
  /// The number of the first day (`CivilDate.dayNumber`).
  public var first: Int32
  /// How many days of it something was due on.
  public var days: Int32
  /// The number of the last day; in a daily plan that is ``days`` - 1 days after the first.
  public var last: Int32

  /// Creates a holiday; of consecutive dates where the last is not given.
  init(first: Int32, days: Int32, last: Int32? = nil) {
    (self.first, self.days) = (first, days)
    self.last = last ?? first + days - 1
  }
}
