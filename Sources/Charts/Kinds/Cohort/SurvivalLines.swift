import AdherenceStatistics

/// Kaplan-Meier curves as series of a chart.
struct SurvivalLines {
  private var lines: [SurvivalLine] = []
  /// The number of steps of the curves.
  private let steps: Int
  /// The maximum deviation of the drawn curves; `nil` if all steps are drawn.
  private var tolerance: Double?

  /// The maximum number of ticks of a curve.
  private let tickLimit: Int

  init(_ curves: [(name: String, curve: SurvivalCurve)], limit: Int) {
    let count = max(1, curves.count)
    tickLimit = count == 1 ? limit / 20 : limit / 5 / count
    // Each step, and the start, has a point in the line and in the band.
    let room = limit / 2 - (tickLimit / 2 + 1) * count
    func keep(_ tolerance: Double) -> [[Int]] {
      curves.map { SurvivalLines.kept(of: $0.curve.steps, tolerance: tolerance) }
    }
    var kept = keep(0)
    steps = kept.reduce(0) { $0 + $1.count }
    while kept.reduce(0, { $0 + $1.count }) > room, (tolerance ?? 0) < 1 {
      tolerance = tolerance.map { $0 * 2 } ?? 0.001
      kept = keep(tolerance ?? 1)
    }
    for (place, named) in curves.enumerated() {
      let role = curves.count == 1 ? ChartRole.primary : .nth(place)
      lines.append(
        SurvivalLine(name: named.name, curve: named.curve, role: role, kept: kept[place]))
    }
  }

  /// Returns the indices of the steps with events to draw, and of the last step.
  private static func kept(of steps: [SurvivalStep], tolerance: Double) -> [Int] {
    var kept: [Int] = []
    var (survival, interval) = (1.0, Interval(lower: 1, upper: 1))
    for (place, step) in steps.enumerated() where step.events > 0 {
      let change = max(
        abs(survival - step.survival), abs(interval.lower - step.interval.lower),
        abs(interval.upper - step.interval.upper))
      guard change >= tolerance else { continue }
      kept.append(place)
      (survival, interval) = (step.survival, step.interval)
    }
    if let last = steps.indices.last, kept.last != last { kept.append(last) }
    return kept
  }

  /// Returns the reduction; `nil` if all steps are drawn.
  func reduction(limit: Int) -> ChartReduction? {
    tolerance.map { ChartReduction(.steps, points: steps, limit: limit, tolerance: $0) }
  }

  /// The reduction as text.
  var note: String? {
    tolerance.map { "Steps of less than \(ChartText.percent($0)) are drawn with the next." }
  }

  /// The bands, lines and ticks.
  var series: [ChartSeries] {
    lines.filter { $0.curve.count > 0 }.map(\.band) + lines.map(\.steps)
      + lines.map { $0.ticks(limit: tickLimit) }.filter { !$0.points.isEmpty }
  }

  /// Returns lines at the medians.
  func medians(unit: String) -> [ReferenceLine] {
    lines.compactMap { line in
      line.curve.median.time.value.map { time in
        let whose = lines.count == 1 ? "" : " \(line.name.isolated)"
        return ReferenceLine(
          .x, at: time, "median\(whose) \(ChartText.number(time)) \(unit)",
          lines.count == 1 ? .reference : line.role)
      }
    }
  }
}

extension SurvivalLines {
  /// Returns the numbers of patients and events and the medians as text.
  static func summary(
    _ curves: [(name: String, curve: SurvivalCurve)], of count: Int, unit: String
  ) -> String {
    if curves.allSatisfy({ $0.curve.count == 0 }) { return "No patient was followed." }
    let sentences = curves.map { named in
      (curves.count == 1 ? "" : "\(named.name.isolated): ") + named.curve.summary(unit: unit)
    }
    let left = count > curves.count ? ["\(curves.count) of \(count) curves are drawn."] : []
    return (sentences + left).joined(separator: " ")
  }
}

extension SurvivalCurve {
  fileprivate func summary(unit: String) -> String {
    guard let last = steps.last else { return "no patient was followed." }
    let events = steps.reduce(0) { $0 + $1.events }
    let reached =
      median.time.value.map { "median \(ChartText.number($0)) \(unit)" } ?? "median not reached"
    return
      "\(count) followed, \(events.counted("event")), \(reached); after "
      + "\(ChartText.number(last.time)) \(unit) \(ChartText.percent(last.survival))."
  }
}
