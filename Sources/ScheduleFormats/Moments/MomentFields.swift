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

// Times and zones. On failure the cursor's position and the fields are undefined.
extension MomentFields {
  /// Parses the time after a date, if any.
  mutating func takeTime(_ cursor: inout MomentCursor) -> Bool {
    if time != nil || cursor.isAtEnd { return true }
    if form != .named, cursor.skip("T") || cursor.skip("t") { return takeClock(&cursor, .behindT) }
    // As printed by SAS and web servers: 03Mar2025:08:05:00.
    if form == .named, cursor.skip(":") { return takeClock(&cursor, .behindDate) }
    if cursor.isAtOffsetOfDate { return form == .yearFirst }
    let isSpaced = cursor.skipSpaces()
    let hasComma = cursor.skip(",")
    guard isSpaced || hasComma else { return false }
    cursor.skipSpaces()
    if cursor.isAtEnd { return !hasComma }
    while cursor.word(in: CalendarWords.at) != nil, cursor.skipSpaces() {}
    return takeClock(&cursor, .behindDate)
  }

  private mutating func takeClock(
    _ cursor: inout MomentCursor, _ context: MomentCursor.ClockContext
  ) -> Bool {
    time = cursor.clock(context)
    return time != nil
  }

  /// Parses an offset, an abbreviation or a zone's id, if any.
  mutating func takeZone(_ cursor: inout MomentCursor) -> Bool {
    var ahead = cursor
    ahead.skipSpaces()
    guard ahead.isAtSign || ahead.isAtLetter || ahead.isNext("[") else { return true }
    cursor = ahead
    guard offset == nil, ambiguousZone == nil else { return false }
    let isSigned = cursor.isAtSign
    if isSigned || cursor.isAtLetter {
      offset = cursor.offset()
      guard offset != nil else { return !isSigned && takeNamedZone(&cursor) }
      takeComment(&cursor, behindSign: isSigned)
    }
    return takeBrackets(&cursor)
  }

  /// Parses a zone's id or an abbreviation that is not in ``ZoneAbbreviations``.
  private mutating func takeNamedZone(_ cursor: inout MomentCursor) -> Bool {
    let start = cursor.position
    cursor.skip(while: MomentCursor.isOfZoneID)
    let range = start..<cursor.position
    let name = cursor.bytes[range]
    if name.contains(UInt8(ascii: "/")) {
      zoneID = range
      return true
    }
    guard 2...5 ~= range.count, name.allSatisfy({ 65...90 ~= $0 }) else { return false }
    ambiguousZone = range
    return true
  }

  /// Parses a zone name that repeats an offset, as `(Central European Standard Time)` or `CET`.
  ///
  /// Browsers print the former. A name of UTC means that the offset is not a local one.
  private mutating func takeComment(_ cursor: inout MomentCursor, behindSign isSigned: Bool) {
    var ahead = cursor
    ahead.skipSpaces()
    if ahead.skip("(") {
      let isOfUTC = ahead.isUTCNext
      ahead.skip { $0 != UInt8(ascii: ")") }
      guard ahead.skip(")") else { return }
      cursor = ahead
      noteUTC(isOfUTC)
    } else if isSigned {
      let (start, isOfUTC) = (ahead.position, ahead.isUTCNext)
      ahead.skip { 65...90 ~= $0 }
      guard 2...5 ~= ahead.position - start else { return }
      cursor = ahead
      noteUTC(isOfUTC)
    }
  }

  private mutating func noteUTC(_ isOfUTC: Bool) {
    if offset?.seconds == 0, isOfUTC { offset?.isUTC = true }
  }

  /// Parses the zone of RFC 9557 after a time, as `[Europe/Paris]` or `[+01:00]`.
  private mutating func takeBrackets(_ cursor: inout MomentCursor) -> Bool {
    var ahead = cursor
    ahead.skipSpaces()
    guard ahead.skip("[") else { return true }
    cursor = ahead
    if cursor.isAtSign {
      guard let inner = cursor.offset() else { return false }
      offset = offset ?? inner
    } else {
      let start = cursor.position
      cursor.skip(while: MomentCursor.isOfZoneID)
      zoneID = start..<cursor.position
    }
    return cursor.skip("]")
  }
}

extension MomentCursor {
  /// Returns whether a byte may be part of an IANA zone id.
  fileprivate static func isOfZoneID(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      true
    default: false
    }
  }

  /// Whether the offset of a date without a time is next, as in XML Schema: `2025-03-03Z` or
  /// `2025-03-03+01:00`.
  fileprivate var isAtOffsetOfDate: Bool {
    let length = end - position
    return isNext("Z") && length == 1 || isAtSign && length == 6 && bytes[position + 3] == 0x3A
  }

  /// Whether a name of UTC is next.
  fileprivate var isUTCNext: Bool {
    var ahead = self
    guard let key = ahead.word() else { return false }
    return ZoneAbbreviations.offsets[key] == 0 || key == ZoneAbbreviations.coordinated
  }
}
