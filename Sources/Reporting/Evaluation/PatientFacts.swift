import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// The data of one patient shown on a cohort's page.
struct PatientFacts: Hashable, Sendable, Codable {
  var id: String
  /// Given and family name; `nil` without any.
  var name: String?
  var group: String?
  /// The pooled ratio over the whole range.
  var ratio: Double?
  /// The confidence interval of the ratio; `nil` if the numerator is not a count.
  var interval: Interval?
  /// The reason for a missing ratio.
  var missing: MissingRatio?
  /// The ratio of each task with anything due, by id.
  var taskRatios: [String: Double] = [:]
  /// The current streak in days; `nil` if nothing was due, or the plans have ended.
  var streak: Int?
  /// The last planned day, if all plans have ended.
  var planEnd: CivilDate?
  /// The day of the last event of any task.
  var lastDay: CivilDate?
  /// The flags except declines, the most urgent first.
  var flags: [TaskFlag]
  /// The declining tasks, the most significant first; they become flags once all patients were tested.
  var falls: [TaskFlag]
  /// The ratios of the periods.
  var sparkline: Sparkline
}

extension PatientFacts: Comparable {
  /// Orders patients by their most urgent flag, then by the lowest ratio; patients with nothing due are last.
  ///
  /// Declines are ignored.
  static func < (a: PatientFacts, b: PatientFacts) -> Bool {
    if let one = a.flags.first, let other = b.flags.first {
      if one < other { return true }
      if other < one { return false }
    } else if a.flags.isEmpty != b.flags.isEmpty {
      return b.flags.isEmpty
    }
    let (first, second) = (a.ratio ?? 2, b.ratio ?? 2)
    return first == second ? a.id < b.id : first < second
  }

  /// The *p* of the most significant decline.
  var fallP: Double? { falls.first?.fall?.p }

  /// Returns whether a patient's decline is more significant than another's; ties are ordered by
  /// `<`.
  static func isSurer(_ a: PatientFacts, than b: PatientFacts) -> Bool {
    let (first, second) = (a.fallP ?? 2, b.fallP ?? 2)
    return first == second ? a < b : first < second
  }

  /// Returns the patient with the significant declines among the flags.
  ///
  /// - Parameter trendP: The maximum *p*; `nil` if none is significant.
  /// - Returns: The patient with them.
  func believing(_ trendP: Double?) -> PatientFacts {
    var facts = self
    facts.flags += falls.filter { $0.isSignificant(trendP) }
    return facts
  }
}

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
      taskRatios: measures.summary.tasks.reduce(into: [:]) { ratios, own in
        ratios[own.task] = own.adherence.ratio(numerator)
      },
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

  /// Returns the interval of the ratio over all tasks that impact adherence; `nil` for numerators
  /// other than `done`, whose weeks are not stored.
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
