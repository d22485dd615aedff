import AdherenceAnalytics
import AdherenceStatistics
package import Charts
import Diagnostics
import Scheduling

extension ChartKind {
  /// The descriptor of the kind.
  package var descriptor: ChartDescriptor {
    switch self {
    case .bars:
      ChartDescriptor(
        patient: .whole {
          .bars(
            of: $0.series, over: $0.charts.adherence.spans, $0.charts.query.numerator,
            title: $0.title, subtitle: $0.subtitle)
        },
        cohort: .whole {
          .bars(
            of: $0.cohort.pooled($0.scope, group: $0.group), over: $0.cohort.periods,
            $0.cohort.numerator, title: $0.title, subtitle: $0.subtitle)
        },
        hasPanels: true, withholdsSmallGroups: true, showsPlannedDays: true)
    case .rolling: ChartDescriptor(patient: .whole { $0.charts.rolling($0) })
    case .sparkline:
      ChartDescriptor(
        patient: .whole {
          .sparkline(
            of: $0.series, over: $0.charts.adherence.spans, $0.charts.query.numerator,
            title: $0.title)
        },
        cohort: .whole {
          .sparkline(
            of: $0.cohort.pooled($0.scope, group: $0.group), over: $0.cohort.periods,
            $0.cohort.numerator, title: $0.title)
        },
        hasPanels: true, withholdsSmallGroups: true)
    case .calendar:
      ChartDescriptor(
        patient: .perTask {
          .calendar(of: $1.evaluation, title: $0.title, subtitle: $0.subtitle)
        },
        showsPlannedDays: true)
    case .chronology:
      ChartDescriptor(
        patient: .perTask {
          .chronology(of: $1.evaluation, title: $0.title, subtitle: $0.subtitle)
        },
        showsPlannedDays: true)
    case .weekdayHours:
      ChartDescriptor(
        patient: .perTask {
          .weekdayHours(of: $1.evaluation, title: $0.title, subtitle: $0.subtitle)
        })
    case .interdose:
      ChartDescriptor(
        patient: .perTask {
          .interdose(
            of: $1.course, parameters: $0.charts.parameters, title: $0.title, subtitle: $0.subtitle)
        })
    case .clock:
      ChartDescriptor(
        patient: .perTask {
          .clock(hours: $1.course.eventHours, title: $0.title, subtitle: $0.subtitle)
        },
        cohort: .whole {
          .clock(hours: $0.charts.hours(of: $0.task), title: $0.title, subtitle: $0.subtitle)
        })
    case .swimmer:
      ChartDescriptor(
        patient: .whole(together: true) { $0.charts.swimmer($0) },
        cohort: .records { try $0.swimmer($1, $2) }, showsPlannedDays: true)
    case .lasagna:
      ChartDescriptor(
        cohort: .whole {
          .lasagna(
            of: $0.charts.page.grid, over: $0.cohort.periods, title: $0.title,
            subtitle: $0.subtitle, underway: $0.cohort.underway(of: .total).count)
        },
        countsFromStart: true)
    case .survival:
      ChartDescriptor(
        cohort: .whole {
          .survival(
            of: $0.charts.curves(of: $0.task, in: $0.group), title: $0.title, subtitle: $0.subtitle)
        },
        hasPanels: true)
    case .covered:
      ChartDescriptor(
        cohort: .whole {
          .covered(
            of: $0.charts.shares(of: $0.task, in: $0.group), title: $0.title, subtitle: $0.subtitle)
        },
        hasPanels: true)
    case .ribbon:
      ChartDescriptor(
        cohort: .whole {
          .ribbon(
            of: $0.cohort, scope: $0.scope, group: $0.group, title: $0.title,
            subtitle: $0.subtitle)
        },
        hasPanels: true, countsFromStart: true, withholdsSmallGroups: true)
    case .funnel:
      ChartDescriptor(
        cohort: .perTask(betweenGroups: true) {
          .funnel(
            $1.groups.map { FunnelMember($0) }, title: $0.title(of: $1.task), subtitle: $0.subtitle)
        })
    case .streaks:
      ChartDescriptor(
        patient: .perTask {
          .streaks(of: $1.evaluation, title: $0.title, subtitle: $0.subtitle)
        },
        showsPlannedDays: true)
    case .dailySums:
      ChartDescriptor(
        patient: .whole { own throws(InputError) in
          try .dailySums(
            of: own.tasks.map(\.evaluation), own.values, title: own.title, subtitle: own.subtitle)
        },
        needsOneUnit: true, showsPlannedDays: true)
    case .values:
      ChartDescriptor(
        patient: .perUnit { own, task throws(InputError) in
          try .values(
            of: task.evaluation, own.values, title: own.title, subtitle: own.subtitle)
        },
        cohort: .perUnit, needsOneUnit: true, countsFromStart: true, showsPlannedDays: true)
    case .distribution:
      ChartDescriptor(
        cohort: .whole { $0.charts.distribution(of: $0.task, in: $0.group) }, hasPanels: true)
    case .groups:
      ChartDescriptor(
        cohort: .perTask { .groups(of: $1, title: $0.title(of: $1.task), subtitle: $0.subtitle) })
    case .fills, .slidingWindows: ChartDescriptor()
    case .comparison:
      ChartDescriptor(
        patient: .whole { own throws(InputError) in try own.charts.comparison(of: own.task) },
        cohort: .records { try $0.comparison($1, $2) }, comparesDays: true)
    }
  }
}
