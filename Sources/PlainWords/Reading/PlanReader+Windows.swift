import Scheduling

// When an outcome is in time.
extension PlanReader {
  /// `within 1 hour`, `from 30 minutes before to 2 hours after`, `between 07:00 and 09:00`.
  mutating func window(_ begin: Int) throws(InputError) -> Bool {
    if try timeRanges(begin) { return true }
    var window = try around()
    if window == nil { window = try within() }
    guard var window else { return false }
    try lateness(&window)
    try draft.set(\.window, to: window, words(begin..<place))
    return true
  }

  /// The same length before and after.
  private mutating func within() throws(InputError) -> ScheduleElement.Window? {
    guard accept("within") else { return nil }
    guard let length = try length() else {
      throw unexpected("expected a length of time, as in within 1 hour")
    }
    return ScheduleElement.Window(opensBefore: length, closesAfter: length)
  }

  /// `from 30 minutes before`, `until 2 hours after`, or both.
  private mutating func around() throws(InputError) -> ScheduleElement.Window? {
    let opens = try side("from", "before")
    let closes = try opens == nil ? side("until", "after") : side("to", "after")
    guard opens != nil || closes != nil else { return nil }
    return ScheduleElement.Window(opensBefore: opens ?? .zero, closesAfter: closes ?? .zero)
  }

  /// `late until 4 hours after` lets count what comes after the window.
  private mutating func lateness(_ window: inout ScheduleElement.Window) throws(InputError) {
    let begin = place
    _ = separator()
    guard accept("late"), let last = try side("until", "after") else {
      place = begin
      return
    }
    guard !last.isShorter(than: window.closesAfter) else {
      throw outOfRange(words(begin..<place), "not end before the window closes")
    }
    window.lateUntil = last
  }

  private mutating func side(_ word: String, _ direction: String) throws(InputError) -> ISODuration?
  {
    try attempt { (reader: inout PlanReader) throws(InputError) -> ISODuration? in
      guard reader.accept(word), reader.isNumberNext, let length = try reader.length(),
        reader.accept(direction)
      else { return nil }
      return length
    }
  }

  /// `between 07:00 and 09:00`: what is due at the first time or at the one that is named.
  private mutating func timeRanges(_ begin: Int) throws(InputError) -> Bool {
    let ranges = try list { (reader: inout PlanReader) throws(InputError) -> TimeRange? in
      guard reader.accept("between"), let opens = try reader.time(), reader.accept("and"),
        let closes = try reader.time()
      else { return nil }
      return TimeRange(opens: opens, closes: closes)
    }
    if ranges.isEmpty { return false }
    try draft.set(\.timeRanges, to: ranges, words(begin..<place))
    return true
  }
}

/// The times of a day between which something is due.
struct TimeRange {
  var opens: CivilTime
  /// Of the next day where it comes before the other.
  var closes: CivilTime

  /// The seconds between both.
  var length: Int { TimeRange.seconds(from: opens, to: closes) }

  /// The window about a time; `nil` where that lies outside.
  func window(about time: CivilTime) -> ScheduleElement.Window? {
    let before = TimeRange.seconds(from: opens, to: time)
    guard before <= length else { return nil }
    return ScheduleElement.Window(
      opensBefore: ISODuration(seconds: before), closesAfter: ISODuration(seconds: length - before))
  }

  private static func seconds(from first: CivilTime, to last: CivilTime) -> Int {
    (last.secondOfDay - first.secondOfDay + 86_400) % 86_400
  }
}

extension PlanDraft {
  /// Turns ranges of times into times and a window.
  mutating func settleRanges() throws(InputError) {
    guard let timeRanges else { return }
    let words = said[\PlanDraft.timeRanges] ?? "between"
    if window != nil { throw conflict(words, with: said[\PlanDraft.window]) }
    let named = times ?? timeRanges.map(\.opens)
    guard named.count == timeRanges.count else {
      throw conflict(words, with: said[\PlanDraft.times])
    }
    let windows = Set(zip(timeRanges, named).map { $0.window(about: $1) })
    guard let only = windows.first, windows.count == 1, let only else {
      let rule = "hold the times, each as long before and after; part others by semicolons"
      throw InputError(.outOfRange(text: words, rule: rule))
    }
    if times == nil { said[\PlanDraft.times] = words }
    (times, window) = (named, only)
  }
}

extension ScheduleElement.Window {
  /// The window as plans say it: `within 1 hour`, `from 30 minutes before to 2 hours after`.
  var words: String {
    let late = lateUntil == closesAfter ? "" : ", late until \(lateUntil.lengthOrNone) after"
    if opensBefore == closesAfter { return "within \(opensBefore.lengthOrNone)\(late)" }
    if opensBefore.isZero { return "until \(closesAfter.lengthOrNone) after\(late)" }
    let from = "from \(opensBefore.lengthOrNone) before"
    return closesAfter.isZero ? from + late : "\(from) to \(closesAfter.lengthOrNone) after\(late)"
  }
}

extension ISODuration {
  fileprivate var lengthOrNone: String { isZero ? "0 minutes" : length }
}
