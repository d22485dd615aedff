public import AdherenceAnalytics
import Scheduling

extension ChartData {
  /// Returns the runs of days with everything done and of days with something missed, as a strip.
  ///
  /// They are the runs of perfect days of `TaskSummary.perfectDays`: days that cannot be evaluated,
  /// such as days on hold, do not interrupt a run and are part of it; between runs they are
  /// separate spans. A quota is due on the last day of its period; for a task with only a quota,
  /// runs consist of whole periods. The longest and current runs are labelled; for an ended plan
  /// the last run is labelled instead of a current one.
  ///
  /// - Parameters:
  ///   - evaluation: The task.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of runs and spans; of more, the latest are drawn.
  /// - Returns: A series of spans for each kind; the label of a run gives its length in days.
  /// - Complexity: O(*n*) for *n* occurrences and days.
  public static func streaks(
    of evaluation: TaskEvaluation, title: String, subtitle: String = "", limit: Int = 500
  ) -> ChartData {
    precondition(limit > 0, "a strip has room for runs, not for \(limit)")
    let (days, unit) = (evaluation.dayTallies, evaluation.isFlexible ? "period" : nil)
    let range = evaluation.query.range
    let runs = DayRun.runs(of: days, from: unit == nil ? [:] : evaluation.periodStarts)
    let streaks = days.perfectDays(from: range.lowerBound)
    let latest = runs.suffix(limit)
    let from = range.lowerBound.adding(days: latest.first?.days.lowerBound ?? 0)
    var chart = ChartData(
      .streaks, title: title, subtitle: subtitle,
      summary: streaks.summary(planEnd: evaluation.planEnd, unit),
      x: ChartAxis(
        "Date", .day, range: (from..<range.upperBound).positions,
        zone: evaluation.moments.zone.id),
      y: ChartAxis(
        "Task", .category, categories: [evaluation.task.title ?? evaluation.task.id]),
      series: series(of: latest, from: range.lowerBound, unit))
    chart.fields = DayRun.fields.fields
    let annotations = streaks.annotations(planEnd: evaluation.planEnd, unit)
    chart.annotations = annotations.filter { $0.x >= from.position }
    if latest.count < runs.count {
      chart.reduction = ChartReduction(.latest, points: runs.count, limit: limit)
      chart.note =
        "The latest \(latest.count.grouped) of \(runs.count.counted("run")), from \(from) on."
    }
    return chart
  }

  private static func series(
    of runs: ArraySlice<DayRun>, from first: CivilDate, _ unit: String?
  ) -> [ChartSeries] {
    let kinds: [(StreakStep, String, ChartRole, String)] = [
      (.success, "All done", .done, "allDone"),
      (.miss, "Something left out", .missed, "someMissed"),
      (.neutral, "Not to be judged", .nothingDue, "notEvaluable"),
    ]
    return kinds.map { step, name, role, statistic in
      let own = runs.filter { $0.step == step }
      return ChartSeries(
        name, .span, role,
        own.map { ChartPoint(run: $0, from: first.position, unit) }.with(DayRun.fields, of: own),
        statistic: statistic)
    }.filter { !$0.points.isEmpty }
  }
}

/// A run of days, or the days between two runs.
struct DayRun {
  var step: StreakStep
  /// The indices of its days in the range.
  var days: Range<Int>
  /// The number of days that count towards the run.
  var length: Int

  /// The number of days, and of those that count.
  static var fields: PointFields<DayRun> {
    PointFields([.count("days", \.days.count), .count("counted", \.length)])
  }

  /// Returns the runs of days in order, including the spans between them.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - starts: The start of the period that ends on a day, for days that represent a period.
  /// - Returns: The runs, which cover all days.
  static func runs(of days: [DayTally], from starts: [Int: Int] = [:]) -> [DayRun] {
    var runs: [DayRun] = []
    for (place, day) in days.enumerated() where day.isEvaluable {
      let step = day.streakStep
      if let last = runs.last, last.step == step {
        runs[runs.count - 1].extend(through: place)
      } else {
        let begin = max(runs.last?.days.upperBound ?? 0, starts[place] ?? place)
        runs.appendNeutral(before: begin)
        runs.append(DayRun(step: step, days: begin..<place + 1, length: 1))
      }
    }
    runs.appendNeutral(before: days.count)
    return runs
  }

