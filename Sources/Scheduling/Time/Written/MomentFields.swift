/// The parts of a date and time as a text gives them, before a format decides the order of day and month.
///
/// One pass over the bytes finds them for the formats `automatic`, `dayFirst` and `monthFirst` alike.
struct MomentFields {
  /// How a date is written.
  enum DateForm {
    /// Year, month and day, as ISO 8601 has them.
    case yearFirst
    /// Two numbers in front of the year, of which either may be the month.
    case open
    /// The month by its name.
    case named
  }

  var form = DateForm.yearFirst
  var year = 0
  /// The month; of an open date the second number.
  var month = 0
  /// The day of the month; of an open date the first number.
  var day = 0
  var weekday: Weekday?
  var time: CivilTime?
  var offset: WrittenOffset?
  /// The bytes of a zone's id, such as `Europe/Paris`.
  var zoneID: Range<Int>?
  /// The bytes of a zone's abbreviation that stands for several offsets, such as `IST`.
  var ambiguousZone: Range<Int>?

  init() {}

  /// Finds the parts; `nil` where the text has none of the forms.
  ///
  /// Numbers are not validated: ``date(_:)`` does that.
  init?(_ text: MomentCursor) {
    guard MomentFields.lengths ~= text.end else { return nil }
    var cursor = text.trimmed
    guard takeDate(&cursor), takeTime(&cursor), takeZone(&cursor) else { return nil }
    cursor.skipSpaces()
    guard cursor.isAtEnd else { return nil }
  }

  /// The bytes that a date and time may have: `3.3.25` is the shortest, and JavaScript prints 70 with the
  /// name of a zone.
  private static let lengths = 6...128
}

// What a format makes of them.
extension MomentFields {
  /// The orders of day and month in an open date.
  enum DayOrder {
    case dayFirst, monthFirst
  }

  /// The date; `nil` where the calendar has none, it has another weekday, or it is open and no order is given.
  func date(_ order: DayOrder?) -> CivilDate? {
    if form == .open, order == nil { return nil }
    let isSwapped = form == .open && order == .monthFirst
    let date = CivilDate(year: year, month: isSwapped ? day : month, day: isSwapped ? month : day)
    guard let date, weekday == nil || weekday == date.weekday else { return nil }
    return date
  }

  /// The moment in an order; `nil` where ``date(_:)`` is, or the zone tells no offset.
  func written(_ order: DayOrder?, _ text: MomentCursor) -> WrittenMoment? {
    guard let date = date(order), ambiguousZone == nil else { return nil }
    let local = CivilDateTime(date: date, time: time ?? .midnight)
    var written = WrittenMoment(
      local: local, offset: offset?.seconds, hasTime: time != nil, isUTC: offset?.isUTC ?? false)
    if let zoneID {
      guard let zone = zone(zoneID, text) else { return nil }
      // A time that the zone skips is the moment of the change, as everywhere.
      let instant = zone.firstInstant(atOrAfter: local)
      written.offset = written.offset ?? Int(local.localSeconds - instant.seconds)
    }
    return written
  }

  /// Whether the date in an order may be one of care data: of the years 1900 to 2100, with a known zone.
  func isPlausible(_ order: DayOrder?, _ text: MomentCursor) -> Bool {
    MomentFields.plausibleYears ~= year && date(order) != nil && ambiguousZone == nil
      && (zoneID.map { zone($0, text) != nil } ?? true)
  }

  static let plausibleYears = 1900...2100

  private func zone(_ id: Range<Int>, _ text: MomentCursor) -> Zone? {
    Zone(text.text(id))
  }
}
