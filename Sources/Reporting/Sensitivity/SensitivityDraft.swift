import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The counts of a whole-range row for all combinations, before withholding.
struct SensitivityDraft {
  private typealias Count = SmallCounts<SensitivityCount>.Count

  /// The row as shown in the other tables.
  let shown: CohortRow
  private(set) var counts: [SmallCounts<SensitivityCount>.Count] = []
  /// The counts shown in other tables, with whether they are withheld there.
  private(set) var decided: [SensitivityCount: Bool] = [:]

  init(
    _ shown: CohortRow, open: CohortRow, _ report: CohortReport,
    _ collection: SensitivityCollection, _ plan: SensitivityPlan, _ base: MeasureParameters
  ) {
    self.shown = shown
    decide(report, base)
    let evaluable = open.patients - open.patientsWithoutRatio
    counts = [
      count(.patients, open.patients, of: []),
      count(.evaluable, evaluable, of: [open.patients]),
    ]
    var values: [SensitivityCount: (value: Int, wholes: [Int])] = [:]
    for place in plan.combinations.indices {
      let parameters = plan.combinations[place]
      let threshold = parameters.threshold
      values[.reaching(threshold)] = (
        open.adherentPatients(reaching: threshold, report.whole.threshold),
        [evaluable, open.patients]
      )
      guard let task = open.task,
        let tally = collection.tally(
          of: .init(task: task, group: open.group), combination: place, plan)
      else { continue }
      let gap = GapRule(parameters)
      let wholes = [tally.initiated, tally.members, open.patients]
      values[.initiated] = (tally.initiated, [tally.members, open.patients])
      values[.followed(gap)] = (tally.followed, wholes)
      values[.discontinued(gap)] = (tally.discontinued, wholes + [tally.followed])
      values[.withHoliday(HolidayRule(parameters))] = (tally.withHoliday, wholes)
    }
    // The report's own threshold is in the other tables, also where the grid does not have it.
    values[.reaching(base.threshold)] = (open.adherentPatients, [evaluable, open.patients])
    add(values)
  }

  /// Adds counts, each with the larger counts whose sets may contain its own.
  private mutating func add(_ values: [SensitivityCount: (value: Int, wholes: [Int])]) {
    for (name, own) in values {
      let others = values.filter { $0.key.kind == name.kind }.map(\.value.value)
      counts.append(count(name, own.value, of: own.wholes + others.filter { $0 > own.value }))
    }
  }

  private func count(_ name: SensitivityCount, _ value: Int, of wholes: [Int])
    -> SmallCounts<SensitivityCount>.Count
  {
    Count(name, value, of: wholes, isWithheld: shown.isWithheld)
  }

  private mutating func decide(_ report: CohortReport, _ base: MeasureParameters) {
    decided = [
      .patients: shown.hidden.contains(.patients), .evaluable: shown.hidden.contains(.evaluable),
      .reaching(base.threshold): shown.hidden.contains(.adherent),
    ]
    guard report.part.collection != nil, let task = shown.task else { return }
    let part = CohortCollection.PartName(task: task, group: shown.group)
    let hidden = report.withholding?.counts(of: part) ?? []
    decided[.initiated] = hidden.contains(.initiated)
    decided[.followed(GapRule(base))] = hidden.contains(.followed)
    decided[.discontinued(GapRule(base))] = hidden.contains(.discontinued)
  }
}

extension SensitivityCount {
  /// A number identifying the kind of count.
  fileprivate var kind: Int {
    switch self {
    case .patients: 0
    case .evaluable: 1
    case .initiated: 2
    case .reaching: 3
    case .followed: 4
    case .discontinued: 5
    case .withHoliday: 6
    }
  }
}
