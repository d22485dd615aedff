import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The phases of treatment of a group in a period.
struct PhaseRow: Sendable {
  var name: CohortCollection.PartName
  var span: PeriodSpan
  /// The figures; `nil` where they are withheld.
  var tally: PeriodPhaseTally?
  /// The interval of the mean implementation.
  var interval: Interval?

  init(
    _ name: CohortCollection.PartName, _ span: PeriodSpan, _ tally: PeriodPhaseTally?,
    level: Double
  ) {
    (self.name, self.span, self.tally) = (name, span, tally)
    interval = tally?.implementationInterval(level: level).value
  }
}

/// The columns of `phases.csv`.
enum PhaseTable {
  static let columns = Column<PhaseRow>.list(
    [
      .level("`task` the whole cohort, `groupTask` one group") {
        SeriesScope.task($0.name.task).level(ofGroup: $0.name.group)
      },
      .group { $0.name.group }, .task { $0.name.task },
    ], Column<PeriodSpan>.names.of(\.span), initiation, persistence, implementation)

  private static let initiation: [Column<PhaseRow>] = [
    .integer(
      "patients", "patients",
      "patients whose plan has begun before the end of the period and can be judged in it or later"
    ) { $0.tally?.patients },
    .integer(
      "initiated", "patients",
      "patients of `patients` with a kept event before the end of the period"
    ) { $0.tally?.initiated },
    .decimal("initiatedShare", "share", "`initiated` / `patients`") {
      $0.tally?.initiatedShare.value
    },
  ]

  private static let persistence: [Column<PhaseRow>] = [
    .integer(
      "followed", "patients",
      "patients of `initiated` in whom a discontinuation up to the end of the period would have been observed"
    ) { $0.tally?.followed },
    .integer(
      "persistent", "patients", "patients of `followed` who persist to the last day of the period"
    ) { $0.tally?.persistent },
    .decimal(
      "persistentShare", "share",
      "`persistent` / `followed`; empty where a discontinuation cannot be told from a gap yet"
    ) { $0.tally?.persistentShare.value },
  ]

  private static let implementation: [Column<PhaseRow>] = [
    .integer(
      "implementers", "patients",
      "patients with anything due in the period between the first event and the end of persistence"
    ) { $0.tally?.implementers },
    .decimal(
      "implementation", "share",
      "the mean over `implementers` of done / due in the period between the first event and the end of persistence"
    ) { $0.tally?.implementation.value },
    .decimal(
      "implementationLow", "share",
      "the lower bound of the confidence interval of `implementation`, with patients as clusters"
    ) { $0.interval?.lower },
    .decimal(
      "implementationHigh", "share",
      "the upper bound of the confidence interval of `implementation`, with patients as clusters"
    ) { $0.interval?.upper },
    .decimal(
      "product", "share", "`initiatedShare` × `persistentShare` × `implementation`"
    ) { $0.tally?.product.value },
  ]

  /// The column that says why numbers are withheld for small groups.
  static let withheld = Column<PhaseRow>.text(
    "withheld",
    "why the figures are empty: `periodsWithheld`, as counts of overlapping periods could be subtracted"
  ) { $0.tally == nil ? "periodsWithheld" : nil }
}
