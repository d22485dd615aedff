import AdherenceStatistics

/// Kaplan-Meier curves as series of a chart.
struct SurvivalLines {
  private var lines: [SurvivalLine] = []
  /// How many steps change the curves.
  private let steps: Int
  /// By how much what is drawn may differ from the curves; `nil` where all of it is drawn.
  private var tolerance: Double?

  /// The most ticks of a curve.
  private let tickLimit: Int

  init(_ curves: [(name: String, curve: SurvivalCurve)], limit: Int) {
    let count = max(1, curves.count)
    tickLimit = count == 1 ? limit / 20 : limit / 5 / count
    // A step has a place in the line and in the band, and so has the start.
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

  /// The positions of the steps with events that are to be drawn, and of the last step, with which the
  /// curve ends.
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

  /// How many steps became fewer; `nil` where all are drawn.
  func reduction(limit: Int) -> ChartReduction? {
    tolerance.map { ChartReduction(.steps, points: steps, limit: limit, tolerance: $0) }
  }

  /// What is not drawn, in words.
  var note: String? {
    tolerance.map { "Steps of less than \(ChartText.percent($0)) are drawn with the next." }
  }

  /// The bands, then the lines, then the ticks.
  var series: [ChartSeries] {
    lines.filter { $0.curve.count > 0 }.map(\.band) + lines.map(\.steps)
      + lines.map { $0.ticks(limit: tickLimit) }.filter { !$0.points.isEmpty }
  }

  /// Where the curves are at one half.
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
  /// How many are followed, how many have the event, and the medians, in words.
  static func summary(
    _ curves: [(name: String, curve: SurvivalCurve)], of count: Int, unit: String
  ) -> String {
    if curves.allSatisfy({ $0.curve.count == 0 }) { return "Nobody was followed." }
    let sentences = curves.map { named in
      (curves.count == 1 ? "" : "\(named.name.isolated): ") + named.curve.summary(unit: unit)
    }
    let left = count > curves.count ? ["\(curves.count) of \(count) curves are drawn."] : []
    return (sentences + left).joined(separator: " ")
  }
}

extension SurvivalCurve {
  fileprivate func summary(unit: String) -> String {
    guard let last = steps.last else { return "nobody was followed." }
    let events = steps.reduce(0) { $0 + $1.events }
    let reached =
      median.time.value.map { "median \(ChartText.number($0)) \(unit)" } ?? "median not reached"
    return
      "\(count) followed, \(events.counted("event")), \(reached); after "
      + "\(ChartText.number(last.time)) \(unit) \(ChartText.percent(last.survival))."
  }
}
