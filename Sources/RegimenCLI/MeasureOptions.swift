import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import Scheduling

/// Which measures a report has.
struct MeasureOptions: ParsableArguments {
  @Option(
    help: "The groups of measures in patients.csv, by comma. (default: taking,phases)")
  var measures: MeasureList?
}

/// What measures take for granted.
struct ParameterOptions: ParsableArguments {
  @Option(help: "The share from which on a patient counts as adherent.")
  var threshold = Share(4, of: 5)
  @Option(help: "The probability with which intervals cover what they estimate.")
  var confidence = MeasureParameters().confidence
  @Option(
    help:
      "How near its planned time a dose counts for nearPlannedOf…, in minutes, whatever its window."
  )
  var nearPlannedMinutes = MeasureParameters().nearPlannedSeconds / 60
  @Option(help: "How far intervals between doses may lie from the nominal one, as a share of it.")
  var intervalTolerance = MeasureParameters().intervalTolerance
  @Option(
    help: ArgumentHelp(
      "How many days without an event mean discontinuation.",
      discussion: """
        They are counted in the plan and outside holds, and have two due occurrences, or whole periods of a quota, \
        or more. Initiation and persistence are of the whole plan up to --as-of, whatever the range is; \
        who is in treatment before --from enters the curves there.
        """))
  var gapDays = MeasureParameters().gapDays
  @Option(help: "How many days after the last event still count as persistent.")
  var graceDays = MeasureParameters().graceDays
  @Option(
    help: "Whether events after such a gap go on with the treatment, or the first gap ends it.")
  var restart = MeasureParameters().restart
  @Option(
    help: "How many days in a row on which something was due without an event are a drug holiday.")
  var holidayDays = MeasureParameters().holidayDays
  @Option(help: "How many days the rolling figures pool.")
  var rollingDays = MeasureParameters().rollingDays
  @Option(
    help:
      "How long a dose works, as a multiple of the planned interval after it. (default: the task's drug)"
  )
  var coverage: Double?
  @Option(
    help: "The half-life, as a multiple of the usual interval. (default: that of the task's drug)")
  var halfLife: Double?
  @Option(
    help: "The level above which the drug works, in doses. (default: that of the task's drug)")
  var pkThreshold: Double?
  @Option(help: "To how many days mean survival is restricted.")
  var horizonDays = MeasureParameters().horizonDays
  @Option(help: "How many resamples a bootstrap draws.")
  var resamples = MeasureParameters().resamples
  @Option(help: "Where its random numbers begin.")
  var seed = MeasureParameters().seed
  @Option(
    help:
      "The greatest number of trajectory groups; the Caliński-Harabasz criterion chooses among 2 to it."
  )
  var clusters = MeasureParameters().clusters

  func validate() throws {
    do {
      try parameters.check()
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// What the measures take for granted.
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

/// Some measures, as `taking,timing`.
struct MeasureList: ExpressibleByArgument {
  var groups: Set<MeasureGroup>

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard let groups = MeasureGroup.groups(named: names) else { return nil }
    self.groups = groups
  }

  static var allValueStrings: [String] { MeasureGroup.names }
}
