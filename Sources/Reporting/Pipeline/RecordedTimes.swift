import AdherenceAnalytics
import Scheduling

/// The times of one patient's outcomes by the patient's clock, and of the plans that they belong to.
///
/// They decide which days a report is about that names none.
struct RecordedTimes {
  private let record: CareRecord
  private let zone: Zone
  /// The first and the last time; `nil` where nothing was recorded.
  private(set) var bounds: ClosedRange<Int64>?
  /// Whether a time is no midnight, so that midnights are no dates alone.
  private var hasTimesOfDay = false

  /// Four hours, in seconds: what is done so soon after midnight may belong to the evening before.
  private static let night = Int64(4 * 3_600)

  /// Looks at all outcomes.
  ///
  /// - Complexity: O(*n*) for *n* outcomes.
  init(_ record: CareRecord) {
    (self.record, zone) = (record, record.patientZone)
    for row in record.outcomes.rows {
      guard let local = local(row) else { continue }
      if RecordedTimes.sinceMidnight(local) != 0 { hasTimesOfDay = true }
      let known = bounds ?? local...local
      bounds = min(known.lowerBound, local)...max(known.upperBound, local)
    }
  }

  /// When an outcome was, or the occurrence that it names where nobody says when it was.
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

// The end.
extension RecordedTimes {
  /// The time up to which the plans were followed: that of the last outcome, but of one that names an occurrence the
  /// time of this, and of one at night that of the evening to which it belongs.
  ///
  /// A dose at 00:20 may be that of 20:00. Its day would be one more whose doses nobody had the time to take.
  ///
  /// - Complexity: O(*n*) for *n* outcomes.
  var end: Int64? {
    var last = Int64.min
    // Of each task the latest decides: the others are nearest to the same occurrence or an earlier one.
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

  /// The time of an outcome at night, or the end of the day before where the nearest occurrence is on that day or an
  /// earlier one.
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

  /// The plan of an outcome whose occurrence is the nearest one; `nil` where it is found otherwise.
  private func occurrences(of row: OutcomeTable.Row) -> Occurrences? {
    let id = record.outcomes.names[row.task]
    guard let task = record.tasks.last(where: { $0.id == id }), task.matching == .nearest
    else { return nil }
    return try? Occurrences(of: task.schedule, in: zone)
  }
}

// The beginning.
extension RecordedTimes {
  /// The first day of the plans; `nil` without a plan.
  ///
  /// Where nobody knows when a plan began, it is one of its task's first outcome.
  var firstPlannedDay: CivilDate? {
    record.tasks.lazy.flatMap(\.schedule.elements).map { element in
      let start = element.start.civil(in: zone)
      return max(start, element.begin?.civil(in: zone) ?? start).date
    }.min()
  }
}
