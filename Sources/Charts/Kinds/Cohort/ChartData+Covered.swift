public import AdherenceStatistics

extension ChartData {
  /// Returns a line chart of the share of patients covered on each day of treatment.
  ///
  /// Days on which fewer than a tenth of the patients of a line are observed, at most ten, have no
  /// share: the line is broken, and ends before the last of them, with a note. A single line has a
  /// Wilson interval. The table below contains the numbers of observed patients.
  ///
  ///     let covered = ProportionCovered(observed: [10, 10, 8], covered: [10, 9, 6])
  ///     print(ChartData.covered([("all", covered)], title: "Patients covered").summary)
  ///     // 100.0 % of 10 on day 0 and 75.0 % of 8 on day 2.
  ///
  /// - Parameters:
  ///   - shares: The shares by unique name; of more than eight, those with the most observed
  ///     patients.
  ///   - level: The confidence level of the interval.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - xTitle: The title of the time axis.
  ///   - limit: The maximum number of points; of more days, those that preserve the shape of a line
  ///     are drawn.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* days.
  public static func covered(
    _ shares: [(name: String, covered: ProportionCovered)], level: Double = 0.95, title: String,
    subtitle: String = "", xTitle: String = "Time since the start of treatment",
    limit: Int = ChartKind.covered.pointLimit
  ) -> ChartData {
    covered(
      of: shares.map { ChartLine($0.name, $0.covered) }, level: level, title: title,
      subtitle: subtitle, xTitle: xTitle, limit: limit)
  }

  /// Returns a line chart of the shares of tasks or groups.
  package static func covered(
    of shares: [ChartLine<ProportionCovered>], level: Double = 0.95, title: String,
    subtitle: String = "", xTitle: String = "Time since the start of treatment",
    limit: Int = ChartKind.covered.pointLimit
  ) -> ChartData {
    let shown = foremost(shares) { $0.values.observed.max() ?? 0 }
    let days = shown.map { $0.values.reliableDays }.max() ?? 0
    let end = Double(max(days - 1, 0))
    let times = RoundTimes.times(to: end, least: 1)
    var chart = ChartData(
      .covered, title: title, subtitle: subtitle,
      summary: CoveredLine.summary(shown, of: shares.count),
      x: ChartAxis(
        xTitle, .number, unit: "days", range: 0...max(end, 1), ticks: RoundTimes.ticks(times)),
      y: .share("Share of patients covered"))
    // A single line also has a band of as many points.
    let share = limit / max(2, shown.count)
    let intervals = ProportionIntervals(level: level)
    let lines = shown.map { CoveredLine($0, intervals, limit: share) }
    if lines.count == 1 { chart.series += lines.map(\.band) }
    chart.fields = CoveredLine.fields.fields
    chart.series += lines.indices.map { lines[$0].line(lines.count == 1 ? .primary : .nth($0)) }
    chart.table = counts(
      "Observed", "observed", shown.map { ($0.name, $0.values.observed(at:)) }, at: times)
    if days > share {
      chart.reduction = ChartReduction(
        .largestTriangle, points: days * max(2, shown.count), limit: limit)
      chart.note =
        "\(share.grouped) of \(days.grouped) days are drawn, those that keep the shape of the lines."
    }
    if shown.contains(where: \.values.losesPatients) {
      chart.note = [chart.note, FewPatients.note].joinedNotes
    }
    return chart
  }
}

extension ProportionCovered {
  /// Returns the number of patients observed on a day.
  fileprivate func observed(at day: Double) -> Int {
    observed.indices.contains(Int(day)) ? observed[Int(day)] : 0
  }

  private var leastObserved: Int { FewPatients.least(of: observed.max() ?? 0) }

  /// Returns whether enough patients are observed on a day.
  fileprivate func isReliable(on day: Int) -> Bool { observed[day] >= leastObserved }

