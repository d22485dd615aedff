public import AdherenceAnalytics
import Scheduling

extension ChartData {
  /// The runs of days on which all was done, and of those on which something was left out, as a strip.
  ///
  /// They are the runs of perfect days of `TaskSummary.perfectDays`: days that cannot be judged, such as
  /// those on hold, break no run and lie within it. Between runs they are stretches of their own. The longest
  /// run and those that go on are named; of a plan that has ended nothing goes on, and the last run is named
  /// as such.
  ///
  /// - Parameters:
  ///   - evaluation: The task.
  ///   - title: What it shows.
  ///   - subtitle: Whose, and of which days.
  ///   - limit: The most runs and stretches; of more the latest are kept.
  /// - Returns: A series of spans for each kind; the label of a run says how many days it counts.
  /// - Complexity: O(*n*) for *n* occurrences and days.
  public static func streaks(
    of evaluation: TaskEvaluation, title: String, subtitle: String = "", limit: Int = 500
  ) -> ChartData {
    precondition(limit > 0, "a strip has room for runs, not for \(limit)")
    let days = evaluation.tallies
    let (range, runs) = (evaluation.query.range, DayRun.runs(of: days))
    let streaks = days.perfectDays(from: range.lowerBound)
    let latest = runs.suffix(limit)
    let from = range.lowerBound.adding(days: latest.first?.days.lowerBound ?? 0)
    var chart = ChartData(
      .streaks, title: title, subtitle: subtitle,
      summary: streaks.summary(planEnd: evaluation.planEnd, isFlexible: evaluation.isFlexible),
      x: ChartAxis(
        "Date", .day, range: (from..<range.upperBound).positions,
        zone: evaluation.moments.zone.id),
      y: ChartAxis(
        "Task", .category, categories: [evaluation.task.title ?? evaluation.task.id]),
      series: series(of: latest, from: range.lowerBound))
    chart.fields = DayRun.fields.fields
    let annotations = streaks.annotations(planEnd: evaluation.planEnd)
    chart.annotations = annotations.filter { $0.x >= from.position }
    if latest.count < runs.count {
      chart.reduction = ChartReduction(.latest, points: runs.count, limit: limit)
      chart.note = "The latest \(latest.count) of \(runs.count.counted("run")), from \(from) on."
    }
    return chart
  }

  private static func series(of runs: ArraySlice<DayRun>, from first: CivilDate) -> [ChartSeries] {
    let kinds: [(StreakStep, String, ChartRole)] = [
      (.success, "All done", .completed), (.miss, "Something left out", .missed),
      (.neutral, "Not to be judged", .nothingDue),
    ]
    return kinds.map { step, name, role in
      let own = runs.filter { $0.step == step }
      return ChartSeries(
        name, .span, role,
        own.map { ChartPoint(run: $0, from: first.position) }.with(DayRun.fields, of: own))
    }.filter { !$0.points.isEmpty }
  }
}

/// A run of days, or the days between two runs.
struct DayRun {
  var step: StreakStep
  /// By place in the range.
  var days: Range<Int>
  /// How many of the days count for the run.
  var length: Int

  /// How many days it has, and how many of them count.
  static var fields: PointFields<DayRun> {
    PointFields([.count("days", \.days.count), .count("counted", \.length)])
  }

  /// The runs of days in order, and what lies between them.
  static func runs(of days: [DayTally]) -> [DayRun] {
    var runs: [DayRun] = []
    for (place, day) in days.enumerated() where day.isEvaluable {
      let step: StreakStep = day.completed == day.due ? .success : .miss
      if let last = runs.last, last.step == step {
        runs[runs.count - 1].extend(through: place)
      } else {
        runs.appendNeutral(before: place)
        runs.append(DayRun(step: step, days: place..<place + 1, length: 1))
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
  fileprivate init(run: DayRun, from first: Double) {
    self.init(
      first + Double(run.days.lowerBound), 0, xEnd: first + Double(run.days.upperBound),
      label: run.length.counted(run.length == run.days.count ? "day" : "due day"))
  }
}

extension TaskEvaluation {
  /// The days of the query by what their occurrences came to.
  fileprivate var tallies: [DayTally] {
    let first = query.range.lowerBound
    var days = [DayTally](repeating: DayTally(), count: query.range.upperBound - first)
    for occurrence in scored {
      _ = days[occurrence.day - first].add(
        occurrence, query.standing(of: occurrence, asOf: asOf))
    }
    return days
  }
}

extension Streak {
  /// How long it is: `due days` where days lie between them on which nothing could be judged.
  package var words: String {
    length.counted(length == last - first + 1 ? "day" : "due day")
  }
}

extension TaskEvaluation {
  /// Whether the task names no times at all: a quota, or something used as needed.
  var isFlexible: Bool { flexible != nil && scored.isEmpty }
}

extension Streaks {
  /// The names of the runs that people ask for, in the middle of each.
  fileprivate func annotations(planEnd: CivilDate?) -> [ChartAnnotation] {
    let now = planEnd == nil ? "current" : "last"
    var named: [(Streak, String, ChartRole)] = []
    if let longest {
      let words = longest == current ? "longest and \(now)" : "longest"
      named.append((longest, "\(words): \(longest.words)", .completed))
    }
    if let current, current != longest {
      named.append((current, "\(now): \(current.words)", .completed))
    }
    if let currentMissed {
      named.append((currentMissed, "\(now): \(currentMissed.words)", .missed))
    }
    return named.map { run, text, role in
      ChartAnnotation(x: (run.first.position + run.last.position + 1) / 2, text, role)
    }
  }

  fileprivate func summary(planEnd: CivilDate?, isFlexible: Bool) -> String {
    guard longest != nil || longestMissed != nil else {
      return isFlexible
        ? "No day can be judged: the task is due at no day of its own."
        : "No day can be judged."
    }
    func words(_ run: Streak?) -> String { run.map { "\($0.words) from \($0.first)" } ?? "none" }
    let now =
      currentMissed.map { "something left out on the last \($0.words)" }
      ?? "\(planEnd == nil ? "current" : "last") run \(words(current))"
    let end = planEnd.map { "; the plan ended on \($0)" } ?? ""
    return "Longest run of days with all done: \(words(longest)); longest with something left out: "
      + "\(words(longestMissed)); \(now)\(end)."
  }
}
