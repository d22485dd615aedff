import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Scheduling

extension OptionBinding<CohortParameters> {
  /// The options of reports.
  package static let report = days + measuring + tables + work + parameters
  /// The options of merging.
  package static let merge = [jobs, noTotals]
  /// The options of lists of events.
  package static let events = days + measuring + selection

  /// The evaluated days.
  package static let days: [OptionBinding] = [
    OptionBinding("start", .date, \.start)
      .means("The start date.", otherwise: "of the data, or of the plans of a table"),
    OptionBinding("end", .date, \.end)
      .means("The end date (exclusive).", otherwise: "the end of the data"),
    OptionBinding("as-of", .instant, \.query.asOf)
      .means(
        "The time of the report, as 2025-12-31T22:00:00Z.",
        otherwise: "when the last window of the range has expired"),
  ]

  /// The knowledge cutoff, the matching of outcomes and the denominator.
  package static let measuring: [OptionBinding] = [
    OptionBinding("knowledge-cutoff", .instant, \.query.asKnownAt)
      .means("The knowledge cutoff: records of a later time are ignored."),
    OptionBinding("day-boundary", .time, \.query.dayBoundary, initial: "00:00")
      .means("The day boundary, as 03:00: earlier times belong to the day before."),
    OptionBinding("scoring", .choice, \.query.scoring, initial: "recorded")
      .means("The scoring of outcomes, for tasks without their own."),
    OptionBinding("denominator", .choice, \.query.denominator, initial: "elapsed")
      .means("The denominator of the ratios."),
    OptionBinding("excuse-declined", .flag, \.query.excusesDeclined)
      .means("Exclude skipped and declined occurrences from the denominator."),
    OptionBinding("convert", OptionParser<UnitConversion>.conversion.list) { parameters, own in
      for conversion in own { parameters.query.conversions.add(conversion) }
    }
    .means(
      "Conversions between units, in addition to those of the same quantity, as "
        + "'mmol/L = 18.0156 mg/dL' or 'glucose: mmol/L = …' for one kind."),
  ]

  /// The contents of the tables.
  package static let tables: [OptionBinding] = [
    OptionBinding("by", .choice, \.query.period, initial: "week")
      .means("The periods."),
    OptionBinding(
      "week-start", .choice(of: Weekday.allCases, called: \.description), \.query.weekStart
    )
    .means("The first day of the week.", otherwise: "monday"),
    OptionBinding("numerator", .choice, \.query.numerator, initial: "done")
      .means("The numerator of the ratios."),
    OptionBinding("tables", OptionParser<ReportContents.Table>.choice.list) { parameters, tables in
      parameters.contents.tables = Set(tables)
    }
    .means(
      "The tables to compute, each of which takes additional time.",
      otherwise: "all but values, for streams of records adherence"),
    OptionBinding("columns", OptionParser<String>.text.list) { parameters, names in
      parameters.contents.columns = names.isEmpty ? nil : names
    }
    .means(
      "The columns of the tables with rows for each patient, as due,done,ratio, beside those that "
        + "identify a row; other measures are not computed.", otherwise: "all"),
    OptionBinding("empty-periods", .flag, \.contents.hasEmptyPeriods)
      .means("Add rows of adherence for periods in which nothing was planned or recorded."),
    noTotals,
    OptionBinding(
      "rolling", OptionParser<RollingWindow>.text("be days, as in 7d", as: .dayCount).list,
      \.contents.rolling
    )
    .means("Add rolling windows at the end of each day, as 7d or 30d."),
    OptionBinding("breakdown", OptionParser<Breakdown>.choice.list, \.contents.breakdowns)
      .means("Add a breakdown by element, slot or weekday."),
    OptionBinding("grid", OptionParser<String>.text.list) { parameters, texts throws(InputError) in
      parameters.contents.grid = texts.isEmpty ? nil : try ParameterGrid(texts)
    }
    .means(
      "Values of a parameter to compare, as gap-days=30,60,90, for several parameters in all "
        + "combinations."),
    OptionBinding("main-task", .text, \.contents.mainTask)
      .means(
        "The task whose flags come first, and whose phases the page shows.",
        otherwise:
          "flags of medications, then by how often a task is due; phases of the task with the most due"
      ),
    OptionBinding("previous", OptionParser<String>.text) { parameters, path throws(InputError) in
      parameters.options.previousFlags = try PreviousFlags(ofReport: path)
    }
    .means(
      "The folder of a previous report, whose flags.csv tells which flags are new, continuing or resolved."
    ),
    OptionBinding("measures", .measureGroups, \.contents.measures)
      .means("The groups of measures in the table of patients.", otherwise: "taking, phases"),
  ]

  /// The patients and the execution of the report.
  package static let work: [OptionBinding] = [
    only, jobs,
    OptionBinding("partition", .text("be a share, as 2/7"), \.options.partition)
      .means(
        "One shard of the patients, as 2/7, the second of seven; the reports of all shards can be "
          + "merged.", otherwise: "all"),
    OptionBinding(
      "group-by", .text("be group, sex, tag, zone, userInfo.NAME or none"), \.options.grouping,
      initial: "group"
    )
    .means("The grouping of the cohort's rows: group, sex, tag, zone, userInfo.NAME or none."),
    OptionBinding("max-rejected", .share) {
      ($0.options.rejectionLimit, $0.options.allowsLostPatients) = ($1.value, true)
    }
    .means(Share.meaningOfMaxRejected, otherwise: Share.onRejected),
  ]

