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
    let shown = foremost(shares) { $0.covered.observed.max() ?? 0 }
    let days = shown.map { $0.covered.reliableDays }.max() ?? 0
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
    let lines = shown.map { CoveredLine(name: $0.name, covered: $0.covered, limit: share) }
    if lines.count == 1 { chart.series += lines.map { $0.band(ProportionIntervals(level: level)) } }
    chart.fields = lines.first?.fields.fields ?? []
    chart.series += lines.indices.map { lines[$0].line(lines.count == 1 ? .primary : .nth($0)) }
    chart.table = atRisk("Observed", shown.map { ($0.name, $0.covered.observed(at:)) }, at: times)
    if days > share {
      chart.reduction = ChartReduction(
        .largestTriangle, points: days * max(2, shown.count), limit: limit)
      chart.note = "\(share) of \(days) days are drawn, those that keep the shape of the lines."
    }
    if shown.contains(where: \.covered.losesPatients) {
      chart.note = [chart.note, FewPatients.note].compactMap(\.self).joined(separator: " ")
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
  var name: String
  var covered: ProportionCovered
  var kept: [Int]

  init(name: String, covered: ProportionCovered, limit: Int) {
    (self.name, self.covered) = (name, covered)
    let shares = (0..<covered.reliableDays).map {
      covered.isReliable(on: $0) ? covered.share(on: $0).value : nil
    }
    kept = LargestTriangle.kept(
      x: shares.indices.map(Double.init), y: shares, limit: max(2, limit))
  }

  func line(_ role: ChartRole) -> ChartSeries {
    let points = kept.map { day in
      let share = covered.share(on: day)
      return covered.isReliable(on: day)
        ? ChartPoint(Double(day), share.value, missing: share.reason?.rawValue)
        : ChartPoint(Double(day), nil, missing: covered.reason(on: day))
    }
    return ChartSeries(name, .line, role, points.with(fields, of: kept))
  }

  /// The numbers of patients observed and covered on a day.
  var fields: PointFields<Int> {
    PointFields([
      .count("observed") { covered.observed[$0] }, .count("covered") { covered.covered[$0] },
    ])
  }

  func band(_ intervals: ProportionIntervals) -> ChartSeries {
    let points = kept.map { day in
      let limits = covered.interval(on: day, intervals)
      guard covered.isReliable(on: day) else {
        return ChartPoint(Double(day), nil, missing: covered.reason(on: day))
      }
      return ChartPoint(
        Double(day), limits.value?.lower, yEnd: limits.value?.upper,
        missing: limits.reason?.rawValue)
    }
    return ChartSeries("\(ChartText.level(intervals.level)) interval", .area, .interval, points)
  }

  /// Returns the first and last share of each line as text.
  static func summary(
    _ shares: [(name: String, covered: ProportionCovered)], of count: Int
  ) -> String {
    let sentences = shares.compactMap { named in
      named.covered.summary.map { (shares.count == 1 ? "" : "\(named.name.isolated): ") + $0 }
    }
    if sentences.isEmpty { return "No patient was observed." }
    let left = count > shares.count ? ["\(shares.count) of \(count) lines are drawn."] : []
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
