import Scheduling

/// What a rule matched: the values of its parts, and the words in the plan.
///
/// A value that the pattern has no part for is zero or empty.
struct RuleMatch {
  let begin: Int
  /// The reader behind the match.
  var reader: PlanReader

  var number = 0
  /// Every how many units; the least of two.
  var interval = 1
  var most: Int?
  var unit = RecurrenceRule.Frequency.daily
  var count = 0
  /// The words of two numbers of times.
  var openTimes: String?
  var length = ISODuration.zero
  /// The second length: days off, or when a window closes.
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
  /// The last moment, and the last day of which the year is left out.
  var last: PlanMoment?
  var dayOfYear: PlanDraft.DayOfYear?
  var lastDay: PlanDraft.DayOfYear?
  /// Where the words of the end begin, or end those of the main clause.
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

  /// Within what days are counted; months by their names come each year.
  var realm: Realm {
    months.isEmpty
      ? Realm(frequency: unit, interval: interval) : Realm(frequency: .monthly, months: months)
  }

  /// The words up to the mark.
  var wordsBeforeMark: String { reader.words(begin..<(mark ?? reader.place)) }

  /// The words from the mark on.
  var wordsBehindMark: String { reader.words((mark ?? begin)..<reader.place) }

  /// The words of the element up to the end of the match.
  var wordsOfElement: String { reader.words(reader.firstToken..<reader.place) }

  var tokens: ArraySlice<PlanToken> { reader.tokens[begin..<reader.place] }

  /// The words of the element in front of the match.
  var before: String { reader.words(reader.firstToken..<begin) }

  /// Whether the element begins with the match.
  var isFirst: Bool { begin == reader.firstToken }

  func isBehind(_ kinds: PlanToken.Kind...) -> Bool {
    begin > 0 && kinds.contains(reader.tokens[begin - 1].kind)
  }

  var isBehindSeparator: Bool { isBehind(.sign(","), .word("and"), .sign("&")) }

  /// Whether `and` or `&` joins it with the clause before.
  var isJoined: Bool { isBehind(.word("and"), .sign("&")) }
}
