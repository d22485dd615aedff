import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// The figures at the top of a patient's page.
struct PatientFigures {
  let facts: PatientFacts
  let summary: PatientSummary
  let parameters: MeasureParameters

  init(_ facts: PatientFacts, _ summary: PatientSummary, _ parameters: MeasureParameters) {
    (self.facts, self.summary, self.parameters) = (facts, summary, parameters)
  }

  var figures: [PageFigure] { [ratio, streak, perfectDays, missed] }

  private var ratio: PageFigure {
    PageFigure(
      "Ratio", TextTable.percent(facts.ratio),
      note: facts.missing?.words
        ?? PageWords.between(facts.interval, level: parameters.confidence),
      definition:
        "What was done of what was due, over all tasks that count, with an interval by blocks of weeks, "
        + "which allows for misses that come in runs.")
  }

  private var streak: PageFigure {
    let longest = summary.perfectDays.longest.map(words) ?? "none"
    let definition =
      hasQuotasAlone
      ? "Periods in a row in which quotas were met; those in a hold neither count nor break it."
      : "Days in a row on which all that was due was done, a quota on the last day of its period; "
        + "days in a hold or without anything due neither count nor break it, so that due days need not "
        + "be neighbours."
    if let end = summary.planEnd {
      return PageFigure(
        "Longest streak", longest,
        note: "\(summary.isObservationOver ? "observation" : "the plan") ended on \(end)",
        definition: definition)
    }
    let current =
      summary.perfectDays.current.map(words) ?? (hasQuotasAlone ? "0 periods" : "0 days")
    return PageFigure(
      "Current streak", facts.streak == nil ? "–" : current, note: "longest: \(longest)",
      definition: definition)
  }

  /// Whether the patient has quotas only, so that streaks count periods.
  private var hasQuotasAlone: Bool { summary.total.due == 0 && summary.total.quota.periods > 0 }

  /// Returns the length of a streak as text.
  private func words(_ run: Streak) -> String {
    hasQuotasAlone ? PageWords.count(run.length, "period") : run.words
  }

  private var perfectDays: PageFigure {
    let (days, quota) = (summary.perfectDays, summary.total.quota)
    if hasQuotasAlone {
      return PageFigure(
        "Quotas met", TextTable.percent(Double(quota.met) / Double(quota.periods)),
        note: "\(quota.met) of \(PageWords.count(quota.periods, "period"))",
        definition: "The periods of quotas in which as much was done as was asked for.")
    }
    let due = days.successes + days.misses
    return PageFigure(
      "Complete days",
      TextTable.percent(due == 0 ? nil : Double(days.successes) / Double(due)),
      note: "\(days.successes) of \(PageWords.count(due, "due day"))",
      definition:
        "The days on which all that was due was done, of those on which anything was due and that can "
        + "be judged; a quota is due on the last day of its period.")
  }

  /// Formats the length of a run, as `each of the last 3 days` or `the last day`.
  private static func all(_ run: String, of last: String) -> String {
    run.hasPrefix("1 ") ? "the \(last) \(run.dropFirst(2))" : "each of the \(last) \(run)"
  }

  private var missed: PageFigure {
    let run = summary.perfectDays.currentMissed.map(words)
    let last = summary.planEnd == nil ? "last" : "plan's last"
    let each = hasQuotasAlone ? "in" : "on"
    return PageFigure(
      "Missed", PageWords.amount(summary.total.missedWithQuotas),
      note: run.map { "\(each) \(PatientFigures.all($0, of: last))" } ?? "",
      definition:
        "Occurrences whose time is over and of which nothing was recorded, and what quotas lack in "
        + "periods that are over.")
  }
}
