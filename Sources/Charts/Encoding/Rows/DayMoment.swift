import Scheduling

/// A date or an instant in UTC with millisecond precision.
struct DayMoment {
  let day: CivilDate
  let millisecond: Int

  /// `nil` beyond the calendar.
  init?(_ position: Double) {
    let whole = position.rounded(.down)
    guard Double(CivilDate.first.dayNumber)...Double(CivilDate.last.dayNumber) ~= whole else {
      return nil
    }
    day = CivilDate(dayNumber: Int(whole))
    millisecond = min(Int(((position - whole) * 86_400_000).rounded()), 86_399_999)
  }

  /// Parses the output of ``put(to:)``.
  init?(_ text: String) {
    guard let day = CivilDate(String(text.prefix(10))) else { return nil }
    self.day = day
    let time = text.utf8.dropFirst(10)
    if time.isEmpty {
      millisecond = 0
    } else {
      let digits = time.filter { 48...57 ~= $0 }.map { Int($0) - 48 }
      guard time.count == 14, digits.count == 9 else { return nil }
      func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
      millisecond =
        (number(0..<2) * 3600 + number(2..<4) * 60 + number(4..<6)) * 1000 + number(6..<9)
    }
  }

  /// The position on an axis of days.
  var position: Double { Double(day.dayNumber) + Double(millisecond) / 86_400_000 }

  /// The output of ``put(to:)``.
  var description: String {
    var bytes = ChartBytes()
    put(to: &bytes)
    return bytes.text
  }

  /// Appends `2025-03-09`, or `2025-03-09T14:30:00.000Z` within a day.
  func put(to bytes: inout ChartBytes) {
    bytes.put(day)
    if millisecond > 0 { putTime(to: &bytes) }
  }

  private func putTime(to bytes: inout ChartBytes) {
    let second = millisecond / 1000
    bytes.put("T")
    bytes.put(second / 3600, width: 2)
    bytes.put(":")
    bytes.put(second / 60 % 60, width: 2)
    bytes.put(":")
    bytes.put(second % 60, width: 2)
    bytes.put(".")
    bytes.put(millisecond % 1000, width: 3)
    bytes.put("Z")
  }
}
