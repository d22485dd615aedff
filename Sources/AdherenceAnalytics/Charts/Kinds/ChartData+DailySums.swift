import Scheduling

extension ChartData {
  /// CareKit's chart, of any range: one sum a day for each task.
  ///
  /// A day's sum is that of the values recorded for its occurrences, in which a boolean counts 1, and of
  /// what was used on it. Days are attribution days. A day without occurrences has no sum; neither has one
  /// on which all rest in a hold or are still to come, with nothing recorded. CareKit shows these as 0.
  ///
  /// - Parameters:
  ///   - evaluations: The tasks, in the order of the legend, for one query.
  ///   - title: What it shows.
  ///   - subtitle: Whose, and of which days.
  ///   - mark: How sums are drawn: CareKit has lines, scatter plots and bars.
  ///   - limit: The most points of all tasks together; of more days neighbours become one sum.
  /// - Returns: A series for each task with a point a day, whose bars share the day: a renderer puts them side
  ///   by side. Ticks are the letters of weekdays for up to 14 days, else dates.
  /// - Precondition: The evaluations are of one range of days.
  public static func dailySums(
    of evaluations: [TaskEvaluation], title: String, subtitle: String = "",
    mark: ChartSeries.Mark = .bar, limit: Int = 1_000
  ) -> ChartData {
    let range = evaluations.first?.query.range
    precondition(
      evaluations.allSatisfy { $0.query.range == range }, "the tasks of a chart share their days")
    let days = range.map { $0.upperBound - $0.lowerBound } ?? 0
    let step = days.step(to: max(1, limit / max(1, evaluations.count)))
    let names = evaluations.map(\.task).legendNames
    let series = evaluations.enumerated().map { place, evaluation in
      ChartSeries(names[place], mark, .nth(place), evaluation.dailySums(of: step))
    }
    let most = series.lazy.flatMap(\.points).compactMap(\.y).max() ?? 0
    var chart = ChartData(
      .dailySums, title: title, subtitle: subtitle, summary: series.sumSummary(of: days),
      x: ChartAxis(
        "Date", .day, range: range?.positions, ticks: range?.dayTicks ?? [],
        zone: evaluations.first?.moments.zone.id),
      y: ChartAxis("Sum of values", .number, range: 0...(max(4, most) / 4).rounded(.up) * 4),
      series: series)
    if step > 1 {
      chart.reduction = ChartReduction(.bins, points: days * evaluations.count, limit: limit)
    }
    return chart
  }
}

extension TaskEvaluation {
  /// The sum of each day or of as many neighbours.
  fileprivate func dailySums(of step: Int) -> [ChartPoint] {
    let first = query.range.lowerBound
    var sums = [DailySum](repeating: DailySum(), count: query.range.upperBound - first)
    for occurrence in scored { sums[occurrence.day - first].add(occurrence) }
    for use in flexible?.uses ?? [] where query.range.contains(use.day) {
      sums[use.day - first].add(use.amount)
    }
    return stride(from: 0, to: sums.count, by: step).map { place in
      let end = min(place + step, sums.count)
      let sum = sums[place..<end].reduce(into: DailySum()) { $0.merge($1) }
      return ChartPoint(
        (first.position + Double(place)), sum.value, xEnd: first.position + Double(end),
        missing: sum.reason)
    }
  }
}

/// What was recorded for the occurrences of a day.
private struct DailySum {
  private var sum = 0.0
  /// Whether there is something to sum up, be it nothing.
  private var isGiven = false
  private var isSuspended = false
  private var isPending = false

  /// The sum, where there is one and a number can hold it.
  var value: Double? { isGiven && sum.isFinite ? sum : nil }

  /// Why there is no sum; `nil` where there is one.
  var reason: String? {
    if isGiven { return sum.isFinite ? nil : "tooLarge" }
    let reason: MissingRatio =
      isPending ? .allPending : isSuspended ? .allSuspended : .noOccurrences
    return reason.rawValue
  }

  mutating func add(_ amount: Double) {
    sum += amount
    isGiven = true
  }

  mutating func add(_ occurrence: ScoredOccurrence) {
    switch occurrence.state {
    case .cancelled: break
    case .suspended where occurrence.timing == nil: isSuspended = true
    case .upcoming where occurrence.timing == nil: isPending = true
    default: add(occurrence.sums.value)
    }
  }

  mutating func merge(_ other: DailySum) {
    sum += other.sum
    isGiven = isGiven || other.isGiven
    isSuspended = isSuspended || other.isSuspended
    isPending = isPending || other.isPending
  }
}

extension [CareTask] {
  /// The titles, with the id where two tasks have one title.
  fileprivate var legendNames: [String] {
    map { task in
      let title = task.title ?? task.id
      let isUnique = count { ($0.title ?? $0.id) == title } == 1
      return isUnique ? title : "\(title) (\(task.id))"
    }
  }
}

extension Range<CivilDate> {
  /// The letters of the weekdays of up to 14 days, else dates at some of them.
  fileprivate var dayTicks: [ChartTick] {
    let days = (0..<(upperBound - lowerBound)).map { lowerBound.adding(days: $0) }
    if days.count <= 14 {
      return days.map { ChartTick($0.position, String($0.weekday.shortName.prefix(1))) }
    }
    let step = days.count.step(to: 10)
    return stride(from: 0, to: days.count, by: step).map {
      ChartTick(days[$0].position, days[$0].description)
    }
  }
}

extension [ChartSeries] {
  fileprivate func sumSummary(of days: Int) -> String {
    let sums = map { series in
      "\(series.name) \(series.points.reduce(0) { $0 + ($1.y ?? 0) }.shortText)"
    }
    return "\(days.counted("day"))\(isEmpty ? "" : ", in all: ")\(sums.joined(separator: "; "))."
  }
}
