import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// Computes the page data of each patient; not thread-safe.
final class PatientFactsMaker {
  private let query: AdherenceQuery
  private let intervals: BlockInterval

  init(_ query: AdherenceQuery, _ parameters: MeasureParameters) {
    self.query = query
    intervals = BlockInterval(level: parameters.confidence)
  }

  /// Returns the page data of a patient.
  func facts(
    of record: CareRecord, _ patient: PatientAdherence, _ measures: PatientMeasures,
    _ flags: PatientFlags
  ) -> PatientFacts {
    let total = measures.summary.total
    let numerator = query.numerator
    let ratio = total.ratio(numerator)
    let planEnd = measures.summary.planEnd
    let planned = patient.plannedPart
    return PatientFacts(
      id: patient.patient.id, name: patient.patient.name, group: patient.patient.group,
      ratio: ratio,
      interval: interval(record, measures),
      missing: ratio == nil ? measures.summary.absence ?? total.ratioMissing : nil,
      streak: total.dueWithQuotas > 0 && planEnd == nil
        ? measures.summary.perfectDays.current?.length ?? 0 : nil,
      planEnd: planEnd, lastDay: lastDay(of: record, measures),
      flags: flags.flags, falls: flags.falls,
      sparkline: Sparkline(planned.series, over: planned.spans, numerator))
  }

  /// The day of the last event, or of the last as-needed use.
  private func lastDay(of record: CareRecord, _ measures: PatientMeasures) -> CivilDate? {
    let uses = measures.summary.tasks.compactMap(\.adherence.uses.last).map {
      record.patientZone.civil(at: $0).date
    }
    return (measures.tasks.compactMap(\.phases?.last) + uses).max()
  }

  /// Returns the interval of the ratio over all tasks that impact adherence; `nil` of other numerators than what
  /// was done, of which weeks are not kept.
  private func interval(_ record: CareRecord, _ measures: PatientMeasures) -> Interval? {
    guard query.numerator == .done else { return nil }
    let tasks = measures.tasks.filter { own in
      record.tasks.last { $0.id == own.task }?.impactsAdherence == true
    }
    return intervals.interval(of: WeekShare.merging(tasks.map(\.weeks))).value
  }
}

extension Patient {
  /// Given and family name; `nil` without any.
  var name: String? {
    let names = [givenName, familyName].compactMap(\.self)
    return names.isEmpty ? nil : names.joined(separator: " ")
  }
}
