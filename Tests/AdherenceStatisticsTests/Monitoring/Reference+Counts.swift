import AdherenceAnalytics
import Foundation
import Scheduling
import TestSupport

// The counts of `AdherenceAnalytics` in the form of the reference.

extension MonitoringCohort.Patient {
  /// The first day with an occurrence.
  var firstDay: CivilDate? {
    courses["med"]?.occurrences.map(\.day).min().map { CivilDate(dayNumber: Int($0)) }
  }

  /// Counts of doses and events, streaks, days, periods and composites.
  var counted: [String: Any] {
    guard let doses = summary.tasks.first(where: { $0.task == "med" }) else { return [:] }
    var object: [String: Any] = [
      "excusedOcc": doses.adherence.onHold, "pendingOcc": doses.adherence.pending,
      "longestTakenStreak": doses.streaks.longest?.length ?? 0,
      "longestMissedRun": doses.streaks.longestMissed?.length ?? 0,
      "currentStreak": doses.streaks.current?.length ?? 0,
      "longestPerfectDayStreak": doses.perfectDays.longest?.length ?? 0,
      "currentPerfectDayStreak": doses.perfectDays.current?.length ?? 0,
      "weekly": periods(.week), "monthly": periods(.month),
    ]
    object.merge(days(doses.dosingDays)) { $1 }
    object.merge(dispositions) { $1 }
    object["composite"] = composite
    return object
  }

  private func days(_ days: DosingDays) -> [String: Any] {
    [
      "overuseDays": days.overuse, "underuseDays": days.underuse, "zeroDays": days.zero,
      "correctDosingDaysByDate": days.share(\.correctByDate) ?? NSNull(),
      "daysWithAtLeastDue": days.share(\.atLeastDue) ?? NSNull(),
      "perfectDays": days.share(\.perfect) ?? NSNull(),
    ]
  }

  private func periods(_ period: CalendarPeriod) -> [[Any]] {
    var query = query
    query.period = period
    let adherence = record.adherence(query)
    guard let series = adherence.tasks.first(where: { $0.task == "med" }) else { return [] }
    return zip(adherence.spans, series.periods).filter { $1.due > 0 }.map { span, counts in
      [span.name, counts.due, counts.done]
    }
  }

  private var dispositions: [String: Any] {
    guard let task = record.tasks.first(where: { $0.id == "med" }),
      let evaluation = try? record.evaluate(task, query)
    else { return [:] }
    func count(_ kinds: Disposition...) -> Int {
      evaluation.dispositions.count(where: kinds.contains)
    }
    return [
      "rawEvents": evaluation.dispositions.count, "keptEvents": count(.matched, .extra),
      "droppedOutside": count(.unmatched, .notYetKnown), "droppedExcused": count(.held),
      "droppedMinWait": count(.tooSoon),
    ]
  }

  /// Doses count when they are recorded; walks and surveys by how much of them was done.
  private var composite: [String: Any] {
    var record = record
    for index in record.tasks.indices where record.tasks[index].id != "med" {
      record.tasks[index].scoring = .summed
    }
    var query = query
    query.numerator = .progress
    let composite = record.summary(query).composite
    return [
      "micro": composite.pooledOverTasks ?? NSNull(),
      "macro": composite.meanOfTaskRatios ?? NSNull(),
      "dailyMean": composite.dailyMean ?? NSNull(), "days": composite.days,
    ]
  }
}