  private mutating func extend(through place: Int) {
    days = days.lowerBound..<place + 1
    length += 1
  }
}

extension [DayRun] {
  /// Appends the days since the last run, if there are any.
  fileprivate mutating func appendNeutral(before place: Int) {
    let end = last?.days.upperBound ?? 0
    if end < place {
      append(DayRun(step: .neutral, days: end..<place, length: place - end))
    }
  }
}

extension ChartPoint {
  /// Creates the span of a run, with the unit of its length if that is not days.
  fileprivate init(run: DayRun, from first: Double, _ unit: String?) {
    let days = run.length == run.days.count ? "day" : "due day"
    self.init(
      first + Double(run.days.lowerBound), 0, xEnd: first + Double(run.days.upperBound),
      label: run.length.counted(run.step == .neutral ? days : unit ?? days))
  }
}

extension TaskEvaluation {
  /// The start of the quota period that ends on a day, as indices in the query range.
  fileprivate var periodStarts: [Int: Int] {
    let first = query.range.lowerBound
    return Dictionary(
      quotaPeriods.map { ($0.day - first, max(0, $0.days.lowerBound - first)) },
      uniquingKeysWith: min)
  }
}

extension Streak {
  /// The length: in `due days` if days between them could not be evaluated.
  package var words: String { words(nil) }

  /// Returns the length in days or another unit.
  fileprivate func words(_ unit: String?) -> String {
    length.counted(unit ?? (length == last - first + 1 ? "day" : "due day"))
  }
}

extension TaskEvaluation {
  /// Whether the task has no planned times: a quota or an as-needed task.
  var isFlexible: Bool { flexible != nil && scored.isEmpty }
}

extension Streaks {
  /// Returns labels of the longest and current runs, centered on them.
  fileprivate func annotations(planEnd: CivilDate?, _ unit: String?) -> [ChartAnnotation] {
    let now = planEnd == nil ? "current" : "last"
    var named: [(Streak, String, ChartRole, String)] = []
    if let longest {
      let words = longest == current ? "longest and \(now)" : "longest"
      named.append((longest, "\(words): \(longest.words(unit))", .done, "longestRun"))
    }
    if let current, current != longest {
      named.append((current, "\(now): \(current.words(unit))", .done, "currentRun"))
    }
    if let currentMissed {
      named.append(
        (currentMissed, "\(now): \(currentMissed.words(unit))", .missed, "currentMissedRun"))
    }
    return named.map { run, text, role, statistic in
      ChartAnnotation(
        x: (run.first.position + run.last.position + 1) / 2, text, role, statistic: statistic)
    }
  }

  fileprivate func summary(planEnd: CivilDate?, _ unit: String?) -> String {
    guard longest != nil || longestMissed != nil else {
      return unit == nil
        ? "No day can be judged." : "No period can be judged: the task is due at no day of its own."
    }
    // The first step of a run of periods is the last day of its first period.
    func words(_ run: Streak?) -> String {
      run.map { "\($0.words(unit)) from \(unit == nil ? "" : "the one ending ")\($0.first)" }
        ?? "none"
    }
    let now =
      currentMissed.map {
        "something left out \(unit == nil ? "on" : "in") the last \($0.words(unit))"
      }
      ?? "\(planEnd == nil ? "current" : "last") run \(words(current))"
    let end = planEnd.map { "; the plan ended on \($0)" } ?? ""
    return
      "Longest run of \(unit ?? "day")s with all done: \(words(longest)); longest with something left out: "
      + "\(words(longestMissed)); \(now)\(end)."
  }
}
