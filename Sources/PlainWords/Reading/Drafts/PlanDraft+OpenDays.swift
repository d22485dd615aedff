import Diagnostics
import Scheduling

// Days that depend on the first day of the plan.
extension PlanDraft {
  /// Whether neither a frequency nor a time is set.
  var isUntimed: Bool { head == nil && !hasTimes }

  /// Whether all doses are in the evening or at night, so that the first one may be tonight.
  var isOfEvenings: Bool {
    let minutes = (dayMinutes ?? []) + (times ?? []).map { $0.secondOfDay / 60 }
    return !minutes.isEmpty && mealOffset == nil && minutes.allSatisfy { $0 >= 17 * 60 }
  }

  /// `today` and `tomorrow` without a frequency: once on this day.
  mutating func setDayAlone(_ match: RuleMatch) throws(InputError) {
    try setHead(.once, match.words)
    try set(\.fromDay, to: match.firstDay, match.words)
  }

  /// Resolves `starting Monday` to the first such day on or after the day from which the plan starts.
  mutating func settleFirstDay(from start: CivilDate?) throws(InputError) {
    guard let fromDay else { return }
    let words = said[\PlanDraft.fromDay] ?? "from"
    if isLater, case .weekday = fromDay {
      throw InputError(
        .notUnderstood(
          word: words, after: "then", cure: "name the date, as in from 4 January 2024"))
    }
    guard let start else { throw unanchored }
    let day = try date(of: fromDay, from: start, words)
    if case .dayOfYear = fromDay { try checkYear(of: day, from: start, words) }
    try set(startsApart ? \.begin : \.anchor, to: PlanMoment(date: day), words)
  }

  /// Rejects `from 10 January` in a plan that starts soon after such a day, which may be the one that is meant.
  private func checkYear(of day: CivilDate, from start: CivilDate, _ words: String)
    throws(InputError)
  {
    guard day.dayNumber - start.dayNumber > 182 else { return }
    let phrases = [-12, 0].map { months in
      let first = day.adding(months: months)
      // The year of a range is that of its last day.
      let last = said[\PlanDraft.untilDay] == words ? untilDay?.first(from: first) : nil
      return "\(words) \((last ?? first).year)"
    }
    throw .ambiguous(words, say: phrases)
  }

  /// Resolves a last day without a year to its first date on or after the start.
  mutating func settleLastDay(from start: CivilDate?) throws(InputError) {
    guard let untilDay else { return }
    let words = said[\PlanDraft.untilDay] ?? "until"
    if fromDay != nil, rule.frequency == .yearly { throw conflict(words) }
    let start = event == nil ? start : nil
    guard let first = anchor?.date ?? begin?.date ?? start else {
      throw InputError(.notUnderstood(word: words, after: "", cure: "add the year"))
    }
    let last = try date(of: untilDay, from: first, words)
    if case .weekday = untilDay, last == first {
      throw InputError(
        .notUnderstood(
          word: words, after: headWords, cure: "the plan starts on this day: name the date"))
    }
    try set(\.until, to: .date(last), words)
  }

  func date(of open: OpenDay, from day: CivilDate, _ words: String) throws(InputError)
    -> CivilDate
  {
    guard let found = open.first(from: day) else {
      throw InputError(.outOfRange(text: words, rule: "be a day of the calendar"))
    }
    return found
  }
}
