package import AdherenceAnalytics
import Scheduling

/// The phases of treatment of a group's patients in one period.
package struct PeriodPhaseTally: Hashable, Sendable, CohortTally {
  /// The number of patients whose treatment is observed in the period.
  package private(set) var patients = 0
  /// The number of them who initiated before the end of the period.
  package private(set) var initiated = 0
  /// The number of the initiated of whom a discontinuation up to the end of the period would have been observed.
  package private(set) var followed = 0
  /// The number of the followed who persist to the end of the period.
  package private(set) var persistent = 0
  private var ratios = ValueCounts()

  /// Creates the tally of no patients.
  package init() {}

  /// The number of patients with anything due while persistent.
  package var implementers: Int { ratios.count }
  /// The share of ``patients`` who initiated.
  package var initiatedShare: Estimate<Double> {
    Estimate(initiated, of: patients, else: .nothingDue)
  }
  /// The share of ``followed`` who persist.
  package var persistentShare: Estimate<Double> {
    Estimate(persistent, of: followed, else: .notJudgedYet)
  }
  /// The mean of the patients' implementation.
  package var implementation: Estimate<Double> { ratios.mean }
  /// The product of the three shares; missing where one of them is.
  package var product: Estimate<Double> {
    initiatedShare.flatMap { first in
      persistentShare.flatMap { second in implementation.map { first * second * $0 } }
    }
  }

  /// Returns the interval of ``implementation``, with patients as clusters.
  package func implementationInterval(level: Double) -> Estimate<Interval> {
    ClusteredRatio.mean(of: ratios.all, level: level).flatMap(\.interval)
  }

  /// Adds a patient.
  mutating func add(_ phases: PeriodPhases) {
    patients += 1
    initiated += phases.isInitiated ? 1 : 0
    followed += phases.isFollowed ? 1 : 0
    persistent += phases.isPersistent ? 1 : 0
    ratios.add(phases.implementation)
  }

  package mutating func merge(_ other: PeriodPhaseTally) {
    patients += other.patients
    initiated += other.initiated
    followed += other.followed
    persistent += other.persistent
    ratios.merge(other.ratios)
  }
}

extension PeriodPhaseTally: Codable {
  private enum CodingKeys: CodingKey { case counts, ratios }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode([patients, initiated, followed, persistent], forKey: .counts)
    try fields.encode(ratios, forKey: .ratios)
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let counts = try fields.decode([Int].self, forKey: .counts)
    let isNested = zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 }
    guard counts.count == 4, counts.allSatisfy(\.isCount), isNested else {
      throw decoder.corrupted("the counts of the phases are not nested")
    }
    (patients, initiated, followed, persistent) = (counts[0], counts[1], counts[2], counts[3])
    ratios = try fields.decode(ValueCounts.self, forKey: .ratios)
  }
}

extension CohortTallies<PeriodPhaseTally> {
  /// Adds the phases of a patient's task by period to the whole cohort or one of its groups.
  package mutating func add(_ phases: [PeriodPhases], to name: PartName) {
    if phases.isEmpty { return }
    update(name) { tallies in
      for own in phases { tallies[own.period, default: PeriodPhaseTally()].add(own) }
    }
  }
}

/// The phases of a patient's treatment with one task in one period.
package struct PeriodPhases: Hashable, Sendable {
  /// The number of the period among the patient's spans.
  package let period: Int
  /// Whether the first kept event lies before the end of the period.
  let isInitiated: Bool
  /// Whether a discontinuation up to the last day of the period would have been observed.
  let isFollowed: Bool
  /// Whether persistence reaches the last day of the period.
  let isPersistent: Bool
  /// The ratio of done to due occurrences of the period between the first event and the end of persistence; `nil` where
  /// nothing was due.
  let implementation: Double?
}

extension MeasureEvaluator {
  /// Computes the phases of a task by period.
  ///
  /// A period counts where the plan has begun before its end and can be judged on its first day or later.
  ///
  /// - Parameters:
  ///   - course: The course of the task.
  ///   - phases: Its phases.
  ///   - spans: The periods of the patient.
  /// - Returns: An entry for each period in which the task is observed, in order.
  /// - Precondition: The measures of the same course were computed last.
  /// - Complexity: O(*d* + *p q*) for *d* days, *p* periods and *q* periods of quotas.
  package func phases(
    of course: borrowing TaskCourse, _ phases: TreatmentPhases,
    over spans: some Collection<PeriodSpan>
  ) -> [PeriodPhases] {
    let days = observedDays(of: course)
    guard let last = days.lastJudged.map({ $0 + days.first }) else { return [] }
    let plan = course.whole ?? course.own
    let begin = [plan.firstDay, phases.first?.dayNumber].compactMap(\.self).min() ?? last
    return spans.compactMap { span in
      begin < span.end.dayNumber && last >= span.start.dayNumber
        ? PeriodPhases(span, phases, days) : nil
    }
  }
}

extension PeriodPhases {
  fileprivate init(_ span: PeriodSpan, _ phases: TreatmentPhases, _ days: DoseDays) {
    period = span.number
    let last = span.end.dayNumber - 1
    isInitiated = phases.first.map { $0.dayNumber <= last } ?? false
    guard isInitiated, let first = phases.first?.dayNumber, let course = phases.course.value else {
      (isFollowed, isPersistent, implementation) = (false, false, nil)
      return
    }
    isFollowed = course.judgedDays.map { first + $0 > last } ?? false
    let end = course.end.dayNumber
    isPersistent = isFollowed && end >= last
    let sums = days.sums(
      from: first - days.first, through: end - days.first,
      in: span.start.dayNumber..<span.end.dayNumber)
    let due = Double(sums.expected) + sums.required
    implementation = due == 0 ? nil : (Double(sums.taken) + sums.credited) / due
  }
}
