import Scheduling

/// The labelled positions of an axis.
package enum AxisTicks {
  /// Returns the ticks of an axis: its own, or round ones spaced widely enough for their labels.
  ///
  /// - Parameters:
  ///   - axis: The axis.
  ///   - range: The visible range.
  ///   - length: The length in the image.
  ///   - room: The length needed by a label.
  /// - Returns: The ticks, in order.
  static func ticks(
    of axis: ChartAxis, _ range: ClosedRange<Double>, length: Double, room: Double
  ) -> [ChartTick] {
    if !axis.ticks.isEmpty {
      return sparse(axis.ticks.filter { range.contains($0.at) }, length, room)
    }
    let most = max(1, Int(length / room))
    switch axis.scale {
    case .number: return numbers(range, atMost: most)
    case .count: return numbers(range, atMost: most, leastStep: 1)
    case .share: return shares(range, atMost: most)
    case .clock: return times(range, atMost: most)
    case .day: return DayTicks.ticks(range, atMost: most)
    case .category:
      return sparse(
        axis.categories.enumerated().map { ChartTick(Double($0), $1) }, length, room)
    }
  }

  /// Returns the smallest of 1, 2, 5, 10, 20, … that divides a length into at most `most` parts.
  static func niceStep(_ length: Double, atMost most: Int) -> Double {
    guard length > 0, length.isFinite else { return 1 }
    let least = length / Double(max(most, 1))
    var unit = 1.0
    while unit > least { unit /= 10 }
    while unit * 10 <= least { unit *= 10 }
    return [1, 2, 5, 10].map { $0 * unit }.first { $0 >= least * 0.999 } ?? unit * 10
  }

  /// Returns every *k*-th tick, so that labels do not overlap.
  private static func sparse(_ ticks: [ChartTick], _ length: Double, _ room: Double) -> [ChartTick]
  {
    guard ticks.count > 1 else { return ticks }
    let step = max(1, Int((room * Double(ticks.count) / length).rounded(.up)))
    return stride(from: 0, to: ticks.count, by: step).map { ticks[$0] }
  }

  private static func numbers(
    _ range: ClosedRange<Double>, atMost most: Int, leastStep: Double = 0
  ) -> [ChartTick] {
    let step = max(leastStep, niceStep(range.upperBound - range.lowerBound, atMost: most))
    return multiples(of: step, in: range).map { ChartTick($0, text($0, step: step)) }
  }

  private static func shares(_ range: ClosedRange<Double>, atMost most: Int) -> [ChartTick] {
    let length = (range.upperBound - range.lowerBound) * 100
    var step = niceStep(length, atMost: most)
    if step == 50, length / 25 <= Double(most) + 0.1 { step = 25 }
    let percents = range.lowerBound * 100...range.upperBound * 100
    return multiples(of: step, in: percents).map {
      ChartTick($0 / 100, text($0, step: step) + " %")
    }
  }

  private static func times(_ range: ClosedRange<Double>, atMost most: Int) -> [ChartTick] {
    let hours = (range.upperBound - range.lowerBound) / 3600
    let step =
      [1.0, 2, 3, 4, 6, 12].first { hours / $0 <= Double(most) }
      ?? 24 * (hours / 24 / Double(most)).rounded(.up)
    return multiples(of: step * 3600, in: range).map { ChartTick($0, time($0)) }
  }

  private static func multiples(of step: Double, in range: ClosedRange<Double>) -> [Double] {
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard first <= last, last - first < 1000 else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// Formats seconds from midnight as a time of day, such as `06:00`, `24:00`, and `02:00 +1 d` on
  /// the next day.
  static func time(_ seconds: Double) -> String {
    guard seconds.magnitude < 1e12 else { return seconds.description }
    let minutes = Int((seconds / 60).rounded(.down))
    if minutes == 1440 { return "24:00" }
    let day = Int((Double(minutes) / 1440).rounded(.down))
    let minute = minutes - day * 1440
    let time = two(minute / 60) + ":" + two(minute % 60)
    return day == 0 ? time : "\(time) \(day < 0 ? "−" : "+")\(day.magnitude) d"
  }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

  /// Formats a number with separators of thousands, and with as many decimals as a step needs.
  package static func text(_ number: Double, step: Double) -> String {
    var (scale, decimals) = (1.0, 0)
    while decimals < 6, abs((step * scale).rounded() - step * scale) > 1e-6 {
      scale *= 10
      decimals += 1
    }
    // Numbers beyond the precision of decimals, and infinite sums.
    guard abs(number) * scale < 0x1p53 else { return number.description }
    let digits = Int((abs(number) * scale).rounded())
    let whole = (number < 0 && digits > 0 ? "−" : "") + (digits / Int(scale)).grouped
    guard decimals > 0 else { return whole }
    let rest = String(digits % Int(scale))
    return whole + "." + String(repeating: "0", count: decimals - rest.count) + rest
  }
}

/// Calendar ticks: days, weeks from Monday, months, quarters or years.
enum DayTicks {
  /// Returns at most `most` ticks; the first one, and the first of each year, includes the year.
  static func ticks(_ range: ClosedRange<Double>, atMost most: Int) -> [ChartTick] {
    let first = max(range.lowerBound.rounded(.up), Double(CivilDate.first.dayNumber))
    let last = min(range.upperBound.rounded(.down), Double(CivilDate.last.dayNumber))
    guard first <= last else { return [] }
    let days = Int(first)...Int(last)
    let length = days.count
    if let step = [1, 2, 7, 14].first(where: { length / $0 <= most }) {
      return labelled(everyDays(step, days)) { "\($0.day) \(month($0))" }
    }
    if let step = [1, 2, 3, 6].first(where: { length / (30 * $0) <= most }) {
      return labelled(everyMonths(step, days), month)
    }
    let years = max(1, (length / 365 + most - 1) / most)
    return everyMonths(12 * years, days).map { ChartTick(Double($0.dayNumber), "\($0.year)") }
  }

  private static func labelled(
    _ dates: [CivilDate], _ label: (CivilDate) -> String
  ) -> [ChartTick] {
    var year: Int?
    return dates.map { date in
      defer { year = date.year }
      let suffix = date.year == year ? "" : " \(date.year)"
      return ChartTick(Double(date.dayNumber), label(date) + suffix)
    }
  }

  /// Returns every *n*-th day; for weeks counted from a Monday.
  private static func everyDays(_ step: Int, _ days: ClosedRange<Int>) -> [CivilDate] {
    let monday = 4
    let offset = step % 7 == 0 ? monday : days.lowerBound
    let past = (days.lowerBound - offset) % step
    let first = days.lowerBound + (past == 0 ? 0 : (past > 0 ? step - past : -past))
    return stride(from: first, through: days.upperBound, by: step).map(CivilDate.init(dayNumber:))
  }

  private static func everyMonths(_ step: Int, _ days: ClosedRange<Int>) -> [CivilDate] {
    let first = CivilDate(dayNumber: days.lowerBound)
    var month = first.year * 12 + first.month - 1
    if first.day > 1 { month += 1 }
    month = (month + step - 1) / step * step
    var dates: [CivilDate] = []
    while let date = CivilDate(year: month / 12, month: month % 12 + 1, day: 1),
      date.dayNumber <= days.upperBound
    {
      dates.append(date)
      month += step
    }
    return dates
  }

  /// Returns the three-letter name of a month.
  static func month(_ date: CivilDate) -> String {
    [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][date.month - 1]
  }
}
