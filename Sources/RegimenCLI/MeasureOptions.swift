import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser

/// The measures of a report.
struct MeasureOptions: ParsableArguments {
  @Option(
    help: "The groups of measures in patients.csv, separated by commas. (default: taking,phases)")
  var measures: MeasureList?
}

/// The parameters of measures.
struct ParameterOptions: ParsableArguments {
  @Option(help: "The ratio from which a patient counts as adherent.")
  var threshold = Share(4, of: 5)
  @Option(help: "The confidence level of intervals.")
  var confidence = MeasureParameters().confidence
  @Option(
    help:
      "How near its planned time a dose counts for nearPlannedOf…, in minutes, whatever its window."
  )
  var nearPlannedMinutes = MeasureParameters().nearPlannedSeconds / 60
  @Option(help: "The tolerance of intervals between doses, as a share of the planned interval.")
  var intervalTolerance = MeasureParameters().intervalTolerance
  @Option(
    help: ArgumentHelp(
      "The days without an event that mean discontinuation.",
      discussion: """
        Only days in the plan and outside holds count, with at least two due occurrences or whole quota periods. \
        Initiation and persistence refer to the whole plan up to --as-of, independent of the range; \
        patients in treatment before --from enter the curves there.
        """))
  var gapDays = MeasureParameters().gapDays
  @Option(help: "The days after the last event that still count as persistent.")
  var graceDays = MeasureParameters().graceDays
  @Option(
    help: "Whether events after such a gap continue the treatment, or the first gap ends it.")
  var restart = MeasureParameters().restart
  @Option(
    help: "The consecutive due days without an event that are a drug holiday.")
  var holidayDays = MeasureParameters().holidayDays
  @Option(help: "The window of the rolling ratios in days.")
  var rollingDays = MeasureParameters().rollingDays
  @Option(
    help:
      "The duration of a dose's effect, as a multiple of the planned interval. (default: the task's drug)"
  )
  var coverage: Double?
  @Option(
    help: "The half-life, as a multiple of the planned interval. (default: that of the task's drug)"
  )
  var halfLife: Double?
  @Option(
    help:
      "The level above which the drug is effective, in doses. (default: that of the task's drug)")
  var pkThreshold: Double?
  @Option(help: "The horizon of restricted mean survival in days.")
  var horizonDays = MeasureParameters().horizonDays
  @Option(help: "The number of bootstrap resamples.")
  var resamples = MeasureParameters().resamples
  @Option(help: "The seed of the bootstrap.")
  var seed = MeasureParameters().seed
  @Option(
    help:
      "The maximum number of trajectory groups; the Caliński-Harabasz criterion chooses from 2 up."
  )
  var clusters = MeasureParameters().clusters

  func validate() throws {
    do {
      try parameters.check()
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// The parameters.
  var parameters: MeasureParameters {
    var parameters = MeasureParameters()
    parameters.threshold = threshold
    parameters.confidence = confidence
    parameters.nearPlannedSeconds =
      nearPlannedMinutes.multipliedReportingOverflow(by: 60).partialValue
    parameters.intervalTolerance = intervalTolerance
    (parameters.gapDays, parameters.graceDays) = (gapDays, graceDays)
    parameters.restart = restart
    (parameters.holidayDays, parameters.rollingDays) = (holidayDays, rollingDays)
    (parameters.coverageIntervals, parameters.halfLifeIntervals) = (coverage, halfLife)
    (parameters.pkThreshold, parameters.horizonDays) = (pkThreshold, horizonDays)
    (parameters.resamples, parameters.seed) = (resamples, seed)
    parameters.clusters = clusters
    return parameters
  }
}

/// A list of measures, such as `taking,timing`.
struct MeasureList: ExpressibleByArgument {
  var groups: Set<MeasureGroup>

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard let groups = MeasureGroup.groups(named: names) else { return nil }
    self.groups = groups
  }

  static var allValueStrings: [String] { MeasureGroup.names }
}
