import Diagnostics
public import Scheduling

/// The components of a summary of an event, or of an item due.
///
/// ``description`` combines them in English, independent of the locale; a view in another language combines
/// them itself. All times are the patient's local times.
///
///     let days = AdherenceQuery(monday..<monday.adding(days: 2))
///     for event in try record.events(days) { print(event.summary) }
///     // tablet, 08:00, done 08:10
///     // tablet, 08:00, missed
public struct EventSummary: Hashable, Sendable {
  /// The title of the task; its id if it has none.
  public var title: String
  /// The plan's text for the person who follows it, which ``description`` omits.
  public var text: String?
  /// The planned time.
  public var occasion: Occasion
  /// The recorded and required amounts.
  public var amounts: [Amount] = []
  /// The status.
  public var status: Status
  /// Whether it is a medicine, which is "taken" instead of "done".
  public var isMedicine = false
  /// The day of attribution; times on other days are shown with their dates.
  public var day: CivilDate

  /// The planned time of an item.
  public enum Occasion: Hashable, Sendable {
    /// A time, with the planned time of a moved occurrence.
    case time(CivilDateTime, movedFrom: CivilDateTime?)
    case allDay
    /// The days of a quota's period.
    case days(Range<CivilDate>)
    /// No planned time.
    case asNeeded
  }

  /// A required or recorded amount.
  public struct Amount: Hashable, Sendable {
    /// The recorded value, or the sum of several numbers; `nil` if there is none.
    public var recorded: OutcomeValue.Content?
    /// The required condition; `nil` for a value recorded without a target.
    public var asked: ScheduleElement.Target.Condition?
    /// The unit of both.
    public var units: String?
    /// The kind of value, such as `systolic`.
    public var kind: String?
  }

  /// The status of an item; times are `nil` if unknown.
  public enum Status: Hashable, Sendable {
    /// The window has not opened.
    case upcoming
    case open
    case overdue(since: CivilDateTime)
    /// Done in part, and the window has not expired.
    case started(CivilDateTime?)
    case done(CivilDateTime?, Timing)
    /// Done in part, and the window has expired.
    case partial(CivilDateTime?)
    case missed
    case skipped(CivilDateTime?)
    case declined(CivilDateTime?)
    case held(reason: String?)
    case cancelled
    /// The number of uses left of a quota.
    case left(Int)
    /// It may be used now.
    case allowed(lastUse: CivilDateTime?)
    /// It may be used again at a time; `nil` means never.
    case resting(lastUse: CivilDateTime?, until: CivilDateTime?)
  }
}

extension EventSummary: CustomStringConvertible {
  /// The summary as a sentence, such as `Doxylamine, 08:00, 2 of 2 tablets, taken 08:10`.
  public var description: String {
    let amounts = English.list(amounts.compactMap { $0.words(on: day) })
    return [title, occasion.words(on: day), amounts, statusWords]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private var statusWords: String {
    let done = isMedicine ? "taken" : "done"
    return switch status {
    case .upcoming: "not yet due"
    case .open: "due now"
    case .overdue(let since): "overdue since \(since.words(on: day))"
    case .started(let time): at(time, "started")
    case .done(let time, .early): at(time, "\(done) early")
    case .done(let time, .late), .done(let time, .expired): at(time, "\(done) late")
    case .done(let time, .inWindow), .done(let time, .untimed): at(time, done)
    case .partial(let time): at(time, "\(done) in part")
    case .missed: "missed"
    case .skipped(let time): at(time, "skipped")
    case .declined(let time): at(time, "declined")
    case .held(let reason): "on hold" + (reason.map { " (\($0))" } ?? "")
    case .cancelled: "cancelled"
    case .left(0): "nothing left to do"
    case .left(let count): "\(count) left"
    case .allowed(let lastUse): use(lastUse) + ", may be \(isMedicine ? "taken" : "used") now"
    case .resting(let lastUse, let until):
      use(lastUse) + (until.map { ", again from \($0.words(on: day))" } ?? ", never again")
    }
  }

  private func at(_ time: CivilDateTime?, _ words: String) -> String {
    words + (time.map { " \($0.words(on: day))" } ?? "")
  }

  private func use(_ last: CivilDateTime?) -> String {
    let used = isMedicine ? "taken" : "used"
    return last.map { "last \(used) \($0.words(on: day))" } ?? "not yet \(used)"
  }
}

extension EventSummary.Occasion {
  fileprivate func words(on day: CivilDate) -> String {
    switch self {
    case .time(let time, nil): time.words(on: day)
    case .time(let time, let planned?):
      "\(time.words(on: day)) (moved from \(planned.words(on: day)))"
    case .allDay: "all day"
    case .days(let days): days.words
    case .asNeeded: "as needed"
    }
  }
}

extension EventSummary.Amount {
  /// Returns `2 of 2 tablets`, or only the required or recorded amount; `nil` if neither is an amount.
  fileprivate func words(on day: CivilDate) -> String? {
    amount(on: day).map { [kind, $0].compactMap(\.self).joined(separator: " ") }
  }

  private func amount(on day: CivilDate) -> String? {
    let unit = units.map { " \($0)" } ?? ""
    switch (recorded, asked) {
    case (.number(let number)?, let asked?):
      if case .within(let range) = asked { return number.words + unit + " (\(range.words))" }
      return (asked.words.map { "\(number.words) of \($0)" } ?? number.words) + unit
    case (let content?, _): return content.words(on: day) + unit
    case (nil, let asked): return asked?.words.map { $0 + unit }
    }
  }
}

extension ScheduleElement.Target.Condition {
  /// The required amount; `nil` for texts and other values without an amount.
  fileprivate var words: String? {
    switch self {
    case .atLeast(.number(let number)), .exactly(.number(let number)): number.words
    case .atMost(.number(let number)): "at most \(number.words)"
    case .within(let range): range.words
    case .atLeast, .atMost, .exactly: nil
    }
  }
}

extension OutcomeValue.Content {
  fileprivate func words(on day: CivilDate) -> String {
    switch self {
    case .number(let number): number.words
    case .boolean(let truth): truth ? "yes" : "no"
    case .text(let text): "“\(text)”"
    case .date(.local(let local)): local.words(on: day)
    case .date(.instant(let instant)): instant.description
    case .data: "a file"
    }
  }
}

extension ClosedRange<Double> {
  fileprivate var words: String { "\(lowerBound.words) to \(upperBound.words)" }
}

extension Range<CivilDate> {
  /// `8 January`, `6 to 12 January`, `30 December to 5 January`.
  fileprivate var words: String {
    let last = upperBound.adding(days: -1)
    if last <= lowerBound { return lowerBound.dayAndMonth }
    let isOneMonth = (lowerBound.year, lowerBound.month) == (last.year, last.month)
    return "\(isOneMonth ? "\(lowerBound.day)" : lowerBound.dayAndMonth) to \(last.dayAndMonth)"
  }
}

extension CivilDateTime {
  /// Returns the time, with its date if that is another day.
  fileprivate func words(on day: CivilDate) -> String {
    date == day ? "\(time)" : date.year == day.year ? "\(date.dayAndMonth) \(time)" : words
  }
}