  /// Returns why a day has no share.
  fileprivate func reason(on day: Int) -> String {
    (observed[day] > 0 ? nil : share(on: day).reason?.rawValue) ?? FewPatients.reason
  }

  /// The number of days up to the last with enough patients.
  fileprivate var reliableDays: Int { (observed.indices.last(where: isReliable) ?? -1) + 1 }

  /// Whether days with few patients are left out.
  fileprivate var losesPatients: Bool { observed.contains { 1..<leastObserved ~= $0 } }
}

/// A line of shares covered, with the days that are drawn.
private struct CoveredLine {
  private let line: ChartLine<ProportionCovered>
  private let level: Double
  private var kept: [CoveredDay] = []

  /// A day with its share and the limits of its interval.
  struct CoveredDay {
    var day: Int
    var observed, covered: Int
    var share: Estimate<Double>
    var limits: Estimate<Interval>
    /// Why too few patients are observed; `nil` if they are enough.
    var reason: String?
  }

  init(
    _ line: ChartLine<ProportionCovered>, _ intervals: ProportionIntervals, limit: Int
  ) {
    (self.line, level) = (line, intervals.level)
    let covered = line.values
    let shares = (0..<covered.reliableDays).map {
      covered.isReliable(on: $0) ? covered.share(on: $0).value : nil
    }
    let days = LargestTriangle.kept(
      x: shares.indices.map(Double.init), y: shares, limit: max(2, limit))
    kept = days.map { day in
      CoveredDay(
        day: day, observed: covered.observed[day], covered: covered.covered[day],
        share: covered.share(on: day), limits: covered.interval(on: day, intervals),
        reason: covered.isReliable(on: day) ? nil : covered.reason(on: day))
    }
  }

  func line(_ role: ChartRole) -> ChartSeries {
    let points = kept.map { own in
      ChartPoint(
        Double(own.day), own.reason == nil ? own.share.value : nil,
        missing: own.reason ?? own.share.reason?.rawValue)
    }
    return ChartSeries(
      line.name, .line, role, points.with(CoveredLine.fields, of: kept), statistic: "coveredShare",
      of: line.subject)
  }

  /// The number of patients observed on a day, the limits of the share covered, and the number
  /// covered.
  static let fields = PointFields<CoveredDay>([
    .count("n", \.observed), .number("lower") { $0.reason == nil ? $0.limits.value?.lower : nil },
    .number("upper") { $0.reason == nil ? $0.limits.value?.upper : nil },
    .count("covered", \.covered),
  ])

  var band: ChartSeries {
    let points = kept.map { own in
      let limits = own.reason == nil ? own.limits.value : nil
      return ChartPoint(
        Double(own.day), limits?.lower, yEnd: limits?.upper,
        missing: own.reason ?? own.limits.reason?.rawValue)
    }
    return ChartSeries(
      "\(ChartText.level(level)) interval", .area, .interval,
      points.with(CoveredLine.fields, of: kept), statistic: "coveredShareInterval",
      of: line.subject)
  }

  /// Returns the first and last share of each line as text.
  static func summary(
    _ shares: [ChartLine<ProportionCovered>], of count: Int
  ) -> String {
    let sentences = shares.compactMap { named in
      named.values.summary.map { (shares.count == 1 ? "" : "\(named.name.isolated): ") + $0 }
    }
    if sentences.isEmpty { return "No patient was observed." }
    let left =
      count > shares.count ? ["\(shares.count.grouped) of \(count.grouped) lines are drawn."] : []
    return (sentences + left).joined(separator: " ")
  }
}

extension ProportionCovered {
  fileprivate var summary: String? {
    let days = observed.indices.filter { observed[$0] > 0 && isReliable(on: $0) }
    guard let first = days.first, let last = days.last else { return nil }
    return "\(text(of: first)) and \(text(of: last))."
  }

  private func text(of day: Int) -> String {
    "\(ChartText.percent(share(on: day))) of \(observed[day]) on day \(day)"
  }
}
