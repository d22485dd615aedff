import Diagnostics
import Scheduling

/// A range of times of day within which a dose is due.
struct TimeRange {
  var opens: CivilTime
  /// On the next day if it is earlier than `opens`.
  var closes: CivilTime

  /// The greatest number of times of a day at which an interval is due within the range.
  static let mostTimes = 96

  /// The length in seconds.
  var length: Int { TimeRange.seconds(from: opens, to: closes) }

  /// Returns the window around `time`; `nil` if `time` is outside the range.
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
  /// Converts ranges of times to times and a window.
  mutating func settleRanges() throws(InputError) {
    guard let timeRanges else { return }
    let words = said[\PlanDraft.timeRanges] ?? "between"
    if isBelowDay { return try settleInterval(in: timeRanges, words) }
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

  /// Converts an interval of hours or minutes within a range of times to the times of each day.
  private mutating func settleInterval(in ranges: [TimeRange], _ words: String) throws(InputError) {
    let step = Int(rule.frequency.seconds) * rule.interval
    guard case .rule? = head, rule == RecurrenceRule(rule.frequency, interval: rule.interval),
      let only = ranges.first, ranges.count == 1, times == nil, firstTime == nil,
      only.length / step < TimeRange.mostTimes
    else { throw conflict(words) }
    let seconds = stride(from: 0, through: only.length, by: step)
    times = seconds.compactMap { CivilTime(secondOfDay: (only.opens.secondOfDay + $0) % 86_400) }
    said[\PlanDraft.times] = words
    (rule, timeRanges) = (RecurrenceRule(.daily), nil)
  }
}

extension ScheduleElement.Window {
  /// The window in plain words: `within 1 hour`, `from 30 minutes before to 2 hours after`.
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
