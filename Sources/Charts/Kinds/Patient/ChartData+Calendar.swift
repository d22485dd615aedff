public import AdherenceAnalytics
import Scheduling

extension ChartData {
  /// A cell for each day, by week and weekday: what became of it.
  ///
  /// Days on which something was missed are told apart from those that were on hold, declined, not over
  /// yet, or had nothing due. A day with several occurrences is done where all were, missed where
  /// none was, and else in part; what is on hold does not count against a day.
  ///
  /// - Parameters:
  ///   - evaluation: The task; the query says with which day weeks begin.
  ///   - title: What it shows.
  ///   - subtitle: Whose, and of which days.
  ///   - limit: The most days; of more the latest are kept, up to the last on which there is anything.
  /// - Returns: A series of cells for each state that occurs; labels say the date and `1 of 2`.
  /// - Complexity: O(*n*) for *n* occurrences and days.
  public static func calendar(
    of evaluation: TaskEvaluation, title: String, subtitle: String = "", limit: Int = 1_100
  ) -> ChartData {
    let all = evaluation.query.range
    let (days, count) = (shownDays(of: evaluation, limit), all.upperBound - all.lowerBound)
    let fields = CalendarDay.fields
    let weekStart = evaluation.query.weekStart
    var series = DayState.allCases.map { ChartSeries($0.name, .cell, $0.role) }
    for (place, counts) in evaluation.counts(on: days).enumerated() {
      let day = CalendarDay(date: days.lowerBound.adding(days: place), counts: counts)
      var cell = ChartPoint(calendarCell: day, weekStart)
      cell.values = fields.values(of: day)
      series[day.counts.adherence.dayState.rawValue].points.append(cell)
    }
    series.removeAll { $0.points.isEmpty }
    let shown = days.upperBound - days.lowerBound
    var chart = ChartData(
      .calendar, title: title, subtitle: subtitle,
      summary: series.daySummary(of: shown, latest: shown < count),
      x: ChartAxis(
        "Week", .day, range: days.weeks(from: weekStart), zone: evaluation.moments.zone.id),
      y: ChartAxis(
        "Weekday", .category, categories: Weekday.week(from: weekStart).map(\.shortName)),
      series: series)
    chart.fields = fields.fields
    if !evaluation.quotaPeriods.isEmpty {
      chart.note = "A quota is due on the last day of its period."
    }
    if shown < count {
      chart.reduction = ChartReduction(.latest, points: count, limit: limit)
      chart.note =
        "The latest \(shown) of \(count.counted("day"))." + (chart.note.map { " " + $0 } ?? "")
    }
    return chart
  }

  /// The days that there is room for.
  private static func shownDays(of evaluation: TaskEvaluation, _ limit: Int) -> Range<CivilDate> {
    precondition(limit > 0, "a calendar has room for days, not for \(limit)")
    let all = evaluation.query.range
    if all.upperBound - all.lowerBound <= limit { return all }
    let last = evaluation.lastDayWithAnything.map { $0.adding(days: 1) } ?? all.upperBound
    let end = max(last, all.lowerBound.adding(days: limit))
    return end.adding(days: -limit)..<end
  }
}

/// A day, and what became of it.
private struct CalendarDay {
  var date: CivilDate
  var counts: DayCounts

  static var fields: PointFields<CalendarDay> {
    PointFields([.date("date") { $0.date }], counts: \.counts.adherence)
  }
}

extension ChartPoint {
  fileprivate init(calendarCell day: CalendarDay, _ weekStart: Weekday) {
    let place = day.date.weekday.days(after: weekStart)
    let week = day.date.dayNumber - place
    self.init(
      Double(week), Double(place), xEnd: Double(week + 7), label: day.counts.words(of: day.date))
  }
}

extension Range<CivilDate> {
  /// From the first day of the first week to the last of the last.
  fileprivate func weeks(from weekStart: Weekday) -> ClosedRange<Double>? {
    if isEmpty { return nil }
    let last = upperBound.dayNumber - 1
    let start = lowerBound.dayNumber - lowerBound.weekday.days(after: weekStart)
    return Double(start)...Double(start + ((last - start) / 7 + 1) * 7)
  }
}

extension [ChartSeries] {
  fileprivate func daySummary(of days: Int, latest: Bool) -> String {
    let states = map { "\($0.points.count) \($0.name.lowercased())" }.joined(separator: ", ")
    return "\(latest ? "The latest " : "")\(days.counted("day"))\(isEmpty ? "" : ": ")\(states)."
  }
}
