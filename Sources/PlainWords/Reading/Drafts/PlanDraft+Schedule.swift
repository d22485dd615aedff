import Diagnostics
import Scheduling

// Conversion of drafts to a schedule.
extension PlanDraft {
  /// Creates a schedule from the drafts of its elements and the exclusions of the whole plan.
  static func schedule(
    _ drafts: [PlanDraft], excluding common: [Schedule.Exclusion], from start: CivilDate?
  ) throws(InputError) -> Schedule {
    try checkPhases(drafts)
    var elements: [ScheduleElement] = []
    for (index, draft) in drafts.enumerated() {
      var draft = draft
      try draft.settleFirstDay(from: start)
      let first = elements.first?.firstDay ?? draft.anchor?.date ?? start
      if let days = draft.dayRanges?.first {
        guard let first else { throw draft.unanchored }
        try draft.begin(on: days, of: first)
      } else if draft.isLater, draft.anchor == nil, draft.event == nil, !draft.countsFromFirstDay {
        try draft.begin(behind: elements[phase(before: index, of: drafts)])
      }
      try draft.shiftAnchor(from: draft.countsFromFirstDay ? first : nil, or: start)
      elements.append(try draft.element("\(index + 1)", from: start))
    }
    let schedule = Schedule(elements, excluding: exclusions(of: drafts) + common)
    do throws(InputError) { try schedule.validate() } catch { throw error.inWords }
    return schedule
  }

  var unanchored: InputError {
    InputError(
      .notUnderstood(
        word: "", after: headWords, cure: "say from which day on, as in from 4 January 2024"))
  }

  /// Returns the indices of the drafts in the sentence before that of the draft at `index`.
  private static func phase(before index: Int, of drafts: [PlanDraft]) -> Range<Int> {
    let sentence = drafts[index].sentence - 1
    let end = drafts[..<index].lastIndex { $0.sentence <= sentence }.map { $0 + 1 } ?? 0
    let first = drafts[..<end].lastIndex { $0.sentence < sentence }.map { $0 + 1 } ?? 0
    return first..<end
  }

  /// Returns the exclusions of all drafts.
  ///
  /// Those in the last clause of a plan with one element apply to the whole plan.
  private static func exclusions(of drafts: [PlanDraft]) -> [Schedule.Exclusion] {
    drafts.enumerated().flatMap { index, draft in
      draft.exclusions.enumerated().flatMap { place, clause in
        let isOwn = drafts.count > 1 || place < draft.exclusions.count - 1
        return clause.map { $0.of(isOwn ? "\(index + 1)" : nil) }
      }
    }
  }
}

extension Schedule.Exclusion {
  fileprivate func of(_ element: String?) -> Schedule.Exclusion {
    Schedule.Exclusion(from: from, to: to, element: element)
  }
}

extension InputError {
  /// The error, with the names of properties replaced by the words of plans.
  fileprivate var inWords: InputError {
    var error = self
    let property = field?.split(separator: ".").last.map(String.init)
    error.field = property.map { InputError.wordsOfProperties[$0] ?? $0 }
    if case .conflict(let other) = problem {
      error.problem = .conflict(with: InputError.wordsOfProperties[other] ?? other)
    }
    return error
  }

  private static let wordsOfProperties = [
    "BYMONTHDAY": "day of the month", "BYYEARDAY": "day of the year", "BYWEEKNO": "week",
    "BYDAY": "weekday", "BYSETPOS": "only the", "BYHOUR": "hour", "BYMINUTE": "minute",
    "BYSECOND": "second", "INTERVAL": "every", "COUNT": "times", "UNTIL": "until",
    "FREQ": "every", "FREQ=WEEKLY": "every week", "FREQ=DAILY": "every day",
    "FREQ=MONTHLY": "every month", "count": "times", "end": "before", "start": "from",
    "allDay": "all day", "asNeeded": "as needed", "times": "at", "quota": "times a period",
    "cycle": "days on and off", "per": "period", "minGap": "at least", "maximum": "at most",
    "monthEnd": "or the last day", "window": "within", "rule": "every",
  ]
}
