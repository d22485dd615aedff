import AdherenceAnalytics
import ArgumentParser
import Reporting
import Scheduling

/// Which days are meant.
struct DayOptions: ParsableArguments {
  @Option(help: "The first day. (default: of the data, or of the plans of a table)")
  var from: CivilDate?
  @Option(help: "The first day no longer looked at. (default: behind the data)")
  var to: CivilDate?

  func validate() throws {
    if let from, let to, from >= to {
      throw ValidationError("--to \(to) must come after --from \(from).")
    }
  }

  /// Whether both were said.
  var areSaid: Bool { from != nil && to != nil }

  /// The days that were said, of records that come one by one.
  func days() throws -> Range<CivilDate> {
    guard let from, let to else {
      throw InputError(.missing, parameter: from == nil ? "from" : "to")
    }
    return from..<to
  }
}

/// Known when, and how, outcomes are measured.
struct MeasuringOptions: ParsableArguments {
  @Option(help: "The moment whose knowledge counts: what was recorded later is left out.")
  var asKnownAt: Instant?
  @Option(help: "When a day ends, as 03:00: earlier times belong to the day before.")
  var dayBoundary = CivilTime.midnight
  @Option(help: "How outcomes are measured, where a task does not say.")
  var scoring = Scoring.recorded
  @Option(
    help: """
      How amounts of one unit become those of another, beside units that measure the same, as \
      'mmol/L = 18.0156 mg/dL' or 'glucose: mmol/L = …' of a kind; several by repeating.
      """)
  var convert: [UnitConversion] = []

  /// Says so in a question.
  func complete(_ query: inout AdherenceQuery) {
    query.asKnownAt = asKnownAt
    query.dayBoundary = dayBoundary
    query.scoring = scoring
    for own in convert { query.conversions.add(own) }
  }
}

/// As of when, and of which occurrences, a question is answered.
struct DefinitionOptions: ParsableArguments {
  @Option(
    help: """
      The moment of the report, as 2025-12-31T22:00:00Z. (default: when the last window of the range \
      has expired)
      """)
  var asOf: Instant?
  @Option(help: "Which occurrences ratios are of.")
  var denominator = Denominator.elapsed
  @Flag(help: "Leave what was skipped or declined out of the denominator.")
  var excuseDeclined = false

  /// The question about the days that are meant of a source, summed up by a period; what is doubtful about
  /// them is added to the options.
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

  /// The question about some days, summed up by a period.
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
