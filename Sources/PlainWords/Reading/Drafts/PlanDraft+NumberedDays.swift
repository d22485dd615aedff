import Diagnostics
import Scheduling

// Days and weeks numbered from the start of a plan or of each cycle.
extension PlanDraft {
  /// The upper bound of ranges without an end, as in `week 3 onwards`.
  static let noLastDay = 50_000

  /// `for 14 days every 28 days`; a longer course is a duration, as in `for 10 days every 2 days`.
  mutating func setCourse(_ match: RuleMatch) throws(InputError) {
    let on = match.length
    let all = try match.length(days: match.count, times: match.number).days
    guard on.months == 0, on.days < all else {
      guard on != ISODuration(days: all) else {
        throw match.outOfRange("leave days off in each cycle")
      }
      try setEvery(match.number, match.count == 7 ? .weekly : .daily, match)
      return try set(\.lasting, to: on, match.words)
    }
    try setHead(.cycle(on: on.days, off: all - on.days), match.words)
  }

  /// `days 1-21 of a 28 day cycle`, `days 1-14 every 21 days`.
  mutating func setNumberedCycle(_ match: RuleMatch) throws(InputError) {
    let ranges = match.ranges
    let length = try match.length(days: match.count, times: match.number).days
    guard let first = ranges.first, ranges.allSatisfy({ $0.upperBound <= length }) else {
      throw match.outOfRange("lie within the cycle")
    }
    try setHead(.cycle(on: first.count, off: length - first.count), match.words)
    if ranges.count > 1 || first.lowerBound > 1 {
      try set(\.dayRanges, to: ranges, match.words)
    }
  }

  /// `on days 2 to 5`, numbered from the start of the plan.
  mutating func setNumberedDays(_ match: RuleMatch) throws(InputError) {
    if match.ranges.allSatisfy({ $0.count == 1 }) { try takeDoses(of: match.ranges.count, match) }
    try set(\.dayRanges, to: match.ranges, match.words)
    guard head == nil else { return }
    let isOnce = match.ranges.allSatisfy { $0.count == 1 }
    try setHead(isOnce ? .once : .rule, match.words, every: .daily)
  }

  var isOnce: Bool { if case .once? = head { true } else { false } }

  /// One draft per range of numbered days.
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

  /// Whether the duration is whole cycles, so that it ends alike for each of their days.
  private var lastsWholeCycles: Bool {
    guard case .cycle(let on, let off)? = head, let days = lasting?.wholeDays else { return false }
    return days % (on + off) == 0
  }

  /// Sets the first and last day to numbered days of the plan.
  mutating func begin(on days: ClosedRange<Int>, of first: CivilDate) throws(InputError) {
    if let lasting, !lastsWholeCycles { throw conflict(said[\PlanDraft.lasting] ?? "\(lasting)") }
    anchor = PlanMoment(date: first.adding(days: days.lowerBound - 1))
    if days.upperBound == PlanDraft.noLastDay, !isOnce { return }
    switch head {
    case .once?, .cycle?: return
    case .rule? where rule.interval == 1 && (rule.frequency == .daily || rule.frequency == .weekly):
      lasting = ISODuration(days: days.count)
    default: throw conflict(said[\PlanDraft.dayRanges] ?? "on days")
    }
  }
}

// Clauses for amounts, notes and maximum use.
extension PlanDraft {
  /// Whether the draft has neither an amount nor a frequency.
  var isUnsaid: Bool { head == nil && targets == nil }

  /// Whether a length of time may be the amount of an activity, as in `walk for 30 minutes daily`.
  var takesEffort: Bool {
    targets == nil
      && notes.contains { note in
        note.lowercased().split(separator: " ").contains {
          Units.activities.contains(String($0)) || ["do", "hold", "wear"].contains($0)
        }
      }
  }

  /// `take`, `by mouth`, `metformin`.
  mutating func addNote(_ note: String, _ match: RuleMatch) throws(InputError) {
    if match.isFirst, match.reader.isAtEnd {
      throw match.reader.unexpected("say how often, as in every day", or: ["every day"])
    }
    notes.append(note)
  }

  /// `1 tablet`, `500 mg tablet metformin`.
  mutating func setAmounts(_ match: RuleMatch) throws(InputError) {
    let amounts = match.amounts
    for amount in amounts where amount.open != nil {
      try set(\.openAmount, to: amount.open, amount.words)
    }
    guard Set(amounts.map(\.target.unitOfOne)).count == amounts.count else {
      throw match.refused(
        "say then between doses that follow each other, a time for each, or on alternate days")
    }
    notes += [match.form, match.name].compactMap(\.self)
    try set(\.targets, to: amounts.map(\.target), match.words)
  }

  /// `as needed`, `prn`, optionally with a reason.
  mutating func setAsNeeded(_ match: RuleMatch) throws(InputError) {
    if !match.isFirst, head != nil || hasTimes, match.isJoined {
      let cure = "part what is due from what is used as needed by a semicolon"
      throw InputError(
        .notUnderstood(word: match.wordsBeforeMark, after: match.before, cure: cure))
    }
    try set(\.asNeeded, to: match.wordsBeforeMark, match.wordsBeforeMark)
    if !match.note.isEmpty { notes.append("for \(match.note)") }
  }

  /// `at most 4 a day`, `max 4 in 24 hours`.
  mutating func setMostUses(_ count: Int, _ match: RuleMatch, per day: ISODuration? = nil)
    throws(InputError)
  {
    let period = day ?? match.length
    guard !(match.isRolling && period.isOfDays) else {
      throw match.outOfRange("count any stretch in hours, as in at most 4 in any 48 hours")
    }
    try set(\.caps.maximum, to: count, match.words)
    caps.per = period
  }
}
