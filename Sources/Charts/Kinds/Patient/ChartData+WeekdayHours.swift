public import AdherenceAnalytics
import Scheduling

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
      color: ChartAxis("Events", .number, range: 0...Double(max(1, counts.max() ?? 0))),
      series: [ChartSeries("Events", .cell, .primary, cells)])
  }

  private static func summary(ofHoursOfWeek counts: [Int]) -> String {
    guard let most = counts.max(), most > 0, let peak = counts.firstIndex(of: most) else {
      return "No event at a known time was recorded."
    }
    let weekday = Weekday.allCases[peak / 24].shortName
    return "\(counts.reduce(0, +).counted("event")); the most, \(most), on \(weekday) from "
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
