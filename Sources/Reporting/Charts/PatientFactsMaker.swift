import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// Makes of each patient what the page of the cohort says; each worker needs its own.
final class PatientFactsMaker {
  private let query: AdherenceQuery
  private let parameters: MeasureParameters
  private let proportions: ProportionIntervals

  init(_ query: AdherenceQuery, _ parameters: MeasureParameters) {
    (self.query, self.parameters) = (query, parameters)
    proportions = ProportionIntervals(level: parameters.confidence)
  }

  /// What the page says of a patient.
  func facts(
    of record: CareRecord, _ patient: PatientAdherence, _ measures: PatientMeasures
  ) -> PatientFacts {
    let total = measures.summary.total
    let numerator = query.numerator
    let ratio = total.ratio(numerator)
    return PatientFacts(
      id: record.patient.id, name: record.patient.name, group: record.patient.group, ratio: ratio,
      interval: interval(of: total),
      missing: ratio == nil ? (measures.summary.isEmpty ? .noTasks : total.reason) : nil,
      reaches: ratio.map { _ in total.reaches(parameters.threshold, numerator) },
      streak: total.due > 0 ? measures.summary.perfectDays.current?.length ?? 0 : nil,
      lastDay: measures.tasks.compactMap(\.phases?.last?.dayNumber).max(),
      flags: flags(of: record, measures),
      sparkline: .sparkline(
        of: patient.total, over: patient.spans, numerator, title: record.patient.id))
  }

  /// The interval of what the numerator counts; none of progress and of quotas, which are no counts.
  private func interval(of total: Adherence) -> Interval? {
    guard total.quota.required == 0 else { return nil }
    let count: Int? =
      switch query.numerator {
      case .completed: total.completed
      case .onTime: total.timings.onTime
      case .progress: nil
      }
    return count.flatMap { proportions.wilson($0, of: total.due).value }
  }

  /// The flags of all tasks that impact adherence, the most urgent first.
  private func flags(of record: CareRecord, _ measures: PatientMeasures) -> [FlaggedTasks] {
    var titles: [PatientFlag: [String]] = [:]
    let today = query.lastKnownDay(in: record.patient.zone)
    for own in measures.tasks {
      let flags = own.flags(parameters, on: today)
      guard !flags.isEmpty, let task = record.tasks.last(where: { $0.id == own.task }),
        task.impactsAdherence
      else { continue }
      for flag in flags { titles[flag, default: []].append(task.title ?? task.id) }
    }
    let areMany = measures.tasks.count > 1
    return PatientFlag.byUrgency.compactMap { flag in
      titles[flag].map { FlaggedTasks(flag: flag, tasks: areMany ? $0 : []) }
    }
  }
}

extension AdherenceQuery {
  /// The day of the report by a patient's clock, or the last of the range where that is earlier.
  func lastKnownDay(in zone: Zone) -> CivilDate {
    let last = range.upperBound.adding(days: -1)
    return min(last, asOf.map { zone.civil(at: $0).date } ?? last)
  }
}

extension Patient {
  /// Given and family name; `nil` without any.
  var name: String? {
    let names = [givenName, familyName].compactMap(\.self)
    return names.isEmpty ? nil : names.joined(separator: " ")
  }
}
