import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// Creates the rows of `sensitivity.csv` from the collected results of a report.
struct SensitivityRows {
  private let report: CohortReport
  private let collection: SensitivityCollection
  private let plan: SensitivityPlan
  private let withholding: SensitivityWithholding?

  /// Creates the rows; `nil` if the report has no grid.
  init?(_ contents: ReportContents, _ report: CohortReport) {
    guard let plan = contents.sensitivity, let collection = report.part.sensitivity else {
      return nil
    }
    (self.report, self.collection, self.plan) = (report, collection, plan)
    let base = contents.parameters
    withholding = report.withholding.map {
      SensitivityWithholding($0, report, collection, plan, base)
    }
  }

  /// Whether counts are withheld for small groups.
  var isWithholding: Bool { withholding != nil }

  /// Calls a closure with each row: the combinations of each group and task.
  func eachRow(_ body: (SensitivityRow) -> Void) {
    for row in report.whole.rows where row.scope.isOfTasks {
      for place in plan.combinations.indices { body(made(row, place)) }
    }
  }

  private func made(_ row: CohortRow, _ place: Int) -> SensitivityRow {
    let parameters = plan.combinations[place]
    var made = SensitivityRow(group: row.group, task: row.task, parameters: parameters)
    made.withheld = withholding?.reason(row, parameters)
    if row.isWithheld { return made }
    made.patients = row.shownPatients
    if !row.hidesSums { made.pooledRatio = row.pooled.ratio(report.whole.numerator) }
    if withholding?.hides(.reaching(parameters.threshold), row) != true {
      let adherent = row.adherentPatients(reaching: parameters.threshold, report.whole.threshold)
      made.adherent = adherent
      made.adherentShare =
        row.hidesEvaluable || row.ratios.isEmpty
        ? nil : Double(adherent) / Double(row.ratios.count)
    }
    addPhases(to: &made, row, place)
    return made
  }

  private func addPhases(to made: inout SensitivityRow, _ row: CohortRow, _ place: Int) {
    guard let task = row.task,
      let tally = collection.tally(
        of: .init(task: task, group: row.group), combination: place, plan)
    else { return }
    let parameters = made.parameters
    func shown(_ count: SensitivityCount, _ value: Int) -> Int? {
      withholding?.hides(count, row) == true ? nil : value
    }
    made.initiated = shown(.initiated, tally.initiated)
    made.followed = shown(.followed(GapRule(parameters)), tally.followed)
    made.discontinued = shown(.discontinued(GapRule(parameters)), tally.discontinued)
    made.withHoliday = shown(.withHoliday(HolidayRule(parameters)), tally.withHoliday)
    // The difference of two means would be about only the patients for whom the definitions
    // differ.
    if let withholding, row.hidesSums || !withholding.isBase(parameters) { return }
    if made.followed != nil { made.persistenceMedian = tally.persistenceMedian.value }
    if made.initiated != nil { made.meanImplementation = tally.meanImplementation.value }
    (made.meanNearPlanned, made.meanNearIntervals) =
      (tally.meanNearPlanned.value, tally.meanNearIntervals.value)
  }
}

extension SeriesScope {
  /// Whether the row is of one task, or of all that impact adherence.
  var isOfTasks: Bool {
    switch self {
    case .total, .task: true
    case .group, .carePlan: false
    }
  }
}

extension CohortRow {
  /// Whether the number of patients with a ratio is withheld.
  var hidesEvaluable: Bool { isWithheld || hidden.contains(.evaluable) }

  /// The patients whose ratio reaches a threshold, given the one that they were counted by.
  func adherentPatients(reaching threshold: Share, _ counted: Share) -> Int {
    if threshold == counted { return adherentPatients }
    // A ratio may miss a share by the rounding of its division.
    let bound = threshold.number * (1 - 1e-9)
    return ratios.count - ratios.partitionPoint { $0 < bound }
  }
}
