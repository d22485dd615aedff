import Diagnostics
import Scheduling

// Times of day.
extension RuleWords {
  /// The maximum number of times that are listed individually; more are printed as hours and
  /// minutes.
  private static let mostTimes = 12

  /// ` at 08:00 and 20:00`; empty if the times depend on an unknown anchor.
  var timesOfDay: String {
    times.isEmpty ? "" : " at " + English.list(times.map(\.description))
  }

  private var times: [CivilTime] {
    guard rule.frequency.seconds >= 86_400 else { return [] }
    let hours = rule.hours.isEmpty ? anchor.map { [$0.time.hour] } ?? [] : rule.hours
    let minutes = rule.minutes.isEmpty ? anchor.map { [$0.time.minute] } ?? [] : rule.minutes
    let seconds = rule.seconds.isEmpty ? [anchor?.time.second ?? 0] : rule.seconds
    guard hours.count * minutes.count * seconds.count <= RuleWords.mostTimes else { return [] }
    return Set(
      hours.flatMap { hour in
        minutes.flatMap { minute in
          seconds.compactMap { CivilTime(hour: hour, minute: minute, second: $0) }
        }
      }
    ).sorted()
  }

  var clockConditions: [String?] {
    guard times.isEmpty else { return [] }
    return [("in the hour", rule.hours), ("at minute", rule.minutes), ("at second", rule.seconds)]
      .map { words, numbers in
        numbers.isEmpty
          ? nil : "\(words)\(numbers.count == 1 ? "" : "s") \(English.clockNumbers(numbers))"
      }
  }
}
