import AdherenceAnalytics
import Foundation
import Interchange
import Scheduling

/// What `report.json` says: how the numbers came about, so that a reader can judge or repeat them.
///
/// It answers the reporting items of EMERGE (De Geest et al., Annals of Internal Medicine 2018):
/// phase, operational definition, parameters, measurement, and the handling of missing and excused
/// time.
struct ReportSummary {
  private let dataset: Dataset
  private let query: AdherenceQuery
  private let contents: ReportContents
  private let report: CohortReport

  /// The most problems that are listed one by one; all are counted.
  private static let listed = 1000

  init(
    _ dataset: Dataset, _ query: AdherenceQuery, _ contents: ReportContents, _ report: CohortReport
  ) {
    self.contents = contents
    self.dataset = dataset
    self.query = query
    self.report = report
  }

  /// The summary as indented JSON with sorted keys, the same bytes for the same input.
  var json: String {
    let object: [String: Any] = [
      "engine": ["name": "regimen", "version": Engine.version], "parameters": parameters,
      "definitions": definitions, "records": records, "result": result,
      "diagnostics": diagnostics,
      "problems": problems.prefix(ReportSummary.listed).map(\.description),
    ]
    let options: JSONSerialization.WritingOptions = [
      .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    let data = try? JSONSerialization.data(withJSONObject: object, options: options)
    return String(decoding: data ?? Data(), as: UTF8.self) + "\n"
  }

  private var parameters: [String: Any] {
    [
      "from": query.range.lowerBound.description, "to": query.range.upperBound.description,
      "by": query.period.rawValue, "weekStart": query.weekStart.description,
      "asOf": query.asOf?.description ?? "the end of the range in each patient's zone",
      "asKnownAt": query.asKnownAt?.description ?? "all that is recorded",
      "dayBoundary": query.dayBoundary.description, "scoring": query.scoring.rawValue,
      "denominator": query.denominator.rawValue, "numerator": query.numerator.rawValue,
      "excuseDeclined": query.excusesDeclined, "threshold": 0.8,
      "rolling": contents.rolling.map(\.description),
      "breakdown": contents.breakdowns.map(\.rawValue),
      "zones": Set(dataset.records.map(\.patient.zone.id)).sorted(),
    ]
  }

  private var definitions: [String: Any] {
    [
      "phase": "implementation, over the whole plan: from its first to its last occurrence",
      "measurement": "recorded outcomes, by occurrence or by time, as the dataset has them",
      "ratio": Definitions.numerators[query.numerator] ?? "",
      "due": Definitions.denominators[query.denominator] ?? "",
      "completed":
        (Definitions.scorings[query.scoring] ?? query.scoring.rawValue)
        + "; a task that names a scoring is measured by its own",
      "required": "what quotas ask for, shares of a period by its days; part of every denominator",
      "credited": "what was done for quotas, in no period more than was required",
      "uses": "what was done for quotas or used as needed; in no ratio by itself",
      "breaches": "uses over the most of a period, or too soon after another",
      "taskGroup": "the tasks of the group that impact adherence; carePlan likewise",
      "setAside": "records with an error, read as if they were not there",
      "doubtful": "records with a diagnostic, kept as they are",
      "missing": "an occurrence without an outcome counts as missed once its time is over",
      "excused": "occurrences that start in a hold are suspended and in no ratio",
      "declined":
        query.excusesDeclined ? "excused: in no denominator" : "due and not completed",
      "unscheduled": "outcomes of no occurrence; reported, and in no ratio",
      "dropped": "events sooner after the last kept one than the task's minWait",
      "quantiles": "type 7 (Hyndman and Fan), of the patients' ratios",
      "rolling": "pooled over what was due in the window; empty while the plan is younger than it",
      "streaks": "runs of due occurrences: one done extends, one missed breaks, others are neutral",
      "perfectDays": "days on which all that was due was done; days not over or held are neutral",
      "correctDosingDays": "days with as many events of their own date as were due",
      "correctDosingDaysOwned": "days whose occurrences own as many events as were due",
      "micro": "pooled over all tasks that impact adherence",
      "macro": "the mean of the tasks' ratios",
      "dailyMean": "the mean over days of the mean progress of what was due on each",
    ]
  }

  private var problems: [InputError] { dataset.problems + report.problems }

  /// How many problems there are of each kind.
  private var diagnostics: [String: Int] {
    problems.reduce(into: [:]) { $0[$1.problem.kind, default: 0] += 1 }
  }

  private var records: [String: Any] {
    func counts(_ count: ReadCount) -> [String: Int] {
      ["read": count.read, "setAside": count.setAside, "doubtful": count.doubtful]
    }
    return [
      "patients": counts(dataset.counts.patients), "tasks": counts(dataset.counts.tasks),
      "outcomes": counts(dataset.counts.outcomes), "holds": counts(dataset.counts.holds),
      "carePlans": counts(dataset.counts.carePlans), "contacts": counts(dataset.counts.contacts),
      "problems": problems.count,
    ]
  }

  private var result: [String: Any] {
    guard let total = report.whole.rows.first(where: { $0.group == nil && $0.scope == .total })
    else {
      return [:]
    }
    let counts = total.pooled
    return [
      "patients": total.patients, "nothingDue": total.nothingDue, "due": counts.due,
      "completed": counts.completed, "suspended": counts.suspended, "pending": counts.pending,
      "unscheduled": counts.unscheduled, "dropped": counts.dropped,
    ]
  }
}

/// The definitions in words.
private enum Definitions {
  static let denominators: [Denominator: String] = [
    .closed: "occurrences whose time is over at asOf, whatever has happened",
    .offered: "occurrences whose window has opened at asOf",
    .planned: "all occurrences of the period",
  ]
  static let numerators: [Numerator: String] = [
    .completed: "completed / due; empty where nothing is due",
    .onTime: "onTime / due; empty where nothing is due",
    .progress: "progress / due; empty where nothing is due",
  ]
  static let scorings: [Scoring: String] = [
    .recorded: "an outcome exists that is not a refusal",
    .summed: "the sum of the values reaches the sum of the targets",
    .reached: "every target is met by a value of its kind",
    .fractionReached: "every target is met by a value of its kind; in part where some are",
    .fractionRecorded: "there are as many values as targets; in part where there are fewer",
  ]
}

/// This program.
public enum Engine {
  /// The version, in every report.
  public static let version = "0.1.0"
}
