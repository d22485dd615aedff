import Diagnostics
import Scheduling

// Days, weeks and months counted from 0, and days by their letter.
extension PlanReader {
  /// `weeks 0, 2 and 6`, `week 0`, `0, 1 and 6 months`, `0, 4 weeks and 6 months`, as durations from the first day.
  mutating func offsets() throws(InputError) -> [ISODuration]? {
    let begin = place
    let leading = traits.countsFromZero ? unitOfDays() : nil
    let items = try list { (reader: inout PlanReader) throws(InputError) -> OffsetItem? in
      let isFirst = reader.place == (leading == nil ? begin : begin + 1)
      if leading != nil, !isFirst {
        if reader.isDoseNext { return nil }
        // "week 0, week 2 and week 6"
        _ = reader.unitOfDays()
      }
      guard let number = reader.number(), 0..<5_000 ~= number else { return nil }
      return (number, leading == nil ? reader.unitOfDays() : nil)
    }
    let offsets = PlanReader.durations(items, leading)
    guard let offsets, leading != nil || items.first?.number == 0, !isNext(sign: "-"),
      !["to", "through", "of"].contains(word())
    else {
      place = begin
      return nil
    }
    let days = offsets.map { $0.days + 30 * $0.months }
    guard zip(days, days.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw outOfRange(words(begin..<place), "name each of them once, in order")
    }
    return offsets
  }

  private typealias OffsetItem = (number: Int, unit: RecurrenceRule.Frequency?)

  /// Returns the durations; a number without a unit has that of the next one; `nil` if there is none.
  private static func durations(_ items: [OffsetItem], _ leading: RecurrenceRule.Frequency?)
    -> [ISODuration]?
  {
    var (unit, durations) = (leading, [ISODuration]())
    for item in items.reversed() {
      unit = item.unit ?? unit
      guard let unit, let duration = ISODuration(item.number, unit) else { return nil }
      durations.append(duration)
    }
    return durations.isEmpty ? nil : durations.reversed()
  }

  private mutating func unitOfDays() -> RecurrenceRule.Frequency? {
    guard !isAtEnd, tokens[place].isUnitOfDays else { return nil }
    return take(Vocabulary.units)
  }

  /// `D1, D8`, `D1-D14`, `d1-5`; `nil` for a single word such as `D3`, which may be a name, unless the plan has `D1`:
  /// plans that number days name the first one, and vitamins are D2 and D3.
  mutating func letterDays() -> [ClosedRange<Int>]? {
    let begin = place
    var ranges: [ClosedRange<Int>] = []
    while true {
      let end = place
      if !ranges.isEmpty { _ = separator() }
      guard let range = letterRange(isFirst: ranges.isEmpty) else {
        place = end
        break
      }
      ranges.append(range)
    }
    guard let first = ranges.first, ranges.count > 1 || first.count > 1 || traits.namesFirstDay
    else {
      place = begin
      return nil
    }
    return ranges
  }

  /// `D1`, `D1-D14` or `d1-5`; after a first one also `8`.
  private mutating func letterRange(isFirst: Bool) -> ClosedRange<Int>? {
    let begin = place
    let number = isFirst || isDoseNext || isCountNext ? nil : take(kind: \.number)
    guard let first = letterDay() ?? number, 1..<5_000 ~= first else { return nil }
    guard accept(sign: "-") || accept("to") else { return first...first }
    guard let last = letterDay() ?? take(kind: \.number), first <= last, last < 5_000 else {
      place = begin
      return nil
    }
    return first...last
  }

  /// Whether the next number counts times or units.
  private var isCountNext: Bool {
    let next = word(ahead: 1) ?? ""
    return ["times", "time", "x"].contains(next) || Vocabulary.units[next] != nil
  }

  private mutating func letterDay() -> Int? { take { PlanReader.letterDay($0) } }

  private static func letterDay(_ word: String) -> Int? {
    guard word.first == "d", word.count < 5, let day = Int(word.dropFirst()), day > 0 else {
      return nil
    }
    return day
  }
}

/// What the tokens of a plan show about the meaning of numbers in all of it.
struct PlanTraits {
  /// Whether days, weeks or months are counted from 0, as in `weeks 0, 2 and 6`.
  let countsFromZero: Bool
  /// Whether a time has four digits with a zero before them, so that other numbers of four digits may be times.
  let hasFourDigitTimes: Bool
  /// Whether days are named by letters, as in `D1`.
  let namesFirstDay: Bool
  /// Whether amounts may have a length each, as in `3 days each`.
  let namesEach: Bool

  init(_ tokens: [PlanToken]) {
    countsFromZero = zip(tokens, tokens.dropFirst()).contains {
      $1.kind == .number(0) && $0.isUnitOfDays
    }
    hasFourDigitTimes = tokens.contains {
      $0.kind.number != nil && $0.text.utf8.count == 4 && $0.text.first == "0"
    }
    namesFirstDay = tokens.contains { $0.kind == .word("d1") }
    namesEach = tokens.indices.contains {
      tokens[$0].kind == .word("each")
        && ($0 > 0 && tokens[$0 - 1].kind.word.flatMap { Vocabulary.units[$0] } != nil
          || $0 + 1 < tokens.count && tokens[$0 + 1].kind == .word("for"))
    }
  }
}

extension PlanToken {
  /// Whether the token is a unit in which days are counted from the start of a plan.
  fileprivate var isUnitOfDays: Bool {
    kind.word.map { ["day", "days", "week", "weeks", "wk", "wks", "month", "months"].contains($0) }
      ?? false
  }
}
