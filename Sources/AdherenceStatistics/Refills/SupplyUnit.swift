/// Supply in whole numbers of a small unit, in which fractions of days add up exactly, in any order.
enum SupplyUnit {
  /// The units of a day, a multiple of 1 to 20 and of 10,000: tablets by up to twenty a day and decimals of four
  /// places are whole numbers of units.
  static let perDay = 29_099_070_000

  /// The units that a whole day may lack: other fractions are rounded, each by half a unit at most.
  private static let tolerance = 1_000

  /// Adds a supply to a remainder, takes the whole days and leaves what remains, less than a day.
  ///
  /// - Precondition: The supply is at most the days of the calendar.
  static func takeDays(of supply: Double, _ remainder: inout Int) -> Int {
    let sum = remainder + Int((supply * Double(perDay)).rounded())
    let days = (sum + tolerance) / perDay
    remainder = max(0, sum - days * perDay)
    return days
  }
}
