import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The definitions of CMA 1 to 9, with no thought for speed.
struct NaiveRefills {
  /// In order of date.
  var fills: [Fill]
  /// The last day of the follow-up.
  var followUpEnd: CivilDate
  var start: CivilDate
  var end: CivilDate
  var rule: CarryOver

  /// A fill, the supply carried over to it, and the days without supply until the next fill.
  typealias Row = (fill: Fill, next: Double, carried: Double, gap: Double)

  init(_ record: RefillRecord, _ windows: RefillWindows, _ rule: CarryOver) {
    fills = record.fills.filter { windows.followUp.contains($0.date) }.sorted {
      ($0.date, $0.drugClass ?? "", $0.drug ?? "", $0.days, $0.dose ?? 0)
        < ($1.date, $1.drugClass ?? "", $1.drug ?? "", $1.days, $1.dose ?? 0)
    }
    followUpEnd = windows.followUp.upperBound
    start = windows.observation.lowerBound
    end = windows.observation.upperBound
    self.rule = rule
  }

  var length: Double { Double(end - start) }
  var inside: [Fill] { fills.filter { start <= $0.date && $0.date <= end } }
  var before: [Fill] { fills.filter { $0.date < start } }

  func rows(_ fills: [Fill], until end: Double) -> [Row] {
    var rows: [Row] = []
    var left = 0.0
    for (index, fill) in fills.enumerated() {
      let isLast = index == fills.count - 1
      let next = isLast ? end : number(fills[index + 1].date)
      let balance = next - number(fill.date) - fill.days - left
      rows.append((fill, next, left, max(0, balance)))
      left = isLast ? 0 : max(0, -balance) * factor(fill, fills[index + 1])
    }
    return rows
  }

  private func factor(_ fill: Fill, _ next: Fill) -> Double {
    let isSameDrug = fill.drug == next.drug && fill.drugClass == next.drugClass
    if rule.onlyForSameDrug && !isSameDrug { return 0 }
    guard rule.considersDose, let dose = fill.dose, let nextDose = next.dose else { return 1 }
    return dose / nextDose
  }

  private func number(_ date: CivilDate) -> Double { Double(date.dayNumber) }

  func value(_ measure: RefillMeasure) -> Double? {
    let (first, last) = (inside.first?.date, inside.last?.date)
    let toLast = last.flatMap { last in first.map { number(last) - number($0) } } ?? 0
    let toEnd = first.map { number(end) - number($0) } ?? 0
    let rows = rows(inside, until: number(end))
    let supply = inside.map(\.days)
    switch measure {
    case .cma1: return toLast > 0 ? supply.dropLast().reduce(0, +) / toLast : nil
    case .cma2: return toEnd > 0 ? supply.reduce(0, +) / toEnd : nil
    case .cma3: return value(.cma1).map { min(1, $0) }
    case .cma4: return value(.cma2).map { min(1, $0) }
    case .cma5: return toLast > 0 ? 1 - rows.dropLast().reduce(0) { $0 + $1.gap } / toLast : nil
    case .cma6: return toEnd > 0 ? 1 - rows.reduce(0) { $0 + $1.gap } / toEnd : nil
    case .cma7: return coverage(from: number(start), to: number(end))
    case .cma8:
      let used = earlierSupplyEnd.map { max($0, number(start)) } ?? number(start)
      guard used < number(end) else { return nil }
      let days = (number(end) - used).rounded(.toNearestOrEven)
      return coverage(from: used, to: used + days)
    case .cma9: return meanOfIntervals
    default: return nil
    }
  }

  /// Whether supply from before the window lasts through all of it.
  var isCoveredFromBefore: Bool { earlierSupplyEnd.map { $0 >= number(end) } ?? false }

  /// The day until which supply from before the window lasts.
  var earlierSupplyEnd: Double? {
    rows(before, until: number(start)).map { number($0.fill.date) + $0.fill.days + $0.carried }
      .max()
  }

  private func coverage(from start: Double, to end: Double) -> Double? {
    let past = fills.filter { number($0.date) <= end }
    guard !past.isEmpty, start < end else { return nil }
    let gaps = rows(past, until: end).map { row in
      // A gap lies at the end of its interval.
      max(0, min(row.next, end) - max(row.next - row.gap, start))
    }
    let untilFirst = max(0, number(past[0].date) - start)
    return 1 - (gaps.reduce(0, +) + untilFirst) / (end - start)
  }

  private var meanOfIntervals: Double? {
    guard length > 0, fills.contains(where: { $0.date <= end }) else { return nil }
    let parts = rows(fills, until: number(followUpEnd)).map { row in
      let (from, interval) = (number(row.fill.date), row.next - number(row.fill.date))
      let days = min(row.next, number(end)) - max(from, number(start))
      return days > 0 ? days * (1 - row.gap / interval) : 0
    }
    return parts.reduce(0, +) / length
  }
}
