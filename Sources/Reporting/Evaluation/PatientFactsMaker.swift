import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// Computes the page data of each patient; not thread-safe.
final class PatientFactsMaker {
  private let query: AdherenceQuery
  private let parameters: MeasureParameters
  private let intervals: BlockInterval

  init(_ query: AdherenceQuery, _ parameters: MeasureParameters) {
    (self.query, self.parameters) = (query, parameters)
    intervals = BlockInterval(level: parameters.confidence)
  }

  /// Returns the page data of a patient.
  func facts(
    of record: CareRecord, _ patient: PatientAdherence, _ measures: PatientMeasures
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
      reaches: ratio.map { _ in total.reaches(parameters.threshold, numerator) },
      streak: total.dueWithQuotas > 0 && planEnd == nil
        ? measures.summary.perfectDays.current?.length ?? 0 : nil,
      planEnd: planEnd, lastDay: lastDay(of: record, measures),
      flags: flags(of: record, measures), falls: falls(of: record, measures),
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

  /// Returns the flags of all tasks that impact adherence except declines, the most urgent first.
  private func flags(of record: CareRecord, _ measures: PatientMeasures) -> [FlaggedTasks] {
    var flags: [PatientFlag: [FlaggedTask]] = [:]
    each(record, measures) { own, title, today in
      for flag in own.flags(parameters, on: today, trendP: nil) {
        flags[flag, default: []].append(FlaggedTask(flag, title: title, own))
      }
    }
    return PatientFlag.byUrgency.compactMap { flag in
      flags[flag].map { tasks in
        FlaggedTasks(
          flag: flag,
          tasks: tasks.stableSorted { ($0.regularity ?? .max) < ($1.regularity ?? .max) })
      }
    }.stableSorted { $0.urgency > $1.urgency }
  }

  /// Returns the declines of all tasks that impact adherence, the most significant first.
  private func falls(of record: CareRecord, _ measures: PatientMeasures) -> [FlaggedTask] {
    var falls: [FlaggedTask] = []
    each(record, measures) { own, title, today in
      if let fall = own.fall(on: today) {
        falls.append(FlaggedTask(.fallingTrend, title: title, own, fall: fall))
      }
    }
    return falls.stableSorted { ($0.fall?.p ?? 2) < ($1.fall?.p ?? 2) }
  }

  /// Returns the *p* of every trend test that can lead to a flag.
  func tests(of record: CareRecord, _ measures: PatientMeasures) -> [Double] {
    var tests: [Double] = []
    each(record, measures) { own, _, today in
      if let p = own.trendP(on: today) { tests.append(p) }
    }
    return tests
  }

  /// Calls a closure with each task that can be flagged: it impacts adherence, and the patient is
  /// still observed.
  private func each(
    _ record: CareRecord, _ measures: PatientMeasures,
    _ body: (TaskMeasures, _ title: String?, _ today: CivilDate) -> Void
  ) {
    if measures.summary.isDeleted { return }
    let today = query.lastKnownDay(in: record.patientZone)
    let areMany = measures.tasks.count > 1
    for own in measures.tasks {
      guard let task = record.tasks.last(where: { $0.id == own.task }), task.impactsAdherence
      else { continue }
      body(own, areMany ? task.title ?? task.id : nil, today)
    }
  }
}

extension Array {
  /// Returns the elements sorted with a stable sort.
  fileprivate func stableSorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { a, b in
      if precedes(a.element, b.element) { return true }
      return precedes(b.element, a.element) ? false : a.offset < b.offset
    }.map(\.element)
  }
}

extension AdherenceQuery {
  /// Returns the day of the report's moment in a zone, limited to the last day of the range.
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
