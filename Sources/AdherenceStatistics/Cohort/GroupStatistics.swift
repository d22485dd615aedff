import AdherenceAnalytics

/// The statistics of one task for the patients of a group.
package struct GroupStatistics: Sendable {
  /// The group; `nil` for the whole cohort.
  package let group: String?
  /// The patients' ratios.
  package let summary: CohortSummary
  /// How many patients have a kept event.
  package let initiated: Int
  /// Of how many of them it can be told whether they were discontinued: they are observed for the gap of a
  /// discontinuation or longer.
  package let followed: Int
  /// How many of those were discontinued.
  package let discontinued: Int
  /// Why follow-up of the others ended, by the number of patients.
  package let ends: [FollowUpEnd: Int]
  /// Between which means the one behind the mean ratio may lie, by drawing patients again and again.
  package let bootstrap: Estimate<BootstrapEstimate>
  /// How many patients have a ratio of 0 up to 0.05, and so on to 1.
  package let histogram: Histogram
  /// How much the ratios differ, beyond what chance does to counts.
  package let betaBinomial: Estimate<BetaBinomial>
  /// The share of the patients who have not begun, by whole days since the first planned occurrence; who had
  /// begun before the report has no part in it, and others have from its first day on.
  package let initiation: SurvivalCurve
  /// The share of those who have begun that goes on, by days since.
  ///
  /// Who had stopped before the report has no part in it, and others have from its first day on. Patients are censored on the last day on which a stop
  /// would have been seen, a gap before the end of their observation.
  package let persistence: SurvivalCurve
  /// The share whose persistence had ended by each cause, by days since the first event, of the causes that ended any;
  /// see ``CumulativeIncidence``.
  package let incidences: [(cause: PersistenceEnd, incidence: CumulativeIncidence)]
  /// Initiation, persistence and implementation, each for itself.
  package let phases: PhaseSummary
  /// The weeks since the start of treatment.
  package let weeks: [TreatmentWeek]
  /// The patients who took anything, by days since the start of treatment.
  package let covered: ProportionCovered
  /// How many events were recorded in each hour of the wall clock, also those that were not kept.
  package let eventHours: [Int]
}

/// One week since the start of treatment, of the patients who have something due in it.
package struct TreatmentWeek: Hashable, Sendable {
  /// Which week, from 0.
  package let number: Int
  /// The patients who have something due in it.
  package let patients: Int
  /// What was due.
  package let expected: Int
  /// What of it was completed.
  package let taken: Int
  /// The mean of the patients' ratios.
  package let mean: Estimate<Double>
  /// Its standard error.
  package let standardError: Estimate<Double>
  /// The quartiles of the ratios, the median in the middle.
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
  ///   - part: Its patients, in order of their ids, on which the draws of a bootstrap depend.
  ///   - parameters: What is taken for granted.
  ///   - day: The day at which persistence is read for ``phases``; `nil` for none.
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
    // From here on the counts are not needed, so that the resamples have their memory.
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
  /// The incidence of each cause that ended any persistence.
  fileprivate static func incidences(
    in followUps: [CompetingFollowUp<PersistenceEnd>], level: Double
  ) -> [(cause: PersistenceEnd, incidence: CumulativeIncidence)] {
    let found = Set(followUps.compactMap(\.cause))
    let causes = all.filter(found.contains)
    return Array(zip(causes, CumulativeIncidence.of(causes, in: followUps, level: level)))
  }
}

extension Bootstrap {
  /// The resampling that parameters ask for.
  init(_ parameters: MeasureParameters) {
    self.init()
    resamples = parameters.resamples
    seed = UInt32(clamping: parameters.seed)
    level = parameters.confidence
  }
}
