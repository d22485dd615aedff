import AdherenceAnalytics
import Scheduling

/// The contents of `report.json` known before any patient is read: the same for all shards of a
/// report.
struct ReportHeader: Codable, Hashable, Sendable {
  var engine = Engine.Name()
  var parameters: ReportParameters
  var definitions: [String: String]

  init(_ task: ReportTask) {
    parameters = ReportParameters(task)
    definitions = ReportDefinitions.texts(task.query)
    if task.contents.has(.values) { definitions.merge(ReportDefinitions.values) { own, _ in own } }
  }
}

/// The name and version of this package.
package enum Engine {
  /// The version, written to every report.
  package static let version = "0.3.0"

  /// The engine, as written to a report.
  struct Name: Codable, Hashable, Sendable {
    var name = "regimen"
    var version = Engine.version
  }
}

/// What the words of a report mean, by name.
enum ReportDefinitions {
  static func texts(_ query: AdherenceQuery) -> [String: String] {
    [
      "phase":
        "ratios: over the whole plan, from its first to its last occurrence; initiation, "
        + "implementation and persistence are told apart by the measures",
      "initiation":
        "any kept event of the whole plan up to asOf; its delay is that of the first one after the first "
        + "occurrence",
      "implementation": "done / due from the first kept event to the end of persistence",
      "persistence":
        "from the first kept event of the whole plan up to asOf to the last before a gap, or else to the "
        + "last evaluable day; curves are censored a gap before that day, as a later stop could not be seen; with "
        + "restart allowed only a gap that no event follows "
        + "ends it, else the first",
      "observation":
        "from observedFrom to observedTo; outside them nothing is due, and outcomes are unscheduled and counted apart",
      "gap":
        "gapDays days or more without an event, in the plan and outside holds, with two due occurrences, "
        + "or whole periods of a quota, or more",
      "survivalClock":
        "initiation from the first planned occurrence or period of a quota, persistence from the first kept event; who is in the "
        + "plan before from enters the curves on its day (delayed entry), and who had the event before is "
        + "in none",
      "evaluableDay":
        "something was due, all of it has come to an end, and none was in a hold; of a quota each day of a "
        + "period that is over",
      "drugHoliday":
        "holidayDays or more evaluable days in a row without an event, in the days of the report; days "
        + "on which nothing is due are not counted; of a quota the days of periods in which nothing was done",
      "measurement": "recorded outcomes, by occurrence or by time, as the dataset has them",
      "ratio": numerators[query.numerator] ?? "",
      "due": denominators[query.denominator] ?? "",
      "outstanding":
        "due, not done, and not over; due = done + partial + missed + declined + outstanding",
      "done":
        (scorings[query.scoring] ?? query.scoring.rawValue)
        + "; a task that names a scoring is measured by its own",
      "quotaDue": "what quotas ask for, shares of a period by its days; part of `due`",
      "quotaDone":
        "what was done for quotas, in no period more than was asked for; part of `done`",
      "uses": "what was done for quotas or used as needed; in no ratio by itself",
      "breaches": "uses over the most of a period, or too soon after another",
      "taskGroup": "the tasks of the group that impact adherence; carePlan likewise",
      "rejected": "records with an error, read as if they were not there",
      "withWarnings": "records with a diagnostic, kept as they are",
      "missing": "an occurrence without an outcome counts as missed once its time is over",
      "onHold": "occurrences that start in a hold; in no ratio",
      "excused": "declined occurrences that excuseDeclined leaves out of due; in no ratio",
      "declined":
        query.excusesDeclined ? "excused: in no denominator" : "due and not done",
      "unscheduled": "outcomes of no occurrence; reported, and in no ratio",
      "eventsTooSoon":
        "events sooner after the last kept one than the task's minWait, whose dose lacked nothing",
      "quantiles": "type 7 (Hyndman and Fan), of the patients' ratios",
      "rolling": "pooled over what was due in the window; empty while the plan is younger than it",
      "streaks":
        "runs of due occurrences and periods of quotas: one done extends, one missed breaks, others are "
        + "neutral",
      "perfectDays":
        "days on which all that was due was done, a quota on the last day of its period; days not over or "
        + "held are neutral",
      "correctDosingDaysByDate": "days with as many events of their own date as were due",
      "correctDosingDays": "days whose occurrences own as many events as were due",
      "pooledOverTasks": "pooled over all tasks that impact adherence",
      "meanOfTaskRatios": "the mean of the tasks' ratios",
      "dailyMean": "the mean over days of the mean progress of what was due on each",
    ]
  }

  /// What the words of the tables of values mean.
  static let values = [
    "values":
      "all that was recorded and done, of occurrences, uses and neither; in series by kind, unit and type, "
      + "of which no two are added up",
    "gaps": "occurrences without a value of a kind that their element has; never 0",
    "inRange": "values that are as their own targets want them / those held against any",
    "timeInRange":
      "linear between readings (Rosendaal et al. 1993); more than 56 days, and occurrences without a value, "
      + "are not bridged",
  ]

  private static let denominators: [Denominator: String] = [
    .elapsed: "occurrences whose time is over at asOf, whatever has happened",
    .offered: "occurrences whose window has opened at asOf",
    .planned: "all occurrences of the period",
  ]
  private static let numerators: [Numerator: String] = [
    .done: "done / due; empty where nothing is due",
    .inWindow: "inWindow / due; empty where nothing is due",
    .progress: "progress / due; empty where nothing is due",
  ]
  private static let scorings: [Scoring: String] = [
    .recorded: "an outcome exists that is no refusal and does not have the value false alone",
    .summed: "the sum of the values reaches the sum of the targets",
    .reached: "every target is met by a value of its kind",
    .fractionReached: "every target is met by a value of its kind; in part where some are",
    .fractionRecorded: "there are as many values as targets; in part where there are fewer",
    .fractionInRange: "every reading is as its target wants it; in part where some are",
  ]
}
