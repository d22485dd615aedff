import AdherenceAnalytics
import ArgumentParser
import Diagnostics
import Reporting
import Scheduling

/// The range of days.
struct DayOptions: ParsableArguments {
  @Option(help: .option("start"))
  var from: CivilDate?
  @Option(help: .option("end"))
  var to: CivilDate?

  func validate() throws {
    if let from, let to, from >= to {
      throw ValidationError("--to \(to) must come after --from \(from).")
    }
  }

  /// Whether both dates are given.
  var areGiven: Bool { from != nil && to != nil }

  /// Returns the given range, required for streams of records.
  func days() throws -> Range<CivilDate> {
    guard let from, let to else {
      throw InputError(.missing, parameter: from == nil ? "from" : "to")
    }
    return from..<to
  }
}

/// Options for measuring outcomes.
struct MeasuringOptions: ParsableArguments {
  @Option(help: .option("knowledge-cutoff"))
  var knowledgeCutoff: Instant?
  @Option(help: .option("day-boundary"))
  var dayBoundary = CivilTime.midnight
  @Option(help: .option("scoring"))
  var scoring = Scoring.recorded
  @Option(help: .option("convert"))
  var convert: [UnitConversion] = []

  /// Sets the options of a query.
  func complete(_ query: inout AdherenceQuery) {
    query.asKnownAt = knowledgeCutoff
    query.dayBoundary = dayBoundary
    query.scoring = scoring
    for own in convert { query.conversions.add(own) }
  }
}

/// The time of the report and the denominator.
struct DefinitionOptions: ParsableArguments {
  @Option(help: .option("as-of"))
  var asOf: Instant?
  @Option(help: .option("denominator"))
  var denominator = Denominator.elapsed
  @Flag(help: .option("excuse-declined"))
  var excuseDeclined = false

  /// Returns the query for the given days of a source, aggregated by a period; warnings are added
  /// to the options.
  func query(
    _ days: DayOptions, _ measuring: MeasuringOptions, of source: some CohortSource,
    by period: CalendarPeriod = .all, _ options: inout ReportOptions
  ) throws -> AdherenceQuery {
    let meant = try DataDays.meant(
      from: days.from, to: days.to, asOf: asOf, of: source, dayBoundary: measuring.dayBoundary,
      options)
    options.warnings += meant.warnings
    return query(meant.range, measuring, by: period)
  }

  /// Returns the query for a range of days, aggregated by a period.
  func query(
    _ days: Range<CivilDate>, _ measuring: MeasuringOptions, by period: CalendarPeriod = .all
  ) -> AdherenceQuery {
    var query = AdherenceQuery(days, by: period)
    measuring.complete(&query)
    query.asOf = asOf
    query.denominator = denominator
    query.excusesDeclined = excuseDeclined
    return query
  }
}
