import AdherenceAnalytics
import ArgumentParser
import Diagnostics
import Reporting
import Scheduling

/// The range of days.
struct DayOptions: ParsableArguments {
  @Option(help: "The start date. (default: of the data, or of the plans of a table)")
  var from: CivilDate?
  @Option(help: "The end date (exclusive). (default: the end of the data)")
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
  @Option(help: "The knowledge cutoff: records of a later time are ignored.")
  var asKnownAt: Instant?
  @Option(help: "The day boundary, as 03:00: earlier times belong to the day before.")
  var dayBoundary = CivilTime.midnight
  @Option(help: "The scoring of outcomes, for tasks without their own.")
  var scoring = Scoring.recorded
  @Option(
    help: """
      Conversions between units, in addition to those of the same quantity, as \
      'mmol/L = 18.0156 mg/dL' or 'glucose: mmol/L = …' for one kind; several by repeating.
      """)
  var convert: [UnitConversion] = []

  /// Sets the options of a query.
  func complete(_ query: inout AdherenceQuery) {
    query.asKnownAt = asKnownAt
    query.dayBoundary = dayBoundary
    query.scoring = scoring
    for own in convert { query.conversions.add(own) }
  }
}

/// The time of the report and the denominator.
struct DefinitionOptions: ParsableArguments {
  @Option(
    help: """
      The time of the report, as 2025-12-31T22:00:00Z. (default: when the last window of the range \
      has expired)
      """)
  var asOf: Instant?
  @Option(help: "The denominator of the ratios.")
  var denominator = Denominator.elapsed
  @Flag(help: "Exclude skipped and declined occurrences from the denominator.")
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
