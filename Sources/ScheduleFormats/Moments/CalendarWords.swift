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
