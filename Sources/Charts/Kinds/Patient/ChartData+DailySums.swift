public import AdherenceAnalytics
public import Diagnostics
import Scheduling

extension ChartData {
  /// Returns CareKit's chart for any range: one sum per day and task.
  ///
  /// A day's sum adds the amounts recorded for its occurrences and its as-needed uses: numbers, and
  /// Booleans as 1 or 0; texts, dates and bytes are not amounts. Only tasks with the scoring
  /// `Scoring.summed` can be summed, and a chart has one kind and one unit, because 120 systolic
  /// and 80 diastolic are not 200. Days are attribution days. A day without an amount has no sum
  /// and gives the reason, `notRecorded` if something was due and nothing recorded; CareKit shows
  /// it as 0.
  ///
  /// - Parameters:
  ///   - evaluations: The tasks, in the order of the legend, for one query.
  ///   - values: The kind and unit of the values; by default all, if they share one.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - mark: The mark of the sums: CareKit has lines, scatter plots and bars.
  ///   - limit: The maximum number of points of all tasks; of more days, neighbouring ones are
  ///     summed.
  /// - Returns: A series per task with a point per day. Bars share the day; a renderer groups them
  ///   side by side. Ticks are weekday letters for up to 14 days.
  /// - Throws: `InputError` if a task's scoring does not sum, or the values have several kinds or
  ///   units, which the error lists.
  /// - Precondition: The evaluations have the same range of days.
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
      ChartSeries(
        names[place], mark, .nth(place), task.0.dailySums(of: task.1, step: step), statistic: "sum",
        of: ChartSubject(task: task.0.task.id))
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
    if zip(evaluations, amounts).contains(where: { $0.sums(of: $1).contains(where: \.isUnderway) })
    {
      chart.note = [chart.note, "The last sum is of a day that is not over yet."].joinedNotes
    }
    return chart
  }
}

extension TaskEvaluation {
  /// Returns the sum of each day, or of several neighbouring days.
  fileprivate func dailySums(of amounts: [SummedAmount], step: Int) -> [ChartPoint] {
    let (first, sums) = (query.range.lowerBound, sums(of: amounts))
    return stride(from: 0, to: sums.count, by: step).map { place in
      let end = min(place + step, sums.count)
      let sum = sums[place..<end].reduce(into: DailySum()) { $0.merge($1) }
      return ChartPoint(
        first.position + Double(place), sum.value, xEnd: first.position + Double(end),
        missing: sum.reason)
    }
  }
}

extension TaskEvaluation {
  /// Returns the sum of each day.
  fileprivate func sums(of amounts: [SummedAmount]) -> [DailySum] {
    let first = query.range.lowerBound
    var sums = [DailySum](repeating: DailySum(), count: query.range.upperBound - first)
    for occurrence in scored { sums[occurrence.day - first].note(occurrence.state) }
    for amount in amounts { sums[amount.day - first].add(amount.value) }
    return sums
  }
}

/// The values recorded on a day.
fileprivate struct DailySum {
  private var sum = 0.0
  /// Whether any amount was recorded, even 0.
  private var isGiven = false
  private var isDue = false
  private var isOnHold = false
  private var isPending = false

  /// The sum, if there is one and it is finite.
  var value: Double? { isGiven && sum.isFinite ? sum : nil }

  /// Whether there is a sum, and the day is not over.
  var isUnderway: Bool { isGiven && isPending }

  /// The reason for a missing sum; `nil` if there is one.
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

  /// Notes a planned occurrence.
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
  /// The titles, with the id appended to repeated ones.
  fileprivate var legendNames: [String] {
    map { task in
      let title = task.title ?? task.id
      let isUnique = count { ($0.title ?? $0.id) == title } == 1
      return isUnique ? title : "\(title) (\(task.id))"
    }
  }
}

extension Range<CivilDate> {
  /// Weekday letters for up to 14 days; the ticks of more are those of every axis of days.
  fileprivate var dayTicks: [ChartTick] {
    guard upperBound - lowerBound <= 14 else { return [] }
    return (0..<(upperBound - lowerBound)).map { place in
      let day = lowerBound.adding(days: place)
      return ChartTick(day.position, String(day.weekday.shortName.prefix(1)))
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
