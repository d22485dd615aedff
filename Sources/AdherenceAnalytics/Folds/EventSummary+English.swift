import Diagnostics
import Scheduling

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
