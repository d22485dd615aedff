import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The parameters that determine discontinuation.
struct GapRule: Hashable, Sendable {
  private let gapDays: Int
  private let restart: RestartRule

  init(_ parameters: MeasureParameters) {
    (gapDays, restart) = (parameters.gapDays, parameters.restart)
  }
}

/// The parameters that determine drug holidays during persistence.
struct HolidayRule: Hashable, Sendable {
  private let gap: GapRule
  private let graceDays: Int
  private let holidayDays: Int

  init(_ parameters: MeasureParameters) {
    gap = GapRule(parameters)
    (graceDays, holidayDays) = (parameters.graceDays, parameters.holidayDays)
  }
}

/// A count of patients in the sensitivity table, identified by the parameters that it depends on.
enum SensitivityCount: Hashable, Sendable {
  case patients, evaluable, initiated
  case reaching(Share)
  case followed(GapRule), discontinued(GapRule)
  case withHoliday(HolidayRule)
}

/// Determines the counts withheld in the sensitivity table.
///
/// They are determined after the other tables, which contain those by the report's own parameters.
/// Counts by different definitions are treated as nested sets, which may not differ by few
/// patients.
struct SensitivityWithholding: Sendable {
  private typealias Counts = SmallCounts<SensitivityCount>

  private let base: MeasureParameters
  private let smallest: Int
  private var hidden: [Place: Set<SensitivityCount>] = [:]

  /// The identity of a row of the whole range.
  private struct Place: Hashable {
    var group: String?
    var scope: SeriesScope

    init(_ row: CohortRow) { (group, scope) = (row.group, row.scope) }
  }

  init(
    _ withholding: CohortWithholding, _ report: CohortReport, _ collection: SensitivityCollection,
    _ plan: SensitivityPlan, _ base: MeasureParameters
  ) {
    self.base = base
    smallest = withholding.rows.smallestGroup
    var open = report.part.cohort
    open.withholding = nil
    let rows = zip(report.whole.rows, open.merged.rows).filter { $0.0.scope.isOfTasks }
    let drafts = rows.map { SensitivityDraft($0.0, open: $0.1, report, collection, plan, base) }
    for family in Dictionary(grouping: drafts, by: \.shown.scope).values { decide(family) }
  }

  private mutating func decide(_ family: [SensitivityDraft]) {
    let parts = family.map { draft in
      Counts.Part(
        group: draft.shown.group, counts: draft.counts,
        withheld: Dictionary(draft.decided.filter(\.value).map { ($0.key, false) }) { first, _ in
          first
        })
    }
    let withheld = Counts(parts, smallest: smallest).withheld
    // A count already shown in another table cannot be withheld: then nothing beside it is
    // shown.
    let isContradicted = zip(family, withheld).contains { draft, names in
      names.contains { draft.decided[$0] == false }
    }
    for (draft, names) in zip(family, withheld) {
      let all = Set(draft.counts.map(\.name))
      let own = Set(draft.decided.filter { !$0.value }.keys)
      hidden[Place(draft.shown)] =
        draft.shown.isWithheld ? all : isContradicted ? all.subtracting(own) : names
    }
  }

  /// Returns whether a count of a row is withheld.
  func hides(_ count: SensitivityCount, _ row: CohortRow) -> Bool {
    hidden[Place(row)]?.contains(count) ?? false
  }

  /// Returns whether a combination is that of the other tables, apart from its threshold.
  func isBase(_ parameters: MeasureParameters) -> Bool {
    var parameters = parameters
    parameters.threshold = base.threshold
    return parameters == base
  }

  /// Returns the reason why numbers of a row are withheld; `nil` if none are.
  func reason(_ row: CohortRow, _ parameters: MeasureParameters) -> String? {
    if row.isWithheld { return "fewerThan\(smallest)" }
    let names: [SensitivityCount] = [
      .initiated, .reaching(parameters.threshold), .followed(GapRule(parameters)),
      .discontinued(GapRule(parameters)), .withHoliday(HolidayRule(parameters)),
    ]
    let hasFew = !row.hidden.isEmpty || names.contains { hides($0, row) }
    if hasFew { return "countsFewerThan\(smallest)" }
    return row.task == nil || isBase(parameters) ? nil : "otherDefinition"
  }
}
