import AdherenceAnalytics
import AdherenceStatistics

/// What `report.json` says: how the numbers came about, so that a reader can judge or repeat them.
///
/// It answers the reporting items of EMERGE (De Geest et al., Annals of Internal Medicine 2018):
/// phase, operational definition, parameters, measurement, and the handling of missing and excused
/// time.
struct ReportSummary: Encodable {
  let engine: Engine.Name
  let parameters: ReportQuestion
  let definitions: [String: String]
  /// What was decided about the data; `nil` where they can be read in one way only.
  let assumptions: [String]?
  let records: Records
  /// What was converted to the units of targets; `nil` where nothing was.
  private let conversions: [Conversion]?
  let result: [String: Double]
  private let diagnostics: [String: Int]
  private let problems: [String]
  /// How much is withheld for small groups; `nil` where nothing is to be.
  private let withheld: Withheld?

  /// How many rows and counts are withheld.
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

  /// How much was read of each kind of record.
  struct Records: Encodable {
    struct Count: Encodable {
      var read, setAside, doubtful: Int?

      init(_ count: ReadCount) {
        (read, setAside, doubtful) = (count.read, count.setAside, count.doubtful)
      }

      /// Withholds small counts, and with those set aside what they are beside.
      mutating func withhold(below smallest: Int) {
        let isSmall = { (count: Int?) in count.map { 0 < $0 && $0 < smallest } ?? false }
        if isSmall(doubtful) { doubtful = nil }
        if isSmall(setAside) { (read, setAside) = (nil, nil) }
        if isSmall(read) { read = nil }
      }
    }

    var patients, tasks, outcomes, holds, carePlans, contacts: Count
    var problems: Int?

    /// Withholds what is about few patients, or gives their number: rows of tasks are one of each patient.
    mutating func withhold(below smallest: Int, hidesTasks: Bool, hidesProblems: Bool) {
      for path in [\Records.patients, \.tasks, \.outcomes, \.holds, \.carePlans, \.contacts] {
        self[keyPath: path].withhold(below: smallest)
      }
      if hidesTasks { tasks.read = nil }
      if hidesProblems { problems = nil }
    }
  }

  /// Amounts that were converted: so many of one unit are `factor` times as many of the other, and `offset`.
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

  init(_ frame: ReportFrame, _ report: CohortReport) {
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
