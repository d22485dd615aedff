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
        "What was done of what was due, over all tasks that count, with Wilson's interval.")
  }

  private var streak: PageFigure {
    let longest = summary.perfectDays.longest?.words ?? "none"
    let definition =
      "Days in a row on which all that was due was done; days in a hold or without anything due "
      + "neither count nor break it, so that due days need not be neighbours."
    if let end = summary.planEnd {
      return PageFigure(
        "Longest streak", longest, note: "the plan ended on \(end)", definition: definition)
    }
    let current = summary.perfectDays.current?.words ?? "0 days"
    return PageFigure(
      "Current streak", facts.streak == nil ? "–" : current, note: "longest: \(longest)",
      definition: definition)
  }

  /// Quotas name no days: where nothing else is planned, their periods are what can be complete.
  private var perfectDays: PageFigure {
    let (days, quota) = (summary.dosingDays, summary.total.quota)
    if days.evaluable == 0, quota.periods > 0 {
      return PageFigure(
        "Quotas met", TextTable.percent(Double(quota.met) / Double(quota.periods)),
        note: "\(quota.met) of \(PageWords.count(quota.periods, "period"))",
        definition: "The periods of quotas in which as much was done as was asked for.")
    }
    return PageFigure(
      "Complete days", TextTable.percent(days.share(\.perfect)),
      note: "\(days.perfect) of \(PageWords.count(days.evaluable, "due day"))",
      definition:
        "The days on which all that was due was done, of those on which anything was due at "
        + "a time and that can be judged.")
  }

  private var missed: PageFigure {
    let run = summary.perfectDays.currentMissed?.words
    let last = summary.planEnd == nil ? "last" : "plan's last"
    return PageFigure(
      "Missed", "\(summary.total.missed)", note: run.map { "on each of the \(last) \($0)" } ?? "",
      definition: "Occurrences whose time is over and of which nothing was recorded.")
  }
}
