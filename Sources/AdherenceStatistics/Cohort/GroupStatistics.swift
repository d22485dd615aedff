import AdherenceAnalytics

/// The statistics of one task for the patients of a group.
package struct GroupStatistics: Sendable {
  /// The group; `nil` for the whole cohort.
  package let group: String?
  /// The patients' ratios.
  package let summary: CohortSummary
  /// The number of patients with an accepted event.
  package let initiated: Int
  /// The number of patients whose discontinuation could be determined: those observed for at least
  /// the discontinuation gap.
  package let followed: Int
  /// The number of those who discontinued.
  package let discontinued: Int
  /// The reasons for the end of follow-up of the others, by number of patients.
  package let ends: [FollowUpEnd: Int]
  /// The bootstrap interval of the mean ratio.
  package let bootstrap: Estimate<BootstrapEstimate>
  /// The histogram of the ratios in twenty bins.
  package let histogram: Histogram
  /// The variation of the ratios beyond binomial variation.
  package let betaBinomial: Estimate<BetaBinomial>
  /// The share of patients not yet initiated, by whole days since the first planned occurrence.
  ///
  /// Patients initiated before the report are excluded; others enter on its first day.
  package let initiation: SurvivalCurve
  /// The share of initiated patients who persist, by days since the first event.
  ///
  /// Patients who discontinued before the report are excluded; others enter on its first day.
  /// Patients are censored on the last day on which discontinuation would have been detected, a gap
  /// before the end of their observation.
  package let persistence: SurvivalCurve
  /// The cumulative incidence of each cause that ended persistence, by days since the first event;
  /// see ``CumulativeIncidence``.
  package let incidences: [(cause: PersistenceEnd, incidence: CumulativeIncidence)]
  /// The separate results for initiation, persistence and implementation.
  package let phases: PhaseSummary
  /// The weeks since the start of treatment.
  package let weeks: [TreatmentWeek]
  /// The patients who took anything, by days since the start of treatment.
  package let covered: ProportionCovered
  /// The number of events in each hour of the local day, including events that were not accepted.
  package let eventHours: [Int]
}

/// One week since the start of treatment, over the patients with anything due in it.
package struct TreatmentWeek: Hashable, Sendable {
  /// The zero-based number of the week.
  package let number: Int
  /// The number of patients with anything due in it.
  package let patients: Int
  /// The number of occurrences due.
  package let expected: Int
  /// The number of those completed.
  package let taken: Int
  /// The mean of the patients' ratios.
  package let mean: Estimate<Double>
  /// Its standard error.
  package let standardError: Estimate<Double>
  /// The quartiles of the ratios, including the median.
  package let quartiles: [Estimate<Double>]

  /// ``taken`` / ``expected``.
  package var pooled: Estimate<Double> { Estimate(taken, of: expected, else: .nothingDue) }

  init(_ week: TreatmentTime.WeekRatios) {
    (number, expected, taken) = (week.number, week.expected, week.taken)
    patients = week.ratios.count
    mean = Samples.mean(week.ratios)
    standardError = Samples.standardDeviation(week.ratios).map {
      $0 / Double(week.ratios.count).squareRoot()
    }
    quartiles = [0.25, 0.5, 0.75].map { Samples.quantile($0, ofSorted: week.ratios) }
  }
}

