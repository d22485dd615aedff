import Diagnostics
import Scheduling

extension English {
  /// `1st`, `2nd`, `13th`; counted from the end `last` and `2nd to last`.
  static func ordinal(_ number: Int) -> String {
    if number < 0 {
      return number == -1 ? "last" : "\(ordinal(Int(clamping: number.magnitude))) to last"
    }
    let isTeen = 11...13 ~= number % 100
    return switch number % 10 {
    case 1 where !isTeen: "\(number)st"
    case 2 where !isTeen: "\(number)nd"
    case 3 where !isTeen: "\(number)rd"
    default: "\(number)th"
    }
  }

  /// `1 day`, `2 days`.
  static func count(_ number: Int, _ unit: String) -> String {
    "\(number) \(unit)\(number == 1 ? "" : "s")"
  }

  /// `every day`, `every 2 days`.
  static func every(_ number: Int, _ unit: String) -> String {
    number == 1 ? "every \(unit)" : "every \(number) \(unit)s"
  }

  /// `every month`, `every 2nd month`, as in "the 1st of every 2nd month".
  static func each(_ number: Int, _ unit: String) -> String {
    number == 1 ? "every \(unit)" : "every \(ordinal(number)) \(unit)"
  }

  /// `once`, `10 times`.
  static func times(_ number: Int) -> String { number == 1 ? "once" : "\(number) times" }

  /// Days of a month: `1st, 15th and last day`.
  static func monthDays(_ days: [Int], _ conjunction: String = "and") -> String {
    list(fromBeginningToEnd(days).map { ordinal($0) + ($0 < 0 ? " day" : "") }, conjunction)
  }

  /// Numbered days or weeks of a year: `day 100 and the last day`.
  static func numbered(_ numbers: [Int], _ unit: String, _ conjunction: String = "and") -> String {
    list(
      fromBeginningToEnd(numbers).map { $0 < 0 ? "the \(ordinal($0)) \(unit)" : "\(unit) \($0)" },
      conjunction)
  }

  /// Ordinals in a set: `1st and last`.
  static func places(_ numbers: [Int]) -> String { list(fromBeginningToEnd(numbers).map(ordinal)) }

  private static func fromBeginningToEnd(_ numbers: [Int]) -> [Int] {
    Set(numbers).sorted { ($0 < 0 ? 1 : 0, $0) < ($1 < 0 ? 1 : 0, $1) }
  }

  /// `January and July`.
  static func months(_ numbers: [Int]) -> String {
    list(Set(numbers).sorted().map { CivilDate.monthNames[($0 - 1).clamped(to: 0...11)] })
  }

  /// Clock numbers; runs of three or more as `9 to 17`.
  static func clockNumbers(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in Set(numbers).sorted() {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return list(
      runs.flatMap { run in
        run.count > 2 ? ["\(run.lowerBound) to \(run.upperBound)"] : run.map(String.init)
      })
  }
}

extension Weekday {
  /// The English name.
  var name: String { description.prefix(1).uppercased() + description.dropFirst() }

  static let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]

  /// `Monday and Friday`; Monday to Friday is `weekday`, and all seven are `day`.
  static func words(_ weekdays: Set<Weekday>, _ conjunction: String = "and") -> String {
    if weekdays.count == 7 { return "day" }
    if weekdays == workdays { return "weekday" }
    return English.list(
      weekdays.sorted { $0.rawValue < $1.rawValue }.map(\.name), conjunction)
  }
}
