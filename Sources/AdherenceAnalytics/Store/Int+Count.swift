import Scheduling

extension Int {
  /// Whether it is a valid count of patients, occurrences or records in a file.
  ///
  /// A million of such counts can be added without overflow.
  package var isCount: Bool { 0...1 << 40 ~= self }
}

extension Decoder {
  /// Returns the error for well-formed but invalid data.
  package func corrupted(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
  }
}

extension CivilDate {
  /// Returns the days from one number up to another; `nil` if one is outside the calendar or they are not in
  /// order.
  static func range(_ first: Int, _ end: Int) -> Range<CivilDate>? {
    let days = CivilDate.first.dayNumber...CivilDate.last.dayNumber
    guard first <= end, days.contains(first), days.contains(end) else { return nil }
    return CivilDate(dayNumber: first)..<CivilDate(dayNumber: end)
  }
}
