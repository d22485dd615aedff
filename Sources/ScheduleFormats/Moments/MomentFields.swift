import Scheduling

/// The parts of a date and time in a text, before a format determines the order of day and month.
///
/// One pass over the bytes parses the formats `automatic`, `dayFirst` and `monthFirst`.
struct MomentFields {
  /// The form of a date.
  enum DateForm {
    /// Year, month and day, as in ISO 8601.
    case yearFirst
    /// Two numbers before the year, either of which may be the month.
    case open
    /// The month by name.
    case named
  }

  var form = DateForm.yearFirst
  var year = 0
  /// The month; the second number of an open date.
  var month = 0
  /// The day of the month; the first number of an open date.
  var day = 0
  var weekday: Weekday?
  var time: CivilTime?
  var offset: WrittenOffset?
  /// The bytes of a zone's id, such as `Europe/Paris`.
  var zoneID: Range<Int>?
  /// The bytes of an ambiguous zone abbreviation, such as `IST`.
  var ambiguousZone: Range<Int>?

  init() {}

  /// Parses the text; `nil` if it has none of the forms.
  ///
  /// Numbers are validated later, by ``date(_:)``.
  init?(_ text: MomentCursor) {
    guard MomentFields.lengths ~= text.end else { return nil }
    var cursor = text.trimmed
    guard takeDate(&cursor), takeTime(&cursor), takeZone(&cursor) else { return nil }
    cursor.skipSpaces()
    guard cursor.isAtEnd else { return nil }
  }

  /// The possible lengths in bytes: `3.3.25` is the shortest, and JavaScript prints 70 with the name of a
  /// zone.
  private static let lengths = 6...128
}

// Interpretation by a format.
extension MomentFields {
  /// The orders of day and month in an open date.
  enum DayOrder {
    case dayFirst, monthFirst
  }

  /// Returns the date; `nil` if it does not exist, has another weekday, or is open and no order is given.
  func date(_ order: DayOrder?) -> CivilDate? {
    if form == .open, order == nil { return nil }
    let isSwapped = form == .open && order == .monthFirst
    let date = CivilDate(year: year, month: isSwapped ? day : month, day: isSwapped ? month : day)
    guard let date, weekday == nil || weekday == date.weekday else { return nil }
    return date
  }

  /// Returns the date-time in an order; `nil` if ``date(_:)`` is, or the zone has no known offset.
  func written(_ order: DayOrder?, _ text: MomentCursor) -> WrittenMoment? {
    guard let date = date(order), ambiguousZone == nil else { return nil }
    let local = CivilDateTime(date: date, time: time ?? .midnight)
    var written = WrittenMoment(
      local: local, offset: offset?.seconds, hasTime: time != nil, isUTC: offset?.isUTC ?? false)
    if let zoneID {
      guard let zone = zone(zoneID, text) else { return nil }
      // A local time in a gap is resolved to the instant of the change, as elsewhere.
      let instant = zone.firstInstant(atOrAfter: local)
      written.offset = written.offset ?? Int(local.localSeconds - instant.seconds)
    }
    return written
  }

  /// Returns whether the date in an order is plausible for care data: in the years 1900 to 2100, with a known
  /// zone.
  func isPlausible(_ order: DayOrder?, _ text: MomentCursor) -> Bool {
    MomentFields.plausibleYears ~= year && date(order) != nil && ambiguousZone == nil
      && (zoneID.map { zone($0, text) != nil } ?? true)
  }

  static let plausibleYears = 1900...2100

  private func zone(_ id: Range<Int>, _ text: MomentCursor) -> Zone? {
    Zone(text.text(id))
  }
}
