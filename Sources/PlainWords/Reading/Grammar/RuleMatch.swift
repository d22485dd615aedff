import Diagnostics
import Scheduling

/// A match of a rule: the values of its parts, and its words in the plan.
///
/// Values of parts that the pattern does not have are zero or empty.
struct RuleMatch {
  let begin: Int
  /// The reader at the end of the match.
  var reader: PlanReader

  var number = 0
  /// The interval in units; the lower of two.
  var interval = 1
  var most: Int?
  var unit = RecurrenceRule.Frequency.daily
  var count = 0
  /// The words of an open count, such as `2-3 times`.
  var openTimes: String?
  var length = ISODuration.zero
  /// The second duration: days off, or the time from the planned time to the end of the window.
  var other = ISODuration.zero
  var late: ISODuration?
  var isRolling = false

  var time: CivilTime?
  var times: [CivilTime] = []
  var timeRanges: [TimeRange] = []
  var minutes: [Int] = []
  /// The minutes past the hour ``number``.
  var minutesPast = 0
  var offsets: [ISODuration] = []
  var isUTC = false
  var zone: Zone?
  var moment: PlanMoment?
  /// The last moment; `lastDay` is set instead if the year is omitted.
  var last: PlanMoment?
  var dayOfYear: PlanDraft.DayOfYear?
  var lastDay: OpenDay?
  /// The first day, if it depends on the start of the plan.
  var firstDay: OpenDay?
  /// The token index set by `<mark>`: the start of the words of the end, or the end of the main
  /// clause.
  var mark: Int?

  var weekdays: Set<Weekday> = []
  var days: [PlacedDays] = []
  var months: [Int] = []
  var isOfYear = false
  var numbers: [Int] = []
  var ranges: [ClosedRange<Int>] = []
  var exclusions: [Schedule.Exclusion] = []
  var missingDays: PlanDraft.MissingDays?

  var amounts: [Amount] = []
  var quantity = 0.0
  /// The doses of a pattern such as `1-0-1`.
  var doses: [Double] = []
  var note = ""
  var name: String?
  var form: String?

  var event: String?
  /// The completion of the task with the name of ``event``, or of the plan's own task without a name.
  var completion: EventTime.Completion?
  var which = EventAnchor.Selection.each
  /// Whether the duration is before the event.
  var isBefore = false

  init(at reader: PlanReader) {
    begin = reader.place
    self.reader = reader
  }
}

extension RuleMatch {
  /// Multiplies the interval by the units of `span`.
  mutating func multiply(by span: Vocabulary.Span) {
    (interval, unit) = (interval * span.count, span.unit)
    most = most.map { $0 * span.count }
  }

  /// The words of the match.
  var words: String { reader.words(begin..<reader.place) }

  /// The unit within which days are counted; named months recur every year.
  var realm: Realm {
    months.isEmpty
      ? Realm(frequency: unit, interval: interval) : Realm(frequency: .monthly, months: months)
  }

  /// The words before the mark.
  var wordsBeforeMark: String { reader.words(begin..<(mark ?? reader.place)) }

  /// The words from the mark on.
  var wordsBehindMark: String { reader.words((mark ?? begin)..<reader.place) }

  /// The words of the element up to the end of the match.
  var wordsOfElement: String { reader.words(reader.firstToken..<reader.place) }

  var tokens: ArraySlice<PlanToken> { reader.tokens[begin..<reader.place] }

  /// The words of the element before the match.
  var before: String { reader.words(reader.firstToken..<begin) }

  /// Whether the match is at the start of the element.
  var isFirst: Bool { begin == reader.firstToken }

  /// Whether a part of the day is that of every day, as in `every morning`.
  var isOfEveryDay: Bool {
    tokens.contains { ["every", "each", "nightly"].contains($0.kind.word) }
  }

  func isBehind(_ kinds: PlanToken.Kind...) -> Bool {
    begin > 0 && kinds.contains(reader.tokens[begin - 1].kind)
  }

  var isBehindSeparator: Bool { isJoined || isBehind(.sign(",")) }

  /// Whether `and`, `&` or `+` joins the match with the previous clause.
  var isJoined: Bool { isBehind(.word("and"), .sign("&"), .sign("+")) }
}

extension RuleMatch {
  /// Whether the doses of `3-2-1 tablets` may be those of a taper.
  var isOneWay: Bool { doses.areOneWay && !doses.contains(0) }
}

// Errors for matched words.
extension RuleMatch {
  /// The reader at the start of the match.
  private var start: PlanReader { reader(at: begin) }

  private func reader(at place: Int) -> PlanReader {
    var reader = reader
    reader.place = place
    return reader
  }

  /// Returns the error that names the first token of the match.
  func unexpected(_ expected: String, or phrases: [String] = []) -> InputError {
    start.unexpected(expected, or: phrases)
  }