  /// The patients and tasks whose events are listed.
  package static let selection: [OptionBinding] = [
    only,
    OptionBinding("only-task", OptionParser<String>.text.list, \.tasks)
      .means("A task's id.", otherwise: "all"),
  ]

  private static let only = OptionBinding("only", OptionParser<String>.text.list) {
    parameters, terms throws(InputError) in
    parameters.options.filter = terms.isEmpty ? nil : try PatientFilter(terms)
  }
  .means("The patients: ids, patterns with * and ?, group:NAME or tag:NAME.", otherwise: "all")
  private static let noTotals = OptionBinding("no-totals", .flag) {
    $0.contents.hasTotals = !$1
  }
  .means(
    "Omit rows of totals from tables, and those of single texts from values, so that sums over rows "
      + "count nothing twice. Tables of the cohort then lack patients without a group, if others "
      + "have one.")
  private static let jobs = OptionBinding("jobs", .whole(1..., "be 1 or more"), \.options.jobs)
    .means("The number of threads; it does not affect the results.", otherwise: "all cores")

  /// The parameters of measures.
  package static let parameters = OptionBinding<MeasureParameters>.all.map {
    $0.of(\CohortParameters.contents.parameters)
  }
}

extension OptionBinding<MeasureParameters> {
  fileprivate static let all: [OptionBinding] = [
    OptionBinding("threshold", .share, \.threshold, initial: "4/5")
      .means("The ratio from which a patient counts as adherent."),
    OptionBinding("confidence", .number, \.confidence, initial: "0.95")
      .means("The confidence level of intervals."),
    OptionBinding("near-planned-minutes", .whole(0...1440, "be 0 to 1440"), initial: "120") {
      $0.nearPlannedSeconds = 60 * $1
    }
    .means(
      "How near its planned time a dose counts for nearPlannedOf…, in minutes, whatever its "
        + "window."),
    OptionBinding("interval-tolerance", .number, \.intervalTolerance, initial: "0.25")
      .means("The tolerance of intervals between doses, as a share of the planned interval."),
    OptionBinding("gap-days", .whole, \.gapDays, initial: "30")
      .means("The days without an event that mean discontinuation."),
    OptionBinding("grace-days", .whole, \.graceDays, initial: "0")
      .means("The days after the last event that still count as persistent."),
    OptionBinding("restart", .choice, \.restart, initial: "allowed")
      .means("Whether events after such a gap continue the treatment, or the first gap ends it."),
    OptionBinding("holiday-days", .whole, \.holidayDays, initial: "3")
      .means("The consecutive due days without an event that are a drug holiday."),
    OptionBinding("rolling-days", .whole, \.rollingDays, initial: "7")
      .means("The window of the rolling ratios in days."),
    OptionBinding("coverage", .number, \.coverageIntervals)
      .means(
        "The duration of a dose's effect, as a multiple of the planned interval.",
        otherwise: "the task's drug"),
    OptionBinding("half-life", .number, \.halfLifeIntervals)
      .means(
        "The half-life, as a multiple of the planned interval.",
        otherwise: "that of the task's drug"),
    OptionBinding("pk-threshold", .number, \.pkThreshold)
      .means(
        "The level above which the drug is effective, in doses.",
        otherwise: "that of the task's drug"),
    OptionBinding("horizon-days", .whole, \.horizonDays, initial: "150")
      .means("The horizon of restricted mean survival in days."),
    OptionBinding("resamples", .whole, \.resamples, initial: "2000")
      .means("The number of bootstrap resamples."),
    OptionBinding("seed", .whole(0..., "be 0 or more"), initial: "20250101") {
      $0.seed = UInt64($1)
    }
    .means("The seed of the bootstrap."),
    OptionBinding("clusters", .whole, \.clusters, initial: "6")
      .means(
        "The maximum number of trajectory groups; the Caliński-Harabasz criterion chooses from 2 up."
      ),
  ]
}

extension Share {
  static let meaningOfMaxRejected =
    "The share of rows that may be rejected, as 5%, including all rows of a patient, who then has "
    + "no ratio."
  static let onRejected = "5%, but not all rows of any patient"
}

extension OptionParser<Share> {
  static let share = text("be a share from 0 to 1, or a percentage as 5%", as: .share)
}

extension OptionParser<UnitConversion> {
  fileprivate static let conversion = text("be two amounts, as in mmol/L = 18.0156 mg/dL")
}

extension OptionParser<Set<MeasureGroup>> {
  /// Lists of measure groups; `all` and `none` are accepted alone.
  fileprivate static let measureGroups = OptionParser(.list(.choice(MeasureGroup.names))) {
    node throws(InputError) in
    let names = try OptionParser<String>.text.list.parse(node)
    if let groups = MeasureGroup.groups(named: names) { return groups }
    let known = MeasureGroup.allCases.map(\.rawValue)
    let wrong = names.first { !known.contains($0) }
    throw InputError(.notOneOf(text: wrong ?? "", allowed: MeasureGroup.names))
  }
}
