public import Scheduling

extension CivilTime {
  /// Parses a time of day in the formats found in tables: `8:05`, `08:05:30`, `8:05 pm`, `8pm`, `20.05`,
  /// `20h05` or `0805`; `nil` for any other text, such as a number that does not have four digits.
  ///
  /// Fractions of a second are dropped.
  public init?(written text: String) {
    let time = text.withCursor { text -> CivilTime? in
      var cursor = text.trimmed
      let time = cursor.clock(.alone)
      cursor.skipSpaces()
      return cursor.isAtEnd ? time : nil
    }
    guard let time else { return nil }
    self = time
  }

  /// Parses a time of day as a fraction of a day, as stored by spreadsheets: `0.3333` is 08:00.
  ///
  /// It is rounded as by ``MomentFormat/excel``; `nil` if the text is not a number from 0 to 1 (exclusive).
  public init?(excelFraction text: String) {
    guard let number = text.withCursor(WrittenNumber.init), number.isFraction else { return nil }
    self.init(secondOfDay: min(number.secondOfDay, 86_399))
  }
}
