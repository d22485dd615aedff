import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Diagnostics
import Scheduling

/// The scope, the requirements and the makers of the charts of a kind.
package struct ChartDescriptor {
  /// Makes the charts of one patient; `nil` if the kind has none.
  var patient: PatientMaker?
  /// Makes the charts of a cohort; `nil` if the kind has none.
  var cohort: CohortMaker?
  /// Whether the cohort chart supports one panel per group.
  package var hasPanels = false
  /// Whether it compares the days of the query with earlier ones.
  package var comparesDays = false
  /// Whether it needs recorded values of one kind and unit, which a patient may lack.
  var needsOneUnit = false
  /// Whether the cohort chart can count weeks from each patient's first day of treatment.
  package var countsFromStart = false
  /// Whether the cohort chart shows sums only, from which small groups are withheld.
  package var withholdsSmallGroups = false
  /// Whether the patient chart shows single days or a bar for each period, and thus the days with a
  /// plan only.
  var showsPlannedDays = false

  /// How charts of one patient are made.
  enum PatientMaker {
    /// One chart of a task or of all tasks; `together` if all tasks need no chart each beside it.
    case whole(together: Bool = false, (PatientChartContext) throws(InputError) -> ChartData)
    /// One chart per task.
    case perTask((PatientChartContext, PatientCharts.ChartedTask) throws(InputError) -> ChartData)
    /// One chart per task and unit of its recorded values.
    case perUnit((PatientChartContext, PatientCharts.ChartedTask) throws(InputError) -> ChartData)
  }

  /// How charts of a cohort are made.
  enum CohortMaker {
    /// From collected results: one chart of a task or of all tasks, of all patients or a group.
    case whole((CohortChartContext) -> ChartData)
    /// From collected results: one chart per task, `betweenGroups` if only of tasks with groups.
    case perTask(betweenGroups: Bool = false, (CohortCharts, TaskStatistics) -> ChartData)
    /// From collected values: one chart per task, kind and unit.
    case perUnit
    /// From the records of the patients.
    case records((ChartRequest, any CohortSource, ReportOptions) throws -> ChartAnswer)
  }
}

extension ChartDescriptor {
  /// Whether the kind is available for one patient.
  package var showsPatients: Bool { patient != nil }

  /// Whether the kind is available for a cohort.
  package var showsCohorts: Bool { cohort != nil }

  /// Whether the kind shows dispensed supply and not plans and outcomes; `RefillCharts` makes it.
  package var showsFills: Bool { patient == nil && cohort == nil }

  /// Whether the patient chart requires one task; other kinds can combine all tasks.
  var needsTask: Bool {
    switch patient {
    case .perTask, .perUnit: true
    case .whole, nil: false
    }
  }

  /// Whether the cohort chart needs the collected results only, and neither values nor records.
  var needsResultsOnly: Bool {
    switch cohort {
    case .whole, .perTask: true
    case .perUnit, .records, nil: false
    }
  }
}

/// What a chart of a patient shows.
struct PatientChartContext {
  let charts: PatientCharts
  /// The id of the task; `nil` for all tasks.
  let task: String?
  let values: SummedValues

  /// The selected tasks.
  var tasks: [PatientCharts.ChartedTask] {
    charts.tasks.filter { task == nil || $0.task.id == task }
  }

  /// The title: the patient, and the task or all of them.
  var title: String {
    charts.title(charts.tasks.first { $0.task.id == task }?.title ?? "All tasks")
  }

  var subtitle: String { charts.subtitle }

  /// The adherence of the task, or of all tasks that impact adherence.
  var series: AdherenceSeries {
    charts.adherence.tasks.first { $0.task == task } ?? charts.adherence.total
  }
}

/// What a chart of a cohort shows.
struct CohortChartContext {
  let charts: CohortCharts
  /// The id of the task; `nil` for all tasks.
  let task: String?
  /// The name of the group; `nil` for all patients.
  let group: String?

  var title: String { charts.title(of: task) }
  var subtitle: String { charts.subtitle }
  var scope: SeriesScope { charts.scope(of: task) }
  var cohort: CohortAdherence { charts.report.byPeriod }
}
