import Diagnostics
import Scheduling

// Days and weeks numbered from the start of a plan or of each cycle.
extension PlanReader {
  /// `days 1, 8 and 15`, `weeks 1 to 2`, `week 3 onwards`, as days from 1; `nil` if none are next.
  ///
  /// After `from`, a day without an upper bound starts a range without an end.
  mutating func dayRanges(from isOpen: Bool = false) throws(InputError)
    -> [ClosedRange<Int>]?
  {
    let isOfWeeks = accept(anyOf: "week", "weeks")
    guard isOfWeeks || accept(anyOf: "day", "days") else { return nil }
    let size = isOfWeeks ? 7 : 1
    let begin = place
    let ranges = try list { (reader: inout PlanReader) throws(InputError) -> ClosedRange<Int>? in
      // "on day 1, 2 tablets"
      if reader.place > begin, reader.isDoseNext { return nil }
      guard let first = reader.number() else { return nil }
      guard 1..<5_000 ~= first else { return nil }
      let isRange = reader.accept(anyOf: "to", "through") || reader.accept(sign: "-")
      if isRange { _ = reader.accept(anyOf: isOfWeeks ? "week" : "day") }
      if reader.isWithoutEnd(isOpen && !isRange) {
        return (first - 1) * size + 1...PlanDraft.noLastDay
      }
      let last = isRange ? reader.number() : first
      guard let last, first <= last, last < 5_000 else { return nil }
      return (first - 1) * size + 1...last * size
    }
    let isAscending = zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
    guard isAscending else {
      throw outOfRange(words(begin..<place), "name each day once, in order")
    }
    return ranges.isEmpty ? nil : ranges
  }

  /// Parses `onwards` and its synonyms, which mark a range without an end.
  private mutating func isWithoutEnd(_ isOpen: Bool) -> Bool {
    accept(anyOf: "onwards", "onward") || accept("and", "onwards") || accept("and", "later")
      || accept("and", "beyond") || accept(sign: "+") || isOpen
  }
}
