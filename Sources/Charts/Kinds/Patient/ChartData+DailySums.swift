public import AdherenceAnalytics
public import Scheduling

extension ChartData {
  /// CareKit's chart, of any range: one sum a day for each task.
  ///
  /// A day's sum is that of the amounts recorded for its occurrences, and of what was used on it: numbers, and
  /// a boolean as 1 or 0; texts, dates and bytes are no amounts. Sums are of tasks whose scoring sums
  /// (`Scoring.summed`), and a chart has one kind and one unit, as 120 systolic and 80 diastolic are not
  /// 200. Days are attribution days. A day without an amount has no sum and says why; where something was due
  /// and nothing recorded that is `notRecorded`. CareKit shows these as 0.
  ///
  /// - Parameters:
  ///   - evaluations: The tasks, in the order of the legend, for one query.
  ///   - values: Which of the recorded values are meant; all where they are of one kind and unit.
  ///   - title: What it shows.
  ///   - subtitle: Whose, and of which days.
  ///   - mark: How sums are drawn: CareKit has lines, scatter plots and bars.
  ///   - limit: The most points of all tasks together; of more days neighbours become one sum.
  /// - Returns: A series for each task with a point a day, whose bars share the day: a renderer puts them side
  ///   by side. Ticks are the letters of weekdays for up to 14 days, else dates.
  /// - Throws: `InputError` where a task's scoring does not sum, or values of several kinds or units are meant;
  ///   it names those that there are.
  /// - Precondition: The evaluations are of one range of days.
  public static func dailySums(
    of evaluations: [TaskEvaluation], _ values: SummedValues = SummedValues(), title: String,
    subtitle: String = "", mark: ChartSeries.Mark = .bar, limit: Int = 1_000
  ) throws(InputError) -> ChartData {
    let range = evaluations.first?.query.range
    precondition(
      evaluations.allSatisfy { $0.query.range == range }, "the tasks of a chart share their days")
    let days = range.map { $0.upperBound - $0.lowerBound } ?? 0
    let step = days.step(to: max(1, limit / max(1, evaluations.count)))
    let names = evaluations.map(\.task).legendNames
    let amounts = try values.amounts(of: evaluations)
    let series = zip(evaluations, amounts).enumerated().map { place, task in
      ChartSeries(names[place], mark, .nth(place), task.0.dailySums(of: task.1, step: step))
    }
    let sums = series.flatMap(\.points).compactMap(\.y)
    let (least, most) = (sums.min() ?? 0, sums.max() ?? 0)
    var chart = ChartData(
      .dailySums, title: title, subtitle: subtitle, summary: series.sumSummary(of: days),
      x: ChartAxis(
        "Date", .day, range: range?.positions, ticks: range?.dayTicks ?? [],
        zone: evaluations.first?.moments.zone.id),
      y: ChartAxis(
        "Sum of values", .number, unit: amounts.lazy.flatMap(\.self).compactMap(\.units).first,
        range: min(0, (least / 4).rounded(.down) * 4)...(max(4, most) / 4).rounded(.up) * 4),
      series: series)
    if step > 1 {
      chart.reduction = ChartReduction(.bins, points: days * evaluations.count, limit: limit)
      chart.note = "Each sum is of \(step) days together."
    }
    return chart
  }
}

extension TaskEvaluation {
  /// The sum of each day or of as many neighbours.
  fileprivate func dailySums(of amounts: [SummedAmount], step: Int) -> [ChartPoint] {
    let first = query.range.lowerBound
    var sums = [DailySum](repeating: DailySum(), count: query.range.upperBound - first)
    for occurrence in scored { sums[occurrence.day - first].note(occurrence.state) }
    for amount in amounts { sums[amount.day - first].add(amount.value) }
    return stride(from: 0, to: sums.count, by: step).map { place in
      let end = min(place + step, sums.count)
      let sum = sums[place..<end].reduce(into: DailySum()) { $0.merge($1) }
      return ChartPoint(
        first.position + Double(place), sum.value, xEnd: first.position + Double(end),
        missing: sum.reason)
    }
  }
}

/// What was recorded on a day.
private struct DailySum {
  private var sum = 0.0
  /// Whether there is something to sum up, be it 0.
  private var isGiven = false
  private var isDue = false
  private var isOnHold = false
  private var isPending = false

  /// The sum, where there is one and a number can hold it.
  var value: Double? { isGiven && sum.isFinite ? sum : nil }

  /// Why there is no sum; `nil` where there is one.
  var reason: String? {
    if isGiven { return sum.isFinite ? nil : "tooLarge" }
    if isDue { return "notRecorded" }
    let reason: MissingRatio =
      isPending ? .allPending : isOnHold ? .allOnHold : .noOccurrences
    return reason.rawValue
  }

  mutating func add(_ amount: Double) {
    sum += amount
    isGiven = true
  }

  /// Notes that something was planned.
  mutating func note(_ state: OccurrenceState) {
    switch state {
    case .cancelled: break
    case .onHold: isOnHold = true
    case .upcoming, .open, .overdue, .started: isPending = true
    case .done, .partial, .missed, .declined: isDue = true
    }
  }

  mutating func merge(_ other: DailySum) {
    sum += other.sum
    isGiven = isGiven || other.isGiven
    isDue = isDue || other.isDue
    isOnHold = isOnHold || other.isOnHold
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
      let values = series.points.compactMap(\.y)
      let sum = values.isEmpty ? "nothing recorded" : values.reduce(0, +).shortText
      return "\(series.name.isolated) \(sum)"
    }
    return "\(days.counted("day"))\(isEmpty ? "" : ", in all: ")\(sums.joined(separator: "; "))."
  }
}
