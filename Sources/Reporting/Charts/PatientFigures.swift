import AdherenceAnalytics
import AdherenceStatistics
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
      "Ratio", PercentText.of(facts.ratio),
      note: facts.missing?.words
        ?? PageWords.between(facts.interval, level: parameters.confidence),
      definition:
        "What was done of what was due, over all tasks that count, with Wilson's interval.")
  }

  private var streak: PageFigure {
    let longest = summary.perfectDays.longest?.length ?? 0
    return PageFigure(
      "Current streak", facts.streak.map { PageWords.count($0, "day") } ?? "–",
      note: "longest: \(PageWords.count(longest, "day"))",
      definition: "Days in a row on which all that was due was done; days in a hold or without "
        + "anything due neither count nor break it.")
  }

  private var perfectDays: PageFigure {
    let composite = summary.composite
    let share = composite.days == 0 ? nil : Double(composite.completeDays) / Double(composite.days)
    return PageFigure(
      "Complete days", PercentText.of(share),
      note: "\(composite.completeDays) of \(PageWords.count(composite.days, "day"))",
      definition: "The days on which all that was due was done, of those on which anything was.")
  }

  private var missed: PageFigure {
    let run = summary.perfectDays.currentMissed?.length ?? 0
    return PageFigure(
      "Missed", "\(summary.total.missed)",
      note: run > 0 ? "on each of the last \(PageWords.count(run, "day"))" : "",
      definition: "Occurrences whose time is over and of which nothing was recorded.")
  }
}
