public import AdherenceAnalytics
import Scheduling

extension ChartData {
  /// Returns a calendar of day states: a cell per day, by week and weekday.
  ///
  /// Missed days are distinguished from days on hold, declined, pending, or with nothing due. A day
  /// with several occurrences is done if all are, missed if none is, and otherwise partial;
  /// occurrences on hold do not count against a day.
  ///
  /// - Parameters:
  ///   - evaluation: The task; the query determines the first day of the week.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of days; of more, the latest are drawn, up to the last with any
  ///     content.
  /// - Returns: A series of cells for each occurring state; labels contain the date and `1 of 2`.
  /// - Complexity: O(*n*) for *n* occurrences and days.
  public static func calendar(
    of evaluation: TaskEvaluation, title: String, subtitle: String = "", limit: Int = 1_100
  ) -> ChartData {
    let all = evaluation.query.range
    let (days, count) = (shownDays(of: evaluation, limit), all.upperBound - all.lowerBound)
    let fields = CalendarDay.fields
    let weekStart = evaluation.query.weekStart
    let hasQuota = !evaluation.quotaPeriods.isEmpty
    let isQuota = hasQuota && evaluation.scored.isEmpty
    var series = DayState.allCases.map {
      ChartSeries($0.name(ofQuota: isQuota), .cell, $0.role, statistic: "\($0)")
    }
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
    if hasQuota {
      chart.note = "The last day of each period shows whether its quota was reached."
    }
    if shown < count {
      chart.reduction = ChartReduction(.latest, points: count, limit: limit)
      chart.note =
        "The latest \(shown.grouped) of \(count.counted("day"))."
        + (chart.note.map { " " + $0 } ?? "")
    }
    return chart
  }

  /// Returns the days to draw.
  private static func shownDays(of evaluation: TaskEvaluation, _ limit: Int) -> Range<CivilDate> {
    precondition(limit > 0, "a calendar has room for days, not for \(limit)")
    let all = evaluation.query.range
    if all.upperBound - all.lowerBound <= limit { return all }
    let last = evaluation.lastDayWithAnything.map { $0.adding(days: 1) } ?? all.upperBound
    let end = max(last, all.lowerBound.adding(days: limit))
    return end.adding(days: -limit)..<end
  }
}

/// A day and its counts.
private struct CalendarDay {
  var date: CivilDate
  var counts: DayCounts

  /// The next day; `nil` if it is out of range.
  private var end: CivilDate? { date == .last ? nil : date.adding(days: 1) }

  static var fields: PointFields<CalendarDay> {
    PointFields(
      [.date("periodStart") { $0.date }, .date("periodEnd") { $0.end }],
      counts: { $0.counts.adherence })
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
  /// Returns the range from the first day of the first week to the last day of the last.
  fileprivate func weeks(from weekStart: Weekday) -> ClosedRange<Double>? {
    if isEmpty { return nil }
    let last = upperBound.dayNumber - 1
    let start = lowerBound.dayNumber - lowerBound.weekday.days(after: weekStart)
    return Double(start)...Double(start + ((last - start) / 7 + 1) * 7)
  }
}

extension [ChartSeries] {
  fileprivate func daySummary(of days: Int, latest: Bool) -> String {
    let states = map { "\($0.points.count.grouped) \($0.name.lowercased())" }.joined(
      separator: ", ")
    return "\(latest ? "The latest " : "")\(days.counted("day"))\(isEmpty ? "" : ": ")\(states)."
  }
}

extension ChartData {
  /// Returns the events of a task by weekday and hour of the local time.
  ///
  /// Events are those of `TaskCourse.eventHours`: everything at a known time that was recorded as
  /// done for the query range, including events that were not accepted. Weekday and hour are
  /// calendar values, independent of the plan's day boundary.
  ///
  /// - Parameters:
  ///   - evaluation: The task.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  /// - Returns: A cell for each of the 168 hours of a week; one without events is 0 rather than
  ///   missing.
  public static func weekdayHours(
    of evaluation: TaskEvaluation, title: String, subtitle: String = ""
  ) -> ChartData {
    let counts = evaluation.eventsByHourOfWeek
    let weekdays = Weekday.week(from: evaluation.query.weekStart)
    let cells = weekdays.enumerated().flatMap { row, weekday in
      (0..<24).map { hour in
        ChartPoint(
          Double(hour * 3600), Double(row), xEnd: Double((hour + 1) * 3600),
          value: Double(counts[weekday.rawValue * 24 + hour]))
      }
    }
    return ChartData(
      .weekdayHours, title: title, subtitle: subtitle, summary: summary(ofHoursOfWeek: counts),
      x: ChartAxis(
        "Time of day", .clock, range: 0...86_400,
        ticks: stride(from: 0, through: 24, by: 3).map {
          ChartTick(Double($0 * 3600), hourName($0))
        },
        zone: evaluation.moments.zone.id),
      y: ChartAxis("Weekday", .category, categories: weekdays.map(\.shortName)),
      color: ChartAxis("Events", .count, range: 0...Double(max(1, counts.max() ?? 0))),
      series: [ChartSeries("Events", .cell, .primary, cells, statistic: "events")])
  }

  private static func summary(ofHoursOfWeek counts: [Int]) -> String {
    guard let most = counts.max(), most > 0, let peak = counts.firstIndex(of: most) else {
      return "No event at a known time was recorded."
    }
    let weekday = Weekday.allCases[peak / 24].shortName
    return "\(counts.reduce(0, +).counted("event")); the most, \(most.grouped), on \(weekday) from "
      + "\(hourName(peak % 24)) to \(hourName(peak % 24 + 1))."
  }
}

extension TaskEvaluation {
  /// The number of events in each hour of the week, from Monday 00:00.
  fileprivate var eventsByHourOfWeek: [Int] {
    var counts = [Int](repeating: 0, count: 168)
    for (row, disposition) in zip(outcomes.rows, dispositions) where disposition != .notYetKnown {
      guard row.time != OutcomeTable.Row.none, !row.isNegative,
        query.range.contains(CivilDate(dayNumber: moments.dayNumber(of: row)))
      else { continue }
      let local = moments.zone.civil(at: Instant(seconds: row.time)).localSeconds
      let day = DayNumber.of(local)
      let hour = Int(local - Int64(day) * 86_400) / 3600
      counts[CivilDate(dayNumber: day).weekday.rawValue * 24 + hour] += 1
    }
    return counts
  }
}
