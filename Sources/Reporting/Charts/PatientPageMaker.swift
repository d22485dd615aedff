import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// Makes of each patient what the page of the cohort says, and a page where one is wanted; each worker
/// needs its own.
final class PatientPageMaker {
  private let task: ReportTask
  private let threshold: Share
  private let proportions: ProportionIntervals
  private let statistics: MeasureEvaluator
  private let evaluator: AdherenceEvaluator

  init(_ task: ReportTask) {
    self.task = task
    let parameters = task.contents.parameters
    threshold = parameters.threshold
    proportions = ProportionIntervals(level: parameters.confidence)
    statistics = MeasureEvaluator(parameters, groups: PatientCharts.measures)
    evaluator = AdherenceEvaluator(task.query)
  }

  /// What the page says of a patient, and the files of the patient's own page.
  func page(
    of entry: CohortEntry, _ patient: PatientAdherence, _ measures: PatientMeasures
  ) -> (facts: PatientFacts, files: [ReportFile]) {
    var facts = facts(of: entry.record, patient, measures)
    guard wantsPage(facts) else { return (facts, []) }
    let folder = "\(PageOutput.patients)/\(PageName.file(for: facts.id))"
    facts.page = "\(folder)/\(PageOutput.pageName)"
    return (facts, PatientPageFiles(entry, facts, task, evaluator, statistics, folder).files)
  }

  private func wantsPage(_ facts: PatientFacts) -> Bool {
    switch task.patientPages {
    case .all: true
    case .flagged: !facts.flags.isEmpty
    case .none: false
    }
  }

  private func facts(
    of record: CareRecord, _ patient: PatientAdherence, _ measures: PatientMeasures
  ) -> PatientFacts {
    let total = measures.summary.total
    let numerator = task.query.numerator
    let ratio = total.ratio(numerator)
    return PatientFacts(
      id: record.patient.id, name: record.patient.name, group: record.patient.group, ratio: ratio,
      interval: interval(of: total),
      missing: ratio == nil ? (measures.summary.isEmpty ? .noTasks : total.reason) : nil,
      reaches: ratio.map { _ in total.reaches(threshold, numerator) },
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
      switch task.query.numerator {
      case .completed: total.completed
      case .onTime: total.timings.onTime
      case .progress: nil
      }
    return count.flatMap { proportions.wilson($0, of: total.due).value }
  }

  /// The flags of all tasks that impact adherence, the most urgent first.
  private func flags(of record: CareRecord, _ measures: PatientMeasures) -> [FlaggedTasks] {
    var titles: [PatientFlag: [String]] = [:]
    for own in measures.tasks {
      let flags = own.flags(statistics.parameters)
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

extension Patient {
  /// Given and family name; `nil` without any.
  var name: String? {
    let names = [givenName, familyName].compactMap(\.self)
    return names.isEmpty ? nil : names.joined(separator: " ")
  }
}
