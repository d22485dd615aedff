import Diagnostics
import Scheduling

// Numbers, ordinals, and clock numbers.
extension PlanReader {
  /// `3`, `three`, or both, as in `three (3)`.
  mutating func number() -> Int? {
    guard let number = plainNumber() else { return nil }
    let end = place
    if accept(sign: "("), plainNumber() == number, accept(sign: ")") { return number }
    place = end
    return number
  }

  private mutating func plainNumber() -> Int? {
    if let number = take(kind: \.number) { return number }
    return behindTens(Vocabulary.numbers) ?? take(Vocabulary.numbers)
  }

  /// `twenty-one` or `twenty-first`.
  private mutating func behindTens(_ words: [String: Int]) -> Int? {
    let begin = place
    if let tens = take(Vocabulary.tens) {
      _ = accept(sign: "-")
      if let ones = take(words), ones < 10 { return tens + ones }
    }
    place = begin
    return nil
  }

  /// Whether a number is next.
  var isNumberNext: Bool {
    kind()?.number != nil || word().map { Vocabulary.numbers[$0] != nil } == true
  }

  /// `1st`, `first` or `2nd to last`; negative if counted from the end.
  mutating func ordinal() -> Int? {
    if accept("last") { return -1 }
    guard let number = ordinalFromBeginning() else { return nil }
    return accept("to", "last") ? -number : number
  }

  private mutating func ordinalFromBeginning() -> Int? {
    take(kind: \.ordinal) ?? behindTens(Vocabulary.places) ?? take(Vocabulary.places)
  }

  /// Parses a list of hours, minutes or seconds; the range `9 to 12` is four numbers.
  mutating func clockNumbers(_ unit: String, upTo most: Int) throws(InputError) -> [Int] {
    let begin = place
    let ranges = try list { (reader: inout PlanReader) throws(InputError) -> ClosedRange<Int>? in
      // "every hour, in the hours 9 to 12, 2 tablets"
      if reader.place > begin, reader.isDoseNext { return nil }
      return try reader.clockRange(unit, upTo: most)
    }
    if ranges.isEmpty { throw unexpected("expected a number, as in 8") }
    return Set(ranges.joined()).sorted()
  }

  private mutating func clockRange(_ unit: String, upTo most: Int) throws(InputError)
    -> ClosedRange<Int>?
  {
    // "every hour, in the hour 9, 3 times"
    if ["time", "times", "x"].contains(word(ahead: 1)) { return nil }
    guard let first = number() else { return nil }
    let last = accept("to") || accept(sign: "-") ? number() ?? -1 : first
    guard first <= last, last <= most else {
      throw outOfRange(last < 0 ? "\(first)" : "\(max(first, last))", "be \(unit), 0 to \(most)")
    }
    return first...last
  }

  /// `2`, `2nd`, `alternate` or `other`, as in `every other week`; 1 if no number is next, as in `every second`.
  mutating func interval() throws(InputError) -> Int {
    let begin = place
    if accept(anyOf: "other", "alternate", "alternating") { return 2 }
    if isNext("second"), word(ahead: 1).map({ Vocabulary.units[$0] != nil }) != true { return 1 }
    guard !isNext("last"), let interval = number() ?? ordinal() else { return 1 }
    guard 1...Int(Int32.max) ~= interval else {
      throw outOfRange(words(begin..<place), "be 1 to \(Int32.max)")
    }
    return interval
  }

  /// Parses an interval, or both numbers of `4 to 6 hours`.
  mutating func intervals() throws(InputError) -> (least: Int, most: Int?)? {
    let least = try interval()
    return (least, most(above: least))
  }

  /// Parses the upper bound in `4 to 6 hours`; `nil` if there is one number.
  mutating func most(above least: Int) -> Int? {
    let begin = place
    if accept("to") || accept(sign: "-") || accept("or"), let most = number(), most > least {
      return most
    }
    place = begin
    return nil
  }

  /// `once`, `twice`, `3 times`, `2x`; for `2-3 times` the upper bound and the words.
  mutating func timesCount() throws(InputError) -> (count: Int, open: String?)? {
    if accept("once", "or", "twice") { return (2, "once or twice") }
    if let count = take(Vocabulary.timesWords) { return (count, nil) }
    let begin = place
    guard let least = number() else { return nil }
    let most = most(above: least)
    if word(ahead: 1) == "times" { _ = accept(sign: "-") }
    guard accept(anyOf: "times", "time", "x") else {
      place = begin
      return nil
    }
    guard least > 0 else { throw outOfRange(words(begin..<place), "be once or more") }
    return (most ?? least, most.map { _ in words(begin..<place) })
  }

  /// `2,5`, which is ambiguous: a decimal comma, or two numbers.
  mutating func decimalComma() -> Bool {
    guard case .number? = kind(), kind(ahead: 1) == .sign(","), case .number? = kind(ahead: 2),
      tokens[place].text.endIndex == tokens[place + 1].text.startIndex,
      tokens[place + 1].text.endIndex == tokens[place + 2].text.startIndex
    else { return false }
    place += 3
    return true
  }
}
