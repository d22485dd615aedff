import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// The ratios of a task by group and period.
struct GroupTrends: Sendable {
  /// The title of the task.
  var task = ""
  /// The last 28 days; `nil` if no group has a change.
  var days: Range<CivilDate>?
  /// The groups by name; if there are too many, those with the most patients.
  var lines: [Line] = []
  /// The number of groups.
  var count = 0

  /// A group over time.
  struct Line: Sendable {
    var group: String
    /// The number of patients with a ratio.
    var patients: Int
    /// The pooled ratio of each whole period.
    var sparkline: Sparkline
    /// The pooled ratio of all days.
    var ratio: Double?
    /// The pooled ratio of the last 28 days, and of the 28 before.
    var change: RecentChange?
  }

  /// The maximum number of groups.
  static let limit = 8

  /// No groups.
  init() {}

  /// Collects the groups of a task; none if no patient has a group.
  init(of task: TaskStatistics, named title: String, _ cohort: CohortAdherence) {
    (self.task, count) = (title, task.groups.count)
    let order = task.groups.indices.sorted {
      (task.groups[$1].summary.patients, $0) < (task.groups[$0].summary.patients, $1)
    }
    let end = RecentChange.end(of: task.task, cohort)
    lines = order.prefix(GroupTrends.limit).sorted().compactMap { place in
      let part = task.groups[place]
      return part.group.map { Line($0, part, of: task.task, cohort, before: end) }
    }
    days = lines.lazy.compactMap(\.change?.days).first
  }
}

extension GroupTrends.Line {
  fileprivate init(
    _ group: String, _ part: GroupStatistics, of task: String, _ cohort: CohortAdherence,
    before end: CivilDate?
  ) {
    self.group = group
    patients = part.summary.evaluable
    let series = cohort.pooled(.task(task), group: group)
    sparkline = Sparkline(series, over: cohort.periods, cohort.numerator)
    var sum = Adherence()
    for period in series.periods { sum.merge(period) }
    ratio = sum.ratio(cohort.numerator)
    change = end.flatMap { RecentChange(of: task, cohort, group: group, before: $0) }
  }
}
