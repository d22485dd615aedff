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
