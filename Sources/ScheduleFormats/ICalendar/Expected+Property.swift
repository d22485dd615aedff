public import Diagnostics

extension InputError.Expected {
  /// A property of iCalendar.
  public static let property = Self(
    "property", "an iCalendar property", "as in DTSTART:20240104T080000")
}
