import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser

/// The measures of a report.
struct MeasureOptions: ParsableArguments {
  @Option(help: .option("measures", "Separated by commas."))
  var measures: MeasureList?
}

/// The parameters of measures.
struct ParameterOptions: ParsableArguments {
  @Option(help: .option("threshold"))
  var threshold = Share(4, of: 5)
  @Option(help: .option("confidence"))
  var confidence = MeasureParameters().confidence
  @Option(help: .option("near-planned-minutes"))
  var nearPlannedMinutes = MeasureParameters().nearPlannedSeconds / 60
  @Option(help: .option("interval-tolerance"))
  var intervalTolerance = MeasureParameters().intervalTolerance
  @Option(
    help: .option(
      "gap-days",
      discussion: """
        Only days in the plan and outside holds count, with at least two due occurrences or whole quota periods. \
        Initiation and persistence refer to the whole plan up to --as-of, independent of the range; \
        patients in treatment before --from enter the curves there.
        """))
  var gapDays = MeasureParameters().gapDays
  @Option(help: .option("grace-days"))
  var graceDays = MeasureParameters().graceDays
  @Option(help: .option("restart"))
  var restart = MeasureParameters().restart
  @Option(help: .option("holiday-days"))
  var holidayDays = MeasureParameters().holidayDays
  @Option(help: .option("rolling-days"))
  var rollingDays = MeasureParameters().rollingDays
  @Option(help: .option("coverage"))
  var coverage: Double?
  @Option(help: .option("half-life"))
  var halfLife: Double?
  @Option(help: .option("pk-threshold"))
  var pkThreshold: Double?
  @Option(help: .option("horizon-days"))
  var horizonDays = MeasureParameters().horizonDays
  @Option(help: .option("resamples"))
  var resamples = MeasureParameters().resamples
  @Option(help: .option("seed"))
  var seed = MeasureParameters().seed
  @Option(help: .option("clusters"))
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
