import AdherenceAnalytics
import AdherenceStatistics
import Formats
import Scheduling

/// The statistics of a cohort and their parameters, as in `cohort.json`.
enum StatisticsText {
  static let initiationClock =
    "days since the first planned occurrence of the whole plan; patients enter on the report's first day"
  static let persistenceClock =
    "days since the first kept event of the whole plan; patients enter on the report's first day"

  /// Returns the statistics as JSON; deterministic.
  ///
  /// - Parameters:
  ///   - statistics: The statistics of the shown parts.
  ///   - withholding: The withholding for small groups; `nil` if no smallest group is set.
  /// - Returns: The parameters and the statistics of each task.
  static func json(
    _ statistics: CohortStatistics, _ withholding: CohortWithholding? = nil
  ) -> JSONValue {
    let tasks = statistics.tasks.map { ($0.task, $0.json(statistics.parameters, withholding)) }
    var parameters = statistics.parameters.numbers.mapValues { JSONValue.number($0) }
    parameters["restart"] = .text(statistics.parameters.restart.rawValue)
    if let withholding { parameters["smallestGroup"] = .integer(withholding.rows.smallestGroup) }
    let all = JSONValue.sorted(Dictionary(uniqueKeysWithValues: tasks))
    return JSONValue.sorted(["parameters": .sorted(parameters), "tasks": all])
  }
}

extension TaskStatistics {
  fileprivate func json(
    _ parameters: MeasureParameters, _ withholding: CohortWithholding?
  ) -> JSONValue {
    let parts = groups.map { ($0.group ?? "", json($0, parameters, withholding)) }
    let all = JSONValue.sorted([
      "all": json(whole, parameters, withholding),
      "groups": .sorted(Dictionary(parts) { $1 }),
      "comparisons": JSONValue(comparisons) { .list($0.map(\.json)) },
      "logRank": JSONValue(logRank) { test in test.json(of: parts.map(\.0)) },
      "funnel": JSONValue(funnel, \.json), "trajectories": trajectories.json,
    ])
    guard let withholding else { return all }
    let smallest = withholding.rows.smallestGroup
    return self.withholding(
      all.withholding(groupsSmallerThan: smallest), smallest: smallest
    ) { withholding.counts(of: .init(task: task, group: $0)) }
  }

  private func json(
    _ group: GroupStatistics, _ parameters: MeasureParameters, _ withholding: CohortWithholding?
  ) -> JSONValue {
    guard let withholding else { return group.json(parameters, group.phases) }
    let part = CohortCollection.PartName(task: task, group: group.group)
    let hidden = withholding.counts(of: part)
    let json = group.json(parameters, group.phases.withholding(hidden, whole: whole.phases))
    // The causes of the groups would reveal those of the omitted patients.
    return group.withholding(
      json.withholding(groupsSmallerThan: withholding.rows.smallestGroup)
        .withholding(["endCauses", "cumulativeIncidence"]),
      hidden, weeks: withholding.weeks[part] ?? [])
  }
}

extension GroupStatistics {
  /// The number of patients by the reason why follow-up without discontinuation ended.
  fileprivate var endCauses: JSONValue {
    .sorted(Dictionary(uniqueKeysWithValues: ends.map { ($0.key.rawValue, .integer($0.value)) }))
  }

  fileprivate func json(_ parameters: MeasureParameters, _ phases: PhaseSummary) -> JSONValue {
    .sorted([
      "phases": phases.json, "cumulativeIncidence": cumulativeIncidence,
      "summary": summary.json, "initiated": .integer(initiated),
      "bootstrapMean": JSONValue(bootstrap, \.json),
      "histogram": .list(histogram.counts.map { .integer($0) }),
      "betaBinomial": JSONValue(betaBinomial, \.json),
      "initiation": initiation.json(parameters, clock: StatisticsText.initiationClock),
      "persistence": persistence.json(parameters, clock: StatisticsText.persistenceClock),
      "followed": .integer(followed), "discontinued": .integer(discontinued),
      "endCauses": endCauses,
      "relativeWeeks": .made(weeks.count) { [weeks] in weeks[$0].json },
      "proportionOfPatientsCovered": covered.json(parameters),
      "eventHours": .list(eventHours.map { .integer($0) }),
    ])
  }
}

extension Interval {
  var json: JSONValue { .list([.number(lower), .number(upper)]) }
}

extension CohortSummary {
  private static let shares: [(name: String, share: Double)] = [
    ("q05", 0.05), ("q10", 0.1), ("q25", 0.25), ("median", 0.5), ("q75", 0.75), ("q90", 0.9),
    ("q95", 0.95),
  ]

  /// Returns a count of occurrences plus the share of quotas.
  private func amount(_ count: Int, _ quota: Double) -> JSONValue {
    quotas.required == 0 ? .integer(count) : .number(Double(count) + quota)
  }

  fileprivate var json: JSONValue {
    let quantiles = CohortSummary.shares.map { ($0.name, JSONValue(quantile($0.share))) }
    return .sorted(
      [
        "patients": .integer(patients), "evaluable": .integer(evaluable),
        "due": amount(pooled.expected, quotas.required),
        "done": amount(pooled.taken, quotas.credited),
        "pooledRatio": JSONValue(pooledRatio),
        "pooledRatioInterval": JSONValue(pooledInterval, \.json), "meanRatio": JSONValue(mean),
        "meanRatioInterval": JSONValue(meanInterval, \.json), "sd": JSONValue(standardDeviation),
        "min": JSONValue(minimum), "max": JSONValue(maximum), "skew": JSONValue(skewness),
        "trimmedMean10": JSONValue(trimmedMean),
        "threshold": .number(threshold.number),
        "adherentPatients": .integer(adherentPatients), "adherentShare": JSONValue(adherentShare),
        "adherentInterval": JSONValue(adherentInterval, \.json),
      ].merging(quantiles) { $1 })
  }
}

extension BootstrapEstimate {
  fileprivate var json: JSONValue {
    .sorted([
      "estimate": .number(estimate), "resamples": .integer(resamples),
      "percentile": percentile.json,
      "bca": bca.json, "z0": JSONValue(bias), "a": JSONValue(acceleration),
      "mean": .number(mean), "sd": .number(standardError),
    ])
  }
}

extension BetaBinomial {
  fileprivate var json: JSONValue {
    .sorted([
      "alpha": .number(alpha), "beta": .number(beta), "mean": .number(mean),
      "icc": .number(intraclassCorrelation), "negLogLik": .number(negativeLogLikelihood),
    ])
  }
}

// Lists with an item for each week or day, whose properties are in order without being sorted.
extension TreatmentWeek {
  fileprivate var json: JSONValue {
    [
      "done": .integer(taken), "due": .integer(expected), "meanRatio": JSONValue(mean),
      "median": JSONValue(quartiles[1]), "patients": .integer(patients),
      "pooledRatio": JSONValue(pooled), "q25": JSONValue(quartiles[0]),
      "q75": JSONValue(quartiles[2]), "se": JSONValue(standardError), "week": .integer(number),
    ]
  }
}

extension ProportionCovered {
  fileprivate func json(_ parameters: MeasureParameters) -> JSONValue {
    let intervals = ProportionIntervals(level: parameters.confidence)
    return .made(observed.count) { day in
      [
        "covered": .integer(covered[day]), "day": .integer(day),
        "interval": JSONValue(interval(on: day, intervals), \.json),
        "observed": .integer(observed[day]), "share": JSONValue(share(on: day)),
      ]
    }
  }
}
