import AdherenceAnalytics
import AdherenceStatistics

/// The contents of `report.json`: the query, definitions and counts that let a reader assess or
/// repeat a report.
///
/// It covers the reporting items of EMERGE (De Geest et al., Annals of Internal Medicine 2018):
/// phase, operational definition, parameters, measurement, and the handling of missing and excused
/// time.
struct ReportSummary: Encodable {
  let engine: Engine.Name
  let parameters: ReportParameters
  let definitions: [String: String]
  /// The assumptions about the data; `nil` if there are none.
  let assumptions: [String]?
  let records: Records
  /// The conversions to the units of targets; `nil` if there are none.
  private let conversions: [Conversion]?
  let result: [String: Double]
  private let diagnostics: [String: Int]
  private let problems: [String]
  /// The amount withheld for small groups; `nil` if no smallest group is set.
  private let withheld: Withheld?

  /// The numbers of rows and counts withheld.
  private struct Withheld: Encodable {
    struct Amount: Encodable {
      var rows, counts: Int

      init(_ amount: WithheldTally.Amount) { (rows, counts) = (amount.rows, amount.counts) }
    }

    var primary, complementary: Amount
    var groups: Int
    /// The counts of curves, by time since the start of treatment.
    var curveCounts: Int

    init(_ tally: WithheldTally) {
      (primary, complementary) = (Amount(tally.primary), Amount(tally.complementary))
      (groups, curveCounts) = (tally.groups, tally.curveCounts)
    }
  }

  /// The numbers of records read, by kind.
  struct Records: Encodable {
    struct Count: Encodable {
      var read, rejected, withWarnings: Int?

      init(_ count: ReadCount) {
        (read, rejected, withWarnings) = (count.read, count.rejected, count.withWarnings)
      }

      /// Withholds small counts, and the totals that would reveal small numbers of rejected
      /// records.
      mutating func withhold(below smallest: Int) {
        let isSmall = { (count: Int?) in count.map { 0 < $0 && $0 < smallest } ?? false }
        if isSmall(withWarnings) { withWarnings = nil }
        if isSmall(rejected) { (read, rejected) = (nil, nil) }
        if isSmall(read) { read = nil }
      }
    }

    var patients, tasks, outcomes, holds, carePlans, contacts, namedEvents: Count
    var problems: Int?

    /// Withholds counts about few patients, or that reveal their number: as-needed requests give
    /// each patient tasks.
    mutating func withhold(below smallest: Int, hidesTasks: Bool, hidesProblems: Bool) {
      let kinds: [WritableKeyPath<Records, Count>] = [
        \.patients, \.tasks, \.outcomes, \.holds, \.carePlans, \.contacts, \.namedEvents,
      ]
      for path in kinds {
        self[keyPath: path].withhold(below: smallest)
      }
      if hidesTasks { tasks.read = nil }
      if hidesProblems { problems = nil }
    }
  }

  /// A converted unit: an amount is multiplied by `factor`, then `offset` is added.
  private struct Conversion: Encodable {
    var from, to: String
    var kind: String?
    var factor, offset: Double
    var values: Int?

    init?(_ amounts: ConvertedAmounts, by conversions: UnitConversions) {
      (from, to, kind) = (amounts.units.from, amounts.units.to, amounts.units.kind)
      guard let line = conversions.line(from: from, to: to, kind: kind) else { return nil }
      (factor, offset, values) = (line.factor, line.offset, amounts.values)
    }
  }

  init(_ frame: ReportHeader, _ report: CohortReport) {
    (engine, definitions) = (frame.engine, frame.definitions)
    var parameters = frame.parameters
    let tellsOfPatients = parameters.smallestGroup == nil
    parameters.zones = tellsOfPatients ? report.zones.sorted() : nil
    self.parameters = parameters
    assumptions = report.assumptions.isEmpty ? nil : report.assumptions
    let smallest = parameters.smallestGroup ?? 0
    let isShown = { (count: Int) in count == 0 || count >= smallest }
    records = ReportSummary.records(report, smallest)
    let own = frame.parameters.unitConversions
    conversions = report.part.converted?.compactMap { Conversion($0, by: own) }.map {
      var line = $0
      line.values = line.values.flatMap { isShown($0) ? $0 : nil }
      return line
    }
    result = ReportSummary.result(report)
    diagnostics = report.problems.kinds.filter { isShown($0.value) }
    problems = tellsOfPatients ? report.problems.texts : []
    withheld = report.withholding.map { Withheld($0.tally) }
  }

  private static func records(_ report: CohortReport, _ smallest: Int) -> Records {
    let counts = report.counts
    var records = Records(
      patients: .init(counts.patients), tasks: .init(counts.tasks),
      outcomes: .init(counts.outcomes), holds: .init(counts.holds),
      carePlans: .init(counts.carePlans), contacts: .init(counts.contacts),
      namedEvents: .init(counts.namedEvents),
      problems: report.problems.count)
    records.withhold(
      below: smallest, hidesTasks: report.whole.rows.contains { $0.task != nil && $0.isWithheld },
      hidesProblems: report.problems.kinds.values.contains { 0 < $0 && $0 < smallest })
    return records
  }

  private static func result(_ report: CohortReport) -> [String: Double] {
    guard let total = report.whole.rows.first(where: { $0.group == nil && $0.scope == .total }),
      !total.isWithheld
    else {
      return [:]
    }
    let counts = total.pooled
    var result = [
      "patients": total.shownPatients, "patientsWithoutRatio": total.shownWithoutRatio,
    ].compactMapValues { $0.map(Double.init) }
    if !total.hidesSums {
      (result["due"], result["done"]) = (counts.dueWithQuotas, counts.doneWithQuotas)
    }
    // Of how many patients the other counts are is not known.
    if report.withholding != nil { return result }
    let others = [
      "onHold": counts.onHold, "pending": counts.pending,
      "unscheduled": counts.unscheduled, "eventsTooSoon": counts.eventsTooSoon,
    ]
    result.merge(others.mapValues(Double.init)) { $1 }
    result["outstanding"] = counts.outstandingWithQuotas
    return result
  }
}
