import AdherenceAnalytics
import Scheduling

/// The local times of one patient's outcomes, and of the plans.
///
/// The default days of a report are derived from them.
struct RecordedTimes {
  private let record: CareRecord
  private let zone: Zone
  /// The first and the last time; `nil` without outcomes.
  private(set) var bounds: ClosedRange<Int64>?
  /// Whether any time differs from midnight; otherwise the outcomes have dates only.
  private var hasTimesOfDay = false

  /// Four hours in seconds: an outcome in this time after midnight may belong to the evening
  /// before.
  private static let night = Int64(4 * 3_600)

  /// Finds the times of all outcomes.
  ///
  /// - Complexity: O(*n*) for *n* outcomes.
  init(_ record: CareRecord) {
    (self.record, zone) = (record.dated(), record.patientZone)
    for row in record.outcomes.rows {
      guard let local = local(row) else { continue }
      if RecordedTimes.sinceMidnight(local) != 0 { hasTimesOfDay = true }
      let known = bounds ?? local...local
      bounds = min(known.lowerBound, local)...max(known.upperBound, local)
    }
  }

  /// Returns the time of an outcome, else the start of the occurrence it refers to.
  private func local(_ row: OutcomeTable.Row) -> Int64? {
    if row.time != OutcomeTable.Row.none {
      return zone.civil(at: Instant(seconds: row.time)).localSeconds
    }
    return row.nominal == OutcomeTable.Row.none ? nil : row.nominal
  }

  private static func sinceMidnight(_ local: Int64) -> Int64 {
    let rest = local % 86_400
    return rest < 0 ? rest + 86_400 : rest
  }
}

extension RecordedTimes {
  /// The end of the observation: the last outcome, where one that refers to an occurrence has the
  /// time of that, and one at night may have the time of the evening before.
  ///
  /// A dose at 00:20 may be that of 20:00. Otherwise a day would be added on which no other dose
  /// could be taken.
  ///
  /// - Complexity: O(*n*) for *n* outcomes.
  var end: Int64? {
    var last = Int64.min
    // The latest of each task is sufficient: earlier ones match the same occurrence or an
    // earlier one.
    var nights: [Int32: OutcomeTable.Row] = [:]
    for row in record.outcomes.rows {
      guard let local = local(row) else { continue }
      if row.nominal != OutcomeTable.Row.none {
        last = max(last, row.nominal)
      } else if !isAtNight(local) {
        last = max(last, local)
      } else if local > last, row.time > nights[row.task]?.time ?? .min {
        nights[row.task] = row
      }
    }
    last = nights.values.map(evening(of:)).reduce(last, max)
    return last == .min ? nil : last
  }

  private func isAtNight(_ local: Int64) -> Bool {
    hasTimesOfDay && RecordedTimes.sinceMidnight(local) < RecordedTimes.night
  }

  /// Returns the time of an outcome at night, or the end of the day before if the nearest
  /// occurrence is on that day or earlier.
  private func evening(of row: OutcomeTable.Row) -> Int64 {
    let time = Instant(seconds: row.time)
    let local = zone.civil(at: time).localSeconds
    let midnight = local - RecordedTimes.sinceMidnight(local)
    guard let occurrences = occurrences(of: row), let before = occurrences.previous(before: time),
      zone.civil(at: before.start).localSeconds < midnight
    else { return local }
    if let after = occurrences.first(startingAtOrAfter: time),
      after.start.seconds - time.seconds < time.seconds - before.start.seconds
    {
      return local
    }
    return midnight - 1
  }

  /// Returns the occurrences of an outcome's plan if it is matched by time; `nil` otherwise.
  private func occurrences(of row: OutcomeTable.Row) -> Occurrences? {
    let id = record.outcomes.names[row.task]
    guard let task = record.tasks.last(where: { $0.id == id }), task.matching == .nearest
    else { return nil }
    return try? Occurrences(of: task.schedule, in: zone)
  }
}

extension RecordedTimes {
  /// The first day of the plans; `nil` without a plan.
  ///
  /// A plan with an unknown start begins with its task's first outcome.
  var firstPlannedDay: CivilDate? {
    record.tasks.lazy.flatMap(\.schedule.elements).map { element in
      let start = element.start.civil(in: zone)
      return max(start, element.begin?.civil(in: zone) ?? start).date
    }.min()
  }
}
