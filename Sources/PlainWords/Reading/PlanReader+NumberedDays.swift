import Scheduling

// Days that are counted from the beginning of a plan, or of each cycle.
extension PlanReader {
  /// The day that ends ranges without an end, as in `week 3 onwards`.
  fileprivate static let noLastDay = 50_000

  /// `on days 2 to 5`, `days 1-21 of a 28 day cycle`, `days 1-14 every 21 days`, or `week 1:` in front of a phase.
  mutating func numberedDays(_ begin: Int) throws(InputError) -> Bool {
    var ahead = self
    let isFrom = ahead.accept("from")
    let isPlaced = isFrom || ahead.accept("on")
    guard let ranges = try ahead.dayRanges(from: isFrom) else { return false }
    let isOn = isPlaced && !(isFrom && ahead.isBehindLabel(of: draft))
    let length = ahead.cycleLength()
    guard length != nil || isOn && !ahead.isNext("of") || ahead.isBehindLabel(of: draft) else {
      return false
    }
    place = ahead.place
    if length == nil, !isOn { _ = accept(sign: ":") || accept(sign: ",") || accept(sign: "-") }
    let words = words(begin..<place)
    if let length { return try setCycle(ranges, length, words) }
    try draft.set(\.dayRanges, to: ranges, words)
    if draft.head == nil {
      let isOnce = ranges.allSatisfy { $0.count == 1 }
      if isOn { try draft.setHead(isOnce ? .once : .rule, words, every: .daily) }
    }
    return true
  }

  /// Whether what was read stands in front of a phase, as in `weeks 1-2: 10 mg daily`.
  private func isBehindLabel(of draft: PlanDraft) -> Bool {
    var ahead = self
    guard draft.firstToken < place, draft.head == nil, draft.targets == nil else { return false }
    if ahead.accept(sign: ":") { return !ahead.isAtEnd }
    _ = ahead.accept(sign: ",") || ahead.accept(sign: "-")
    return ahead.isDoseNext
  }

  private mutating func setCycle(
    _ ranges: [ClosedRange<Int>], _ length: Int, _ words: String
  ) throws(InputError) -> Bool {
    guard let first = ranges.first, ranges.allSatisfy({ $0.upperBound <= length }) else {
      throw outOfRange(words, "lie within the cycle")
    }
    try draft.setHead(.cycle(on: first.count, off: length - first.count), words)
    if ranges.count > 1 || first.lowerBound > 1 { try draft.set(\.dayRanges, to: ranges, words) }
    return true
  }

  /// `days 1, 8 and 15`, `weeks 1 to 2`, `week 3 onwards`, as days from 1; `nil` where none are next.
  ///
  /// Behind `from` a day without a last one begins a range without an end.
  private mutating func dayRanges(from isOpen: Bool = false) throws(InputError)
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
        return (first - 1) * size + 1...PlanReader.noLastDay
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

  /// Whether a range of days has no end, by `onwards` and the like.
  private mutating func isWithoutEnd(_ isOpen: Bool) -> Bool {
    accept(anyOf: "onwards", "onward") || accept("and", "onwards") || accept("and", "later")
      || accept("and", "beyond") || accept(mark: "+") || isOpen
  }

  /// `of a 28 day cycle`, `of each 28-day cycle`, `every 21 days`.
  private mutating func cycleLength() -> Int? {
    let begin = place
    let isEvery = accept("every")
    if isEvery || accept("of") {
      if !isEvery { _ = accept(anyOf: "a", "an", "each", "every", "the") }
      if let length = number() {
        _ = accept(sign: "-")
        if let size = take(["day": 1, "days": 1, "d": 1, "week": 7, "weeks": 7]) {
          _ = accept(anyOf: "cycle", "cycles")
          return length * size
        }
      }
    }
    place = begin
    return nil
  }

  /// Whether another numbered phase follows one; the comma or `and` in front of it is taken.
  mutating func isNumberedPhaseNext() -> Bool {
    guard draft.dayRanges != nil, draft.targets != nil || draft.head != nil else { return false }
    var ahead = self
    let isBehindSeparator =
      place > 0 && [.sign(","), .word("and")].contains(tokens[place - 1].kind)
    guard ahead.separator() || isBehindSeparator else { return false }
    let begin = ahead.place
    let isFrom = ahead.accept("from")
    guard let ranges = try? ahead.dayRanges(from: isFrom), !ranges.isEmpty,
      ahead.isBehindLabel(of: PlanDraft(firstToken: begin))
    else { return false }
    place = begin
    return true
  }
}

extension PlanDraft {
  private var isOnce: Bool { if case .once? = head { true } else { false } }

  /// One for each stretch of numbered days.
  var ofEachRange: [PlanDraft] {
    guard let dayRanges, dayRanges.count > 1 else { return [self] }
    return dayRanges.map { range in
      var draft = self
      draft.dayRanges = [range]
      if case .cycle(let on, let off)? = head {
        draft.head = .cycle(on: range.count, off: on + off - range.count)
      } else if case .once? = head, range.count > 1 {
        (draft.head, draft.rule.frequency) = (.rule, .daily)
      }
      return draft
    }
  }

  /// Lets it begin and end on numbered days of the plan.
  mutating func begin(on days: ClosedRange<Int>, of first: CivilDate) throws(InputError) {
    if let lasting { throw conflict(said[\PlanDraft.lasting] ?? "\(lasting)") }
    anchor = PlanMoment(date: first.adding(days: days.lowerBound - 1))
    if days.upperBound == PlanReader.noLastDay, !isOnce { return }
    switch head {
    case .once?, .cycle?: return
    case .rule? where rule.interval == 1 && (rule.frequency == .daily || rule.frequency == .weekly):
      lasting = ISODuration(days: days.count)
    default: throw conflict(said[\PlanDraft.dayRanges] ?? "on days")
    }
  }
}
