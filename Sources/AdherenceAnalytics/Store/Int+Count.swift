import Scheduling

extension Int {
  /// Whether it can count patients, occurrences or records that were read of a file.
  ///
  /// A million of such counts can be added up.
  package var isCount: Bool { 0...1 << 40 ~= self }
}

extension Decoder {
  /// The error of what can be decoded and cannot be.
  package func corrupted(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
  }
}

extension CivilDate {
  /// The days from one number up to another; `nil` where the calendar has none of them or they are in
  /// disorder.
  static func range(_ first: Int, _ end: Int) -> Range<CivilDate>? {
    let days = CivilDate.first.dayNumber...CivilDate.last.dayNumber
    guard first <= end, days.contains(first), days.contains(end) else { return nil }
    return CivilDate(dayNumber: first)..<CivilDate(dayNumber: end)
  }
}
