/// Supply in integer multiples of a small unit, in which fractions of days add up exactly in any
/// order.
enum SupplyUnit {
  /// The units per day, a multiple of 1 to 20 and of 10,000: tablets up to twenty per day and
  /// decimals with four places are integers.
  static let perDay = 29_099_070_000

  /// The tolerance for a whole day: other fractions are rounded, each by at most half a unit.
  private static let tolerance = 1_000

  /// Adds a supply to a remainder, and extracts the whole days.
  ///
  /// - Precondition: The supply is at most the days of the calendar.
  static func takeDays(of supply: Double, _ remainder: inout Int) -> Int {
    let sum = remainder + Int((supply * Double(perDay)).rounded())
    let days = (sum + tolerance) / perDay
    remainder = max(0, sum - days * perDay)
    return days
  }
}
