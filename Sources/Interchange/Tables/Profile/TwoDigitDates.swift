/// Dates of three two-digit numbers, such as `25-03-13`, in which the year may come first or last.
struct TwoDigitDates: Sendable {
  /// The first, middle and last numbers of the dates.
  private var firsts: Set<UInt8> = []
  private var months: Set<UInt8> = []
  private var lasts: Set<UInt8> = []
  private(set) var count = 0
  private(set) var example: String?

  /// Counts a text that starts with such a date and is valid with the year first.
  mutating func add(_ text: String, _ cells: Int) {
    var numbers: [UInt8] = []
    var rest = text.utf8[...]
    while numbers.count < 3, let number = TwoDigitDates.take(&rest) {
      numbers.append(number)
      guard numbers.count < 3 else { break }
      guard let mark = rest.popFirst(),
        mark == UInt8(ascii: "-") || mark == UInt8(ascii: "/") || mark == UInt8(ascii: ".")
      else { return }
    }
    guard numbers.count == 3, rest.first.map({ !(48...57 ~= $0) }) ?? true, 1...12 ~= numbers[1],
      1...31 ~= numbers[2]
    else { return }
    if example == nil { example = text }
    count += cells
    firsts.insert(numbers[0])
    months.insert(numbers[1])
    lasts.insert(numbers[2])
  }

  /// Whether the year may come first: the first numbers have fewer distinct values than the last
  /// ones, or both are constant over several months.
  var mayBeginWithYear: Bool {
    count > 0
      && (firsts.count < lasts.count || firsts.count == 1 && lasts.count == 1 && months.count > 1)
  }

  private static func take(_ rest: inout Substring.UTF8View) -> UInt8? {
    guard let tens = rest.popFirst(), let ones = rest.popFirst(), 48...57 ~= tens, 48...57 ~= ones
    else { return nil }
    return (tens - 48) * 10 + (ones - 48)
  }
}