  /// Returns the error that names all words of the match.
  func refused(_ cure: String, after: String = "") -> InputError {
    InputError(.notUnderstood(word: words, after: after, cure: cure))
  }

  func outOfRange(_ rule: String) -> InputError { reader.outOfRange(words, rule) }

  /// Returns months and days as many times.
  ///
  /// - Throws: `InputError` if the product of the numbers of the plan exceeds the calendar.
  func length(months: Int = 0, days: Int = 0, times count: Int = 1) throws(InputError)
    -> ISODuration
  {
    let months = months.multipliedReportingOverflow(by: count)
    let days = days.multipliedReportingOverflow(by: count)
    guard !months.overflow, !days.overflow,
      let length = ISODuration(checking: (months.partialValue, days.partialValue, 0))
    else { throw outOfRange("lie within the calendar") }
    return length
  }

  /// The error for `2 x 500 mg`.
  var multipleOfAmount: InputError {
    guard let target = amounts.first?.target, let units = target.units, let number = target.number
    else { return refused("say how much, and how often") }
    let many = Units.isOfDoses(units + "s") ? units + "s" : units
    let all = "\((Double(count) * number).words) \(many)"
    let cure = "say \(all), or \(number.words) \(units) \(English.times(count)) daily"
    return refused(cure).suggesting([all])
  }

  /// The error for `every 2nd Friday`, which means every other Friday or the 2nd of each month.
  var otherOrCounted: InputError {
    let (day, ordinal) = (
      reader.words(reader.place - 1..<reader.place), English.ordinal(number)
    )
    return .ambiguous(
      words,
      say: ["the \(ordinal) \(day) of every month", "every \(max(2, number)) weeks on \(day)"])
  }

  /// The error for `12-weekly`.
  var timesOrEvery: InputError {
    let adverb = reader.word(ahead: -1) ?? ""
    return .ambiguous(
      words,
      say: ["\(English.times(number)) \(adverb)", English.every(number * interval, unit.unit)])
  }

  /// The error for `from Monday to Friday`, which means the days of every week, or those of the first one.
  var firstOrEvery: InputError {
    let days = words.split(separator: " ").dropFirst().joined(separator: " ")
    guard weekdays.count > 1 else { return refused("name the date, as in from 4 January 2024") }
    let first = days.prefix { $0 != " " && $0 != "-" }
    return .ambiguous(words, say: [days, "starting \(first) for \(weekdays.count) days"])
  }

  /// The error for `at 8`.
  var eitherHalf: InputError {
    let past = minutesPast == 0 ? "" : ":\(minutesPast < 10 ? "0" : "")\(minutesPast)"
    let phrases = ["\(number)\(past) am", "\(number)\(past) pm"]
    guard minutesPast == 0 else { return .ambiguous(words, say: phrases.map { "at \($0)" }) }
    return reader(at: reader.place - 1)
      .unexpected("say \(English.list(phrases, "or"))", or: phrases)
  }

  /// Rejects `1 am and 2 pm`, where the numbers may be amounts.
  func refuseAmounts(beside draft: PlanDraft) throws(InputError) {
    let hours = times.count > 1 ? times.map(\.hour) : timeRanges.map { $0.opens.hour % 12 }
    guard case .number = reader.tokens[begin].kind, draft.targets == nil,
      hours.contains(where: { 1...3 ~= $0 })
    else { return }
    throw .ambiguous(words, say: [timeRanges.isEmpty ? "at \(words)" : "from \(words)"])
  }

  /// The error for a number of exceptions, as in `except 3 February 2024 and 2 more`.
  var unnamedExceptions: InputError {
    let end = mark ?? reader.place
    return InputError(
      .notUnderstood(
        word: reader.words(reader.place - 2..<reader.place),
        after: reader.words(max(begin + 1, end - 4)..<end), cure: "name each of them"))
  }

  /// The error for an amount without a unit.
  var amountOfNothing: InputError {
    let amount = wordsBeforeMark
    let isOne = ["1", "one", "a", "an", "half", "half a"].contains(amount)
    return unexpected(
      "say of what, as in \(amount) \(isOne ? "tablet" : "tablets")",
      or: isOne ? ["\(amount) tablet"] : ["\(amount) tablets", "\(amount) doses"])
  }

  /// The error for an amount with an unknown unit.
  var unknownUnit: InputError {
    let unit = reader.word(ahead: -1) ?? ""
    let own = unit.allSatisfy(\.isLetter) && unit.count > 4 ? ["\"\(unit)\""] : []
    return reader(at: reader.place - 1)
      .unexpected("no unit of that name is known; units of your own stand in quotes", or: own)
  }

  /// Rejects a second time without a conjunction, such as `in the morning before meals`.
  func checkJoined(with isThere: Bool) throws(InputError) {
    guard isThere, begin > 0, !isJoined else { return }
    throw refused("join several times by and, and leave out what qualifies one", after: before)
  }
}
