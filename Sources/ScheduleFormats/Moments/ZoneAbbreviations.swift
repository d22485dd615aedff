/// The unambiguous abbreviations of zones, as defined by RFC 5322.
///
/// All others are ambiguous, such as `IST`, which is used in India, Ireland and Israel.
enum ZoneAbbreviations {
  /// The offsets in seconds east of UTC.
  static let offsets = WordTable([
    ("z ut utc gmt", 0), ("edt", -4 * 3600), ("est cdt", -5 * 3600), ("cst mdt", -6 * 3600),
    ("mst pdt", -7 * 3600), ("pst", -8 * 3600),
  ])
  /// `Z`, which unlike `GMT+0100` cannot precede a number.
  static let zulu = WordKey("z")
  /// The first word of Coordinated Universal Time.
  static let coordinated = WordKey("coordinated")
}

/// An offset as written.
struct WrittenOffset: Hashable {
  /// The seconds east of UTC.
  var seconds: Int
  /// Whether it was written as a name of UTC, or as `-00:00`.
  var isUTC = false
}

extension MomentCursor {
  /// Parses `Z`, `UTC`, `EST`, `+01:00`, `-0500`, `+01` or `GMT+0100`.
  mutating func offset() -> WrittenOffset? {
    if isAtSign { return signedOffset() }
    var ahead = self
    guard let key = ahead.word(), let seconds = ZoneAbbreviations.offsets[key] else { return nil }
    self = ahead
    guard seconds == 0 else { return WrittenOffset(seconds: seconds) }
    ahead.skipSpaces()
    guard key != ZoneAbbreviations.zulu,
      let offset = ahead.signedOffset(allowingOneDigit: true)
    else {
      return WrittenOffset(seconds: 0, isUTC: true)
    }
    self = ahead
    return offset
  }

  /// Parses a numeric offset with a sign; after a name, as in `UTC+1`, hours may have one digit.
  private mutating func signedOffset(allowingOneDigit: Bool = false) -> WrittenOffset? {
    var ahead = self
    let isWest = ahead.skip("-")
    guard isWest || ahead.skip("+") else { return nil }
    var (hours, count) = ahead.digits(upTo: 5)
    var minutes = 0
    if count == 4 {
      (hours, minutes) = (hours / 100, hours % 100)
    } else {
      guard count == 2 || allowingOneDigit && count == 1 else { return nil }
      if ahead.skip(":") {
        guard let value = ahead.twoDigits() else { return nil }
        minutes = value
      }
    }
    guard hours < 24, minutes < 60 else { return nil }
    self = ahead
    let seconds = hours * 3600 + minutes * 60
    return WrittenOffset(seconds: isWest ? -seconds : seconds, isUTC: isWest && seconds == 0)
  }
}
