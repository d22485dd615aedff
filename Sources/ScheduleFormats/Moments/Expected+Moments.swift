public import Diagnostics

// Dates and times whose meaning depends on a ``MomentFormat``.
extension InputError.Expected {
  /// The names of the option `--time-format` in Python and Swift.
  private static let others = "; time_format in Python, MomentFormat in Swift"

  /// A date or date-time of the automatic format.
  public static let writtenMoment = Self(
    "writtenMoment", "a date or date-time",
    "as in 2024-01-04, 2024-01-04 08:00, 4 Jan 2024 8:00 AM or 2024-01-04T13:00:00Z; other forms are set by"
      + " --time-format dmy, mdy, seconds, milliseconds, excel or a pattern such as '%d.%m.%Y %H:%M'\(others)"
  )
  /// A date whose day and month can be told apart.
  public static let orderedMoment = Self(
    "orderedMoment", "an unambiguous date or date-time",
    "set --time-format dmy where days come first, mdy where months do\(others)")
  /// A number whose unit is known.
  public static let countedMoment = Self(
    "countedMoment", "an unambiguous date or date-time",
    "set --time-format seconds or milliseconds since 1970, or excel for days since 1899-12-30\(others)"
  )
  /// A date-time with the day first.
  public static let dayFirst = Self(
    "dayFirst", "a date-time with the day first",
    "as in 31.12.2025 08:00; other forms are set by --time-format mdy or a pattern\(others)")
  /// A date-time with the month first.
  public static let monthFirst = Self(
    "monthFirst", "a date-time with the month first",
    "as in 12/31/2025 8:00 AM; other forms are set by --time-format dmy or a pattern\(others)")
  /// A count of seconds or milliseconds.
  public static let countOfSeconds = Self(
    "countOfSeconds", "a count since 1970",
    "as in 1738396800; other forms are set by --time-format auto or excel\(others)")
  /// A serial date of a spreadsheet.
  public static let excelSerial = Self(
    "excelSerial", "a number of days since 1899-12-30",
    "as in 45719.3333 for 2025-03-03 08:00; other forms are set by --time-format auto or seconds\(others)"
  )
  /// A date-time in a pattern.
  public static let patternedMoment = Self(
    "patternedMoment", "a date-time in the pattern that was set",
    "as in 31.12.2025 08:00 for --time-format '%d.%m.%Y %H:%M'\(others)")
}
