import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Reporting
import Scheduling

// The options of reports have the names of the tool's long options.
extension Option<CohortParameters> {
  /// The options of reports.
  static let ofReports = ofDays + ofTables + ofWork + ofParameters
  /// The options of merging.
  static let ofMerging = [jobs]
  /// The options of lists of events.
  static let ofEvents =
    ofDays + [only, Option("onlyTask", OptionReading<String>.text.list, \.tasks)]

  private static let jobs = Option("jobs", .whole(1..., "be 1 or more"), \.options.jobs)
  private static let only = Option("only", OptionReading<String>.text.list) {
    parameters, terms throws(InputError) in
    parameters.options.filter = terms.isEmpty ? nil : try PatientFilter(terms)
  }

  /// The evaluated days, the knowledge cutoff and the matching rules.
  private static let ofDays: [Option<CohortParameters>] = [
    Option("from", .text(.date), \.from),
    Option("to", .text(.date), \.to),
    Option("asOf", .text(.instant), \.query.asOf),
    Option("asKnownAt", .text(.instant), \.query.asKnownAt),
    Option("dayBoundary", .text(.time), \.query.dayBoundary),
    Option("scoring", .choice, \.query.scoring),
    Option("denominator", .choice, \.query.denominator),
    Option("excuseDeclined", .flag, \.query.excusesDeclined),
    Option("convert", OptionReading<UnitConversion>.conversion.list) { parameters, own in
      for conversion in own { parameters.query.conversions.add(conversion) }
    },
  ]

  /// The contents of the tables.
  private static let ofTables: [Option<CohortParameters>] = [
    Option("by", .choice, \.query.period),
    Option("weekStart", .choice(of: Weekday.allCases, called: \.description), \.query.weekStart),
    Option("numerator", .choice, \.query.numerator),
    Option("tables", OptionReading<ReportContents.Table>.choice.list) { parameters, tables in
      parameters.contents.tables = Set(tables)
    },
    Option(
      "rolling", OptionReading<RollingWindow>.text("be days, as in 7d").list, \.contents.rolling),
    Option("breakdown", OptionReading<Breakdown>.choice.list, \.contents.breakdowns),
    Option("grid", OptionReading<String>.text.list) { parameters, texts throws(InputError) in
      parameters.contents.grid = texts.isEmpty ? nil : try ParameterGrid(texts)
    },
    Option("measures", OptionReading<String>.text.list) { parameters, names throws(InputError) in
      parameters.contents.measures = try OptionReading.groups(names)
    },
  ]

  /// The patients and the execution of the report.
  private static let ofWork: [Option<CohortParameters>] = [
    only,
    Option("partition", .text("be a share, as 2/7"), \.options.partition),
    Option(
      "groupBy", .text("be group, sex, tag, zone, userInfo.NAME or none"), \.options.grouping),
    jobs,
    Option("allowRejected", .number(0...100, "be 0 to 100")) { parameters, share in
      (parameters.options.rejectionLimit, parameters.options.allowsLostPatients) = (
        share / 100, true
      )
    },
  ]
}

extension OptionReading<Set<MeasureGroup>> {
  /// Returns the measure groups with the given names.
  static func groups(_ names: [String]) throws(InputError) -> Set<MeasureGroup> {
    if let groups = MeasureGroup.groups(named: names) { return groups }
    let known = MeasureGroup.allCases.map(\.rawValue)
    let wrong = names.first { !known.contains($0) }
    throw InputError(.notOneOf(text: wrong ?? "", allowed: MeasureGroup.names))
  }
}

extension OptionReading<UnitConversion> {
  static let conversion = OptionReading.text("be two amounts, as in mmol/L = 18.0156 mg/dL")
}
