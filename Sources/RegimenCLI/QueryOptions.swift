import AdherenceAnalytics
import ArgumentParser
import Scheduling

/// What every question about records says: which days, known when, by which definitions.
struct QueryOptions: ParsableArguments {
  @Option(help: "The first day.")
  var from: CivilDate
  @Option(help: "The first day no longer reported.")
  var to: CivilDate
  @OptionGroup var definitions: DefinitionOptions

  func validate() throws {
    if from >= to { throw ValidationError("--to \(to) must come after --from \(from).") }
  }

  /// The question, summed up by a period.
  func query(by period: CalendarPeriod = .all) -> AdherenceQuery {
    definitions.query(from..<to, by: period)
  }
}

/// Known when, and by which definitions, a question is answered.
struct DefinitionOptions: ParsableArguments {
  @Option(
    help: "The moment of the report, as 2025-12-31T22:00:00Z. (default: the end of the range)")
  var asOf: Instant?
  @Option(help: "The moment whose knowledge counts: what was recorded later is left out.")
  var asKnownAt: Instant?
  @Option(help: "When a day ends, as 03:00: earlier times belong to the day before.")
  var dayBoundary = CivilTime.midnight
  @Option(help: "How outcomes are measured, where a task does not say.")
  var scoring = Scoring.recorded
  @Option(help: "Which occurrences ratios are of.")
  var denominator = Denominator.closed
  @Flag(help: "Leave what was skipped or declined out of the denominator.")
  var excuseDeclined = false

  /// The question about some days, summed up by a period.
  func query(_ days: Range<CivilDate>, by period: CalendarPeriod) -> AdherenceQuery {
    var query = AdherenceQuery(days, by: period)
    query.asOf = asOf
    query.asKnownAt = asKnownAt
    query.dayBoundary = dayBoundary
    query.scoring = scoring
    query.denominator = denominator
    query.excusesDeclined = excuseDeclined
    return query
  }
}
