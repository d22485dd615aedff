package import AdherenceAnalytics
import AdherenceStatistics
package import Scheduling

/// An option of the command line, the C library and the Python package, which have the same names.
package struct OptionSpecification: Hashable, Sendable {
  /// The words of the name joined by hyphens, such as `gap-days`.
  package let name: String
  package let type: OptionType
  /// A sentence in which `--name` refers to another option.
  package var meaning = ""
  /// The default value in text form.
  package var initial: String?
  /// The behavior without the option, if there is no default value.
  package var otherwise: String?
}

extension OptionSpecification {
  /// The name of the command line option, without the leading hyphens.
  package var argument: String { OptionSpecification.arguments[name] ?? name }

  /// The name of the member of the options object in C, such as `gapDays`.
  package var member: String { OptionSpecification.member(name) }

  /// The name of the keyword argument in Python, such as `gap_days`; a reserved word is preceded by
  /// its noun.
  package var keyword: String {
    name == "class" ? "drug_class" : name.replacing("-", with: "_")
  }

  /// The command line options that have another name in C, and in Python, where `from` is reserved.
  private static let arguments = ["start": "from", "end": "to"]

  /// Returns the name in C of an option named by words, or by its command line option.
  package static func member(_ name: String) -> String {
    if let own = arguments.first(where: { $0.value == name }) { return own.key }
    let words = name.split(separator: "-").map(String.init)
    return words.prefix(1).joined() + words.dropFirst().map(capitalized).joined()
  }

  private static func capitalized(_ word: String) -> String {
    switch word {
    case "id", "url": word.uppercased()
    case "ids": "IDs"
    default: word.prefix(1).uppercased() + word.dropFirst()
    }
  }
}

/// A question to records, schedules or a report, with the options that it takes.
package enum OptionQuestion: String, CaseIterable, Sendable {
  case report, merge, events, expand, refills, chart
  /// The reading of a table of events or claims.
  case table, claims

  /// The options, in the order in which errors list them.
  package var options: [OptionSpecification] {
    switch self {
    case .report: OptionBinding<CohortParameters>.report.map(\.specification)
    case .merge: OptionBinding<CohortParameters>.merge.map(\.specification)
    case .events: OptionBinding<CohortParameters>.events.map(\.specification)
    case .expand: OptionBinding<ExpansionParameters>.all.map(\.specification)
    case .refills: OptionBinding<RefillParameters>.all.map(\.specification)
    case .chart: OptionBinding<ChartParameters>.all.map(\.specification)
    case .table: OptionBinding<TableParameters>.all.map(\.specification)
    case .claims: OptionBinding<ClaimParameters>.all.map(\.specification)
    }
  }

  /// Returns an option by the words of its name.
  package subscript(name name: String) -> OptionSpecification? {
    options.first { $0.name == name }
  }
}

/// The options of a report on a cohort, of lists of events and of merging.
package struct CohortParameters: OptionTarget {
  /// The first day; `nil` is the first day of the data, or of the plans of a table.
  package var start: CivilDate?
  /// The end date (exclusive); `nil` is the day after the data.
  package var end: CivilDate?
  /// The query without its days.
  package var query = AdherenceQuery(CivilDate.first..<CivilDate.first, by: .week)
  package var contents = ReportContents()
  package var options = ReportOptions()
  /// The ids of the tasks whose events are listed; empty for all.
  package var tasks: [String] = []

  /// Creates the defaults.
  package init() {
    (options.rejectionLimit, options.allowsLostPatients) = (Share.maxRejected.value, false)
  }

  package static var options: [OptionBinding<Self>] { OptionBinding.report }

  package func check() throws(InputError) {
    try contents.parameters.check()
    try contents.check()
  }

  /// Returns the query over the chosen days of a source; adds warnings about those days to the
  /// options.
  package mutating func query(of source: some CohortSource) throws -> AdherenceQuery {
    let meant = try DataDays.meant(
      from: start, to: end, asOf: query.asOf, of: source, dayBoundary: query.dayBoundary, options)
    options.warnings += meant.warnings
    var query = query
    query.range = meant.range
    return query
  }
}

extension Share {
  /// The default share of rows that may be rejected.
  package static let maxRejected = Share(5, of: 100)

  /// The share as a number.
  package var value: Double { Double(part) / Double(whole) }
}
