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
  var isUTC = false
  var zone: Zone?
  var moment: PlanMoment?
  /// The last moment; `lastDay` is set instead if the year is omitted.
  var last: PlanMoment?
  var dayOfYear: PlanDraft.DayOfYear?
  var lastDay: PlanDraft.DayOfYear?
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
  var note = ""
  var name: String?
  var form: String?

  init(at reader: PlanReader) {
    begin = reader.place
    self.reader = reader
  }
}

extension RuleMatch {
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

  func isBehind(_ kinds: PlanToken.Kind...) -> Bool {
    begin > 0 && kinds.contains(reader.tokens[begin - 1].kind)
  }

  var isBehindSeparator: Bool { isBehind(.sign(","), .word("and"), .sign("&")) }

  /// Whether `and` or `&` joins the match with the previous clause.
  var isJoined: Bool { isBehind(.word("and"), .sign("&")) }
}
