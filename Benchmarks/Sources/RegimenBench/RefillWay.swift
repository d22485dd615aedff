import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// A naive restatement of the refill measures, with an array for each step and a dictionary for
/// stock.
struct RefillWay {
  /// A fill, the supply carried over to it, and the days without supply until the next.
  private typealias Part = (fill: Fill, next: CivilDate, carried: Double, gap: Double)

  private let fills: [Fill]
  private let followUpEnd: CivilDate
  private let start: CivilDate
  private let end: CivilDate

  init(_ record: RefillRecord, followUp: Int, start: Int, days: Int) {
    let sorted = record.fills.sorted { $0.date < $1.date }
    let (first, last) = (sorted[0].date, sorted[0].date.adding(days: followUp))
    fills = sorted.filter { $0.date <= last }
    followUpEnd = last
    self.start = first.adding(days: start)
    end = self.start.adding(days: days)
  }

  private func parts(_ fills: [Fill], until end: CivilDate) -> [Part] {
    var left = 0.0
    return fills.enumerated().map { index, fill in
      let next = index + 1 < fills.count ? fills[index + 1].date : end
      let balance = Double(next - fill.date) - fill.days - left
      defer { left = max(0, -balance) }
      return (fill, next, left, max(0, balance))
    }
  }

  private var inside: [Fill] { fills.filter { start <= $0.date && $0.date <= end } }

  func value(_ measure: RefillMeasure) -> Double? {
    switch measure {
    case .cma1: toLast { fills, _ in fills.dropLast().reduce(0) { $0 + $1.days } }
    case .cma2: toEnd { fills, _ in fills.reduce(0) { $0 + $1.days } }
    case .cma3: value(.cma1).map { min(1, $0) }
    case .cma4: value(.cma2).map { min(1, $0) }
    case .cma5:
      toLast { fills, days in
        days - parts(fills, until: end).dropLast().reduce(0) { $0 + $1.gap }
      }
    case .cma6:
      toEnd { fills, days in days - parts(fills, until: end).reduce(0) { $0 + $1.gap } }
    case .cma7: coverage(from: start)
    case .cma8: coverage(from: max(start, earlierEnd ?? start))
    case .cma9: meanOfIntervals
    default: nil
    }
  }

  private func toLast(_ body: ([Fill], Double) -> Double) -> Double? {
    guard let first = inside.first, let last = inside.last, last.date > first.date else {
      return nil
    }
    let days = Double(last.date - first.date)
    return body(inside, days) / days
  }

  private func toEnd(_ body: ([Fill], Double) -> Double) -> Double? {
    guard let first = inside.first, end > first.date else { return nil }
    let days = Double(end - first.date)
    return body(inside, days) / days
  }

  private func coverage(from start: CivilDate) -> Double? {
    let past = fills.filter { $0.date <= end }
    guard let first = past.first, start < end else { return nil }
    let gaps = parts(past, until: end).map { part in
      max(0, Double(part.next - start) - max(0, Double(part.next - start) - part.gap))
    }
    let days = Double(end - start)
    return 1 - (gaps.reduce(0, +) + Double(max(0, first.date - start))) / days
  }

  private var earlierEnd: CivilDate? {
    parts(fills.filter { $0.date < start }, until: start)
      .map { $0.fill.date.adding(days: Int($0.fill.days + $0.carried)) }.max()
  }

  private var meanOfIntervals: Double? {
    guard fills.contains(where: { $0.date <= end }) else { return nil }
    let covered = parts(fills, until: followUpEnd).map { part in
      let days = min(part.next, end) - max(part.fill.date, start)
      return days > 0 ? Double(days) * (1 - part.gap / Double(part.next - part.fill.date)) : 0
    }
    return covered.reduce(0, +) / Double(end - start)
  }

  /// Returns the days of each treatment episode.
  func episodes(permitting gap: Double) -> [Double] {
    let parts = parts(fills, until: followUpEnd)
    return parts.indices.filter { $0 == 0 || parts[$0 - 1].gap > gap }.map { first in
      let last = parts[first...].firstIndex { $0.gap > gap } ?? parts.count - 1
      let rest = parts[last].gap > gap ? parts[last].gap : 0
      return Double(parts[last].next - parts[first].fill.date) - rest
    }
  }

  /// Returns the days with supply among those from the first fill of a year, and those that count,
  /// from a day-by-day stock for each class.
  static func covered(
    _ record: RefillRecord, in year: ClosedRange<CivilDate>
  ) -> (covered: Int, days: Int) {
    let fills = record.fills.filter { year.contains($0.date) }
    guard let first = fills.map(\.date).min() else { return (0, 0) }
    var stock: [String?: Int] = [:]
    var (covered, days) = (0, 0)
    for number in first.dayNumber...year.upperBound.dayNumber {
      let date = CivilDate(dayNumber: number)
      for fill in fills where fill.date == date {
        stock[fill.drugClass, default: 0] += Int(fill.days)
      }
      if record.stays.contains(where: { $0.days.contains(date) }) { continue }
      let supplied = stock.keys.filter { stock[$0, default: 0] > 0 }
      for name in supplied { stock[name, default: 0] -= 1 }
      covered += supplied.isEmpty ? 0 : 1
      days += 1
    }
    return (covered, days)
  }
}
