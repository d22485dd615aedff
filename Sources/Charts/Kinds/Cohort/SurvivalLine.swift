import AdherenceStatistics

/// A Kaplan-Meier curve and the indices of its drawn steps.
struct SurvivalLine {
  var name: String
  var curve: SurvivalCurve
  var role: ChartRole
  var kept: [Int]

  /// The line, from 1 at time 0.
  var steps: ChartSeries {
    guard curve.count > 0 else {
      let missing = MissingStatistic.tooFew.rawValue
      return ChartSeries(name, .step, role, [ChartPoint(0, nil, missing: missing)])
    }
    let steps = kept.map { curve.steps[$0] }
    return ChartSeries(
      name, .step, role,
      [ChartPoint(0, 1)]
        + steps.map { ChartPoint($0.time, $0.survival) }.with(SurvivalLine.fields, of: steps))
  }

  /// The numbers at risk, with the event and censored at a step.
  static var fields: PointFields<SurvivalStep> {
    PointFields([
      .count("atRisk", \.atRisk), .count("events", \.events), .count("censored", \.censored),
    ])
  }

  /// Its interval.
  var band: ChartSeries {
    let points = kept.map { place in
      let step = curve.steps[place]
      return ChartPoint(step.time, step.interval.lower, yEnd: step.interval.upper)
    }
    return ChartSeries(
      "\(name.isolated), \(ChartText.level(curve.level)) interval", .stepArea,
      role == .primary ? .interval : role, [ChartPoint(0, 1, yEnd: 1)] + points)
  }

  /// Returns ticks at censored observations: the first one in each of several equal time intervals.
  func ticks(limit: Int) -> ChartSeries {
    let censored = curve.steps.filter { $0.censored > 0 }
    let width = max(curve.steps.last?.time ?? 0, 1) / Double(max(1, limit - 1))
    var points: [ChartPoint] = []
    var stretch = -1.0
    for step in censored {
      let own = (step.time / width).rounded(.down)
      guard censored.count <= limit || own != stretch else { continue }
      stretch = own
      points.append(ChartPoint(step.time, step.survival))
    }
    return ChartSeries("\(name.isolated), end of observation", .tick, role, points)
  }
}
