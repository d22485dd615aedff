public import Diagnostics

extension InputError.Expected {
  /// A civil date.
  public static let date = Self("date", "a date", "use year-month-day, as in 2024-02-29")
  /// A time of day.
  public static let time = Self("time", "a time of day", "use 24 hours, as in 08:00")
  /// A local date-time.
  public static let dateTime = Self("dateTime", "a local date-time", "as in 2024-01-04T08:00:00")
  /// An instant.
  public static let instant = Self(
    "instant", "an instant", "end it with Z or an offset, as in 2024-01-04T13:00:00Z")
  /// A date, a local date-time or an instant.
  public static let moment = Self(
    "moment", "a date or date-time",
    "as in 2024-01-04, 2024-01-04T08:00:00 or 2024-01-04T13:00:00Z")
  /// A date or date-time in the basic format.
  public static let basicMoment = Self(
    "basicMoment", "a date or date-time", "as in 20250301, 20250301T080000 or 20250301T080000Z")
  /// An ISO 8601 duration.
  public static let period = Self("period", "an ISO 8601 period", "as in P1D, PT8H or P1M")
  /// A code of a weekday.
  public static let weekday = Self("weekday", "a weekday", "use MO, TU, WE, TH, FR, SA or SU")
  /// A time zone.
  public static let zone = Self("zone", "a time zone", cure: zoneCure)

  private static func zoneCure(_ text: String) -> String {
    if Zone.isLacked(text) {
      return "zone data could not be read as too many files were open: raise the limit, ulimit -n"
    }
    let known = Zone.knownIDs
    if known.isEmpty, !Zone.isKnown("Europe/London") { return "install the zone data: tzdata" }
    return Spelling.suggestion(text, in: known) + "use an IANA name, as in America/New_York"
  }
}
