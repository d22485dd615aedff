/// A case- and accent-insensitive word of up to twelve letters, packed into an integer.
struct WordKey: Hashable, Comparable {
  private var code: UInt64 = 0

  init() {}

  init(_ word: some StringProtocol) {
    for letter in word.utf8 { append(letter - 96) }
  }

  var isEmpty: Bool { code == 0 }

  /// Appends a letter, 1 to 26; words that do not fit equal no word of a table.
  mutating func append(_ letter: UInt8) {
    code = code >> 55 == 0 ? code << 5 | UInt64(letter) : .max
  }

  static func < (a: WordKey, b: WordKey) -> Bool { a.code < b.code }
}

/// A map from words to values with allocation-free binary search.
struct WordTable: Sendable {
  private var keys: [WordKey] = []
  private var values: [Int] = []

  /// Creates a table from space-separated words in lower case without accents.
  init(_ lists: [(words: String, value: Int)]) {
    let entries = lists.flatMap { list in
      list.words.split(separator: " ").map { (key: WordKey($0), value: list.value) }
    }.sorted { $0.key < $1.key }
    (keys, values) = (entries.map(\.key), entries.map(\.value))
  }

  subscript(key: WordKey) -> Int? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? values[low] : nil
  }
}

/// The words of dates in English, German, French and Spanish, in full and abbreviated.
///
/// A word such as `mar`, which is a month in one language and a weekday in another, is in both tables: the
/// rest of the date disambiguates it.
enum CalendarWords {
  /// The months, 1 to 12.
  static let months = WordTable([
    ("january jan januar janner jaenner janvier janv enero ene", 1),
    ("february feb februar feber febr fevrier fevr fev febrero", 2),
    ("march mar marz maerz mrz mars marzo", 3),
    ("april apr avril avr abril abr", 4),
    ("may mai mayo", 5),
    ("june jun juni juin junio", 6),
    ("july jul juli juillet juil julio", 7),
    ("august aug aout agosto ago", 8),
    ("september sep sept septembre septiembre setiembre", 9),
    ("october oct oktober okt octobre octubre", 10),
    ("november nov novembre noviembre", 11),
    ("december dec dezember dez decembre diciembre dic", 12),
  ])

  /// The weekdays, 0 for Monday.
  static let weekdays = WordTable([
    ("monday mon montag mo lundi lun lunes", 0),
    ("tuesday tues tue tu dienstag di mardi mar martes", 1),
    ("wednesday weds wed we mittwoch mi mercredi mer miercoles mie", 2),
    ("thursday thurs thur thu th donnerstag do jeudi jeu jueves jue", 3),
    ("friday fri fr freitag vendredi ven viernes vie", 4),
    ("saturday sat sa samstag sonnabend samedi sam sabado sab", 5),
    ("sunday sun su sonntag so dimanche dim domingo dom", 6),
  ])

  /// The suffixes of ordinal numbers, as in `3rd` and `1er`.
  static let ordinals = WordTable([("st nd rd th er", 0)])
  /// The words between day, month and year, as in `3 de marzo de 2025`.
  static let of = WordTable([("of de del", 0)])
  /// The words between date and time, as in `at 8:05`, `um 08:05`, `à 08:05` and `a las 8:05`.
  static let at = WordTable([("at um a las", 0)])
  /// The German word after a time.
  static let oClock = WordTable([("uhr", 0)])
}

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