extension GroupStatistics {
  /// Computes the statistics of a group.
  ///
  /// - Parameters:
  ///   - part: The patients, sorted by id, because bootstrap draws depend on the order.
  ///   - parameters: The parameters.
  ///   - day: The day at which persistence is reported in ``phases``, if any.
  init(
    _ part: CohortCollection.TaskMembers, _ parameters: MeasureParameters, summaryDay day: Double?
  ) {
    let (members, time) = (part.members, part.time)
    let counts = members.map(\.count)
    group = part.group
    summary = CohortSummary(
      counts, quotas: members.map(\.quotas), threshold: parameters.threshold,
      level: parameters.confidence)
    histogram = Histogram(summary.ratios)
    betaBinomial = BetaBinomial.fit(counts)
    // The counts are no longer needed, so the resamples can reuse their memory.
    initiated = members.count { $0.isInitiated }
    followed = members.count { $0.persistenceDays != nil }
    discontinued = members.count { $0.isDiscontinued }
    ends = members.lazy.filter { $0.persistenceDays != nil && !$0.isDiscontinued }
      .reduce(into: [:]) { $0[$1.end, default: 0] += 1 }
    bootstrap =
      parameters.resamples == 0
      ? .missing(.notAsked) : Bootstrap(parameters).mean(of: members.compactMap(\.ratio))
    initiation = SurvivalCurve(
      of: members.lazy.compactMap(\.initiation), level: parameters.confidence)
    persistence = part.persistence(parameters)
    phases = PhaseSummary(members, persistence, on: day, level: parameters.confidence)
    incidences = PersistenceEnd.incidences(
      in: members.compactMap(\.competing), level: parameters.confidence)
    weeks = time.byWeek.map { TreatmentWeek($0) }
    eventHours = time.hours
    covered = ProportionCovered(observed: time.observed, covered: time.covered)
  }
}

extension PersistenceEnd {
  /// Returns the cumulative incidence of each cause that ended any persistence.
  fileprivate static func incidences(
    in followUps: [CompetingFollowUp<PersistenceEnd>], level: Double
  ) -> [(cause: PersistenceEnd, incidence: CumulativeIncidence)] {
    let found = Set(followUps.compactMap(\.cause))
    let causes = all.filter(found.contains)
    return Array(zip(causes, CumulativeIncidence.of(causes, in: followUps, level: level)))
  }
}

extension Bootstrap {
  /// Creates a bootstrap with the parameters' resampling options.
  init(_ parameters: MeasureParameters) {
    self.init()
    resamples = parameters.resamples
    seed = UInt32(clamping: parameters.seed)
    level = parameters.confidence
  }
}

extension FunnelMember {
  /// Creates the member of a group: its adherent patients among those with a ratio.
  package init(_ group: GroupStatistics) {
    self.init(
      name: group.group ?? "",
      count: AdherenceCount(
        taken: group.summary.adherentPatients, expected: group.summary.evaluable))
  }
}

/// A rank-based comparison of two groups' ratios.
///
/// The method is the Mann-Whitney test with Cliff's δ and its interval, and *p* adjusted by Holm
/// over all pairs of groups of the task. Ratios are bounded by 1, skewed and tied there, so that
/// means and their differences are dominated by few patients; ranks are not. It must not be used
/// for patients who are in several groups, nor interpreted as a causal effect in groups that were
/// not randomised.
package struct GroupComparison: Sendable {
  /// The names of the groups.
  package let groups: [String]
  /// The test of whether the ratios of the first group tend to exceed those of the second.
  package let mannWhitney: Estimate<MannWhitney>
  /// The *p* of the test, adjusted for all pairs of groups.
  package internal(set) var adjustedP: Estimate<Double>

  private init(_ first: GroupStatistics, _ second: GroupStatistics, level: Double) {
    groups = [first.group ?? "", second.group ?? ""]
    mannWhitney = MannWhitney.test(first.summary.ratios, second.summary.ratios, level: level)
    adjustedP = mannWhitney.flatMap(\.p)
  }

  /// Returns the comparisons of all pairs.
  ///
  /// - Complexity: O(*k*² *n* log *n*) for *k* groups of *n* patients.
  static func pairs(of groups: [GroupStatistics], level: Double) -> [GroupComparison] {
    var pairs = groups.indices.flatMap { first in
      groups.indices.dropFirst(first + 1).map {
        GroupComparison(groups[first], groups[$0], level: level)
      }
    }
    for (place, p) in HolmAdjustment.adjusted(pairs.map(\.adjustedP)).enumerated() {
      pairs[place].adjustedP = p
    }
    return pairs
  }
}
