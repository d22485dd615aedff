/// Consecutive days on which nothing was taken, though it was due.
public struct DrugHoliday: Hashable, Sendable {
  /// The number of the first day (`CivilDate.dayNumber`).
  public var first: Int32
  /// How many days it lasts.
  public var days: Int32
}
