import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The flags of one patient.
struct PatientFlags {
  /// The flags except declines, the most urgent first.
  private(set) var flags: [TaskFlag] = []
  /// The declines of ten points or more, the most significant first, whatever their *p*.
  private(set) var falls: [TaskFlag] = []
  /// The *p* of every trend test that can lead to a flag.
  private(set) var tests: [Double] = []

  /// Determines the flags of all tasks that impact adherence; a deleted patient has none.
  ///
  /// - Parameters:
  ///   - record: The patient's record.
  ///   - measures: The measures of the tasks.
  ///   - query: The query, which tells the day of the report.
  ///   - parameters: The parameters of the measures.
  ///   - mainTask: The id of the main task, if one was chosen.
  init(
    of record: CareRecord, _ measures: PatientMeasures, _ query: AdherenceQuery,
    _ parameters: MeasureParameters, mainTask: String?
  ) {
    if measures.summary.isDeleted { return }
    let zone = record.patientZone
    let today = query.lastKnownDay(in: zone)
    for own in measures.tasks {
      guard let task = record.tasks.last(where: { $0.id == own.task }), task.impactsAdherence
      else { continue }
      for flag in own.flags(parameters, on: today, trendP: nil) {
        flags.append(TaskFlag(flag, of: task, own, in: zone, mainTask: mainTask))
      }
      if let fall = own.fall(on: today) {
        falls.append(
          TaskFlag(.declining, of: task, own, in: zone, mainTask: mainTask, fall: fall))
      }
      if let p = own.trendP(on: today) { tests.append(p) }
    }
    flags.sort()
    falls.sort { ($0.fall?.p ?? 2, $0.task) < ($1.fall?.p ?? 2, $1.task) }
  }
}

extension AdherenceQuery {
  /// Returns the day of the report's moment in a zone, limited to the last day of the range.
  func lastKnownDay(in zone: Zone) -> CivilDate {
    let last = range.upperBound.adding(days: -1)
    return min(last, asOf.map { zone.civil(at: $0).date } ?? last)
  }
}
