public import AdherenceStatistics

extension ChartData {
  /// Returns Kaplan-Meier curves with pointwise intervals and numbers at risk.
  ///
  /// Each curve is a step line from 1 at time 0. Ticks mark censored observations, thinned out if
  /// there are many. A vertical line marks each median that is reached.
  ///
  /// If there are too many steps, those are kept at which the curve or a limit of its interval has
  /// changed by a tolerance since the last kept one; `reduction` gives the tolerance. Kept steps
  /// are exact, and the drawn curve deviates nowhere by more than the tolerance.
  ///
  ///     let curve = SurvivalCurve([6.0, 13, 16].map { FollowUp(time: $0, hasEvent: true) })
  ///     print(ChartData.survival([("all", curve)], title: "Persistence").summary)
  ///     // 3 followed, 3 events, median 13 days; after 16 days 0.0 %.
  ///
  /// - Parameters:
  ///   - curves: The curves by unique name; of more than eight, those with the most patients.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - xTitle: The title of the time axis.
  ///   - unit: The unit of time.
  ///   - yTitle: The title of the vertical axis.
  ///   - limit: The maximum number of points; eight curves need about 300.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* steps.
  public static func survival(
    _ curves: [(name: String, curve: SurvivalCurve)], title: String, subtitle: String = "",
    xTitle: String = "Time since the first dose", unit: String = "days",
    yTitle: String = "Share persistent", limit: Int = ChartKind.survival.pointLimit
  ) -> ChartData {
    survival(
      of: curves.map { ChartLine($0.name, $0.curve) }, title: title, subtitle: subtitle,
      xTitle: xTitle, unit: unit, yTitle: yTitle, limit: limit)
  }

  /// Returns Kaplan-Meier curves of tasks or groups.
  package static func survival(
    of curves: [ChartLine<SurvivalCurve>], title: String, subtitle: String = "",
    xTitle: String = "Time since the first dose", unit: String = "days",
    yTitle: String = "Share persistent", limit: Int = ChartKind.survival.pointLimit
  ) -> ChartData {
    let shown = foremost(curves) { $0.values.count }
    let lines = SurvivalLines(shown, limit: limit)
    let end = shown.compactMap { $0.values.steps.last?.time }.max() ?? 0
    let times = RoundTimes.times(to: end)
    var chart = ChartData(
      .survival, title: title, subtitle: subtitle,
      summary: SurvivalLines.summary(shown, of: curves.count, unit: unit),
      x: ChartAxis(
        xTitle, .number, unit: unit, range: 0...max(end, 1), ticks: RoundTimes.ticks(times)),
      y: .share(yTitle), series: lines.series)
    chart.fields = SurvivalLine.fields.fields
    chart.references = lines.medians(unit: unit)
    chart.table = counts(
      "At risk", "atRisk", shown.map { ($0.name, $0.values.atRisk(at:)) }, at: times)
    (chart.reduction, chart.note) = (lines.reduction(limit: limit), lines.note)
    return chart
  }

  /// The maximum number of distinguishable curves.
  static let curveLimit = 8

  /// Returns the largest curves up to the limit, in the given order.
  static func foremost<Curve>(_ curves: [Curve], size: (Curve) -> Int) -> [Curve] {
    guard curves.count > curveLimit else { return curves }
    let order = curves.indices.sorted { (size(curves[$1]), $0) < (size(curves[$0]), $1) }
    return order.prefix(curveLimit).sorted().map { curves[$0] }
  }

  /// Returns a table of each curve's numbers at some times; `nil` without curves.
  static func counts(
    _ title: String, _ statistic: String, _ curves: [(name: String, count: (Double) -> Int)],
    at times: [Double]
  ) -> ChartTable? {
    let rows = curves.map { curve in ChartTable.CountRow(curve.name, times.map(curve.count)) }
    return rows.isEmpty
      ? nil : ChartTable(title, statistic: statistic, columns: times, rows: rows)
  }
}

/// Kaplan-Meier curves as series of a chart.
struct SurvivalLines {
  private var lines: [SurvivalLine] = []
  /// The number of steps of the curves.
  private let steps: Int
  /// The maximum deviation of the drawn curves; `nil` if all steps are drawn.
  private var tolerance: Double?

  /// The maximum number of ticks of a curve.
  private let tickLimit: Int

  init(_ curves: [ChartLine<SurvivalCurve>], limit: Int) {
    let count = max(1, curves.count)
    tickLimit = count == 1 ? limit / 20 : limit / 5 / count
    // Each step, and the start, has a point in the line and in the band.
    let room = limit / 2 - (tickLimit / 2 + 1) * count
    func keep(_ tolerance: Double) -> [[Int]] {
      curves.map { SurvivalLines.kept(of: $0.values.steps, tolerance: tolerance) }
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
        SurvivalLine(
          name: named.name, subject: named.subject, curve: named.values, role: role,
          kept: kept[place]))
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
          lines.count == 1 ? .reference : line.role, statistic: "median", of: line.name)
      }
    }
  }
}

extension SurvivalLines {
  /// Returns the numbers of patients and events and the medians as text.
  static func summary(
    _ curves: [ChartLine<SurvivalCurve>], of count: Int, unit: String
  ) -> String {
    if curves.allSatisfy({ $0.values.count == 0 }) { return "No patient was followed." }
    let sentences = curves.map { named in
      (curves.count == 1 ? "" : "\(named.name.isolated): ") + named.values.summary(unit: unit)
    }
    let left = count > curves.count ? ["\(curves.count) of \(count.grouped) curves are drawn."] : []
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
      "\(count.grouped) followed, \(events.counted("event")), \(reached); after "
      + "\(ChartText.number(last.time)) \(unit) \(ChartText.percent(last.survival))."
  }
}

/// A Kaplan-Meier curve and the indices of its drawn steps.
struct SurvivalLine {
  var name: String
  var subject: ChartSubject
  var curve: SurvivalCurve
  var role: ChartRole
  var kept: [Int]

  /// The line, from 1 at time 0.
  var steps: ChartSeries {
    guard curve.count > 0 else {
      let missing = MissingStatistic.tooFew.rawValue
      return ChartSeries(
        name, .step, role, [ChartPoint(0, nil, missing: missing)], statistic: "survival",
        of: subject)
    }
    let steps = kept.map { curve.steps[$0] }
    return ChartSeries(
      name, .step, role,
      [ChartPoint(0, 1)]
        + steps.map { ChartPoint($0.time, $0.survival) }.with(SurvivalLine.fields, of: steps),
      statistic: "survival", of: subject)
  }

  /// The number at risk at a step, the limits of its interval, and the numbers of events and censored.
  static var fields: PointFields<SurvivalStep> {
    PointFields([
      .count("n", \.atRisk), .number("lower", \.interval.lower),
      .number("upper", \.interval.upper), .count("events", \.events),
      .count("censored", \.censored),
    ])
  }

  /// Its interval.
  var band: ChartSeries {
    let steps = kept.map { curve.steps[$0] }
    let points = steps.map {
      ChartPoint($0.time, $0.interval.lower, yEnd: $0.interval.upper)
    }.with(SurvivalLine.fields, of: steps)
    return ChartSeries(
      "\(name.isolated), \(ChartText.level(curve.level)) interval", .stepArea,
      role == .primary ? .interval : role, [ChartPoint(0, 1, yEnd: 1)] + points,
      statistic: "survivalInterval", of: subject)
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
    return ChartSeries(
      "\(name.isolated), end of observation", .tick, role, points, statistic: "censored",
      of: subject)
  }
}
