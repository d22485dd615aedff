import AdherenceAnalytics

/// The separate phases of treatment of a group, and their product.
///
/// The ABC taxonomy (Vrijens et al. 2012) separates initiation, persistence and implementation. A
/// pooled ratio mixes them: patients who never initiated or discontinued count as if they had
/// skipped single doses.
package struct PhaseSummary: Hashable, Sendable {
  /// The number of patients.
  let members: Int
  /// The number of patients with an accepted event.
  let begun: Int
  /// The number of patients who initiated or had anything due: the denominator of ``initiated``.
  package let patients: Int
  /// The share of ``patients`` with an accepted event.
  package internal(set) var initiated: Estimate<Double>
  /// The Wilson interval of ``initiated``.
  package internal(set) var initiatedInterval: Estimate<Interval>
  /// The day since the first event at which persistence is reported, the same for all groups of a
  /// task; `nil` if no patient's persistence can be determined.
  package let day: Int?
  /// The Kaplan-Meier estimate of the share of initiated patients who persist beyond ``day``.
  package internal(set) var persistent: Estimate<Double>
  /// The interval of ``persistent`` from the error of ln(−ln *S*).
  package internal(set) var persistentInterval: Estimate<Interval>
  /// The number of patients with anything due between the first event and the end of persistence.
  package let implementers: Int
  /// The mean of those patients' ratios between the two.
  package internal(set) var implementation: Estimate<Double>
  /// The interval of ``implementation``, with patients as clusters; see ``ClusteredRatio``.
  package internal(set) var implementationInterval: Estimate<Interval>

  /// The product of the three shares, which approximates the share of doses due on ``day`` that all
  /// patients take.
  ///
  /// It assumes that implementation is independent of the duration of persistence.
  package var product: Estimate<Double> {
    initiated.flatMap { first in
      persistent.flatMap { second in implementation.map { first * second * $0 } }
    }
  }

  /// Computes the phases.
  ///
  /// - Parameters:
  ///   - members: The patients.
  ///   - curve: Their persistence curve.
  ///   - day: The day at which persistence is reported, if any.
  ///   - level: The confidence level of the intervals.
  /// - Complexity: O(*n*).
  init(
    _ members: some Collection<CohortMember>, _ curve: SurvivalCurve, on day: Double?, level: Double
  ) {
    self.members = members.count
    begun = members.count { $0.isInitiated }
    patients = members.count { $0.isInitiationObserved }
    initiated = Estimate(begun, of: patients, else: .nothingDue)
    initiatedInterval = ProportionIntervals(level: level).wilson(begun, of: patients)
    self.day = day.map { Int($0) }
    persistent = day.map { curve.survival(at: $0) } ?? .missing(.notJudgedYet)
    persistentInterval = persistent.flatMap { share in
      share == 1
        ? .missing(.noVariation) : day.map { curve.interval(at: $0) } ?? .missing(.notReached)
    }
    let ratios = members.compactMap(\.implementation)
    implementers = ratios.count
    implementation = ratios.isEmpty ? .missing(.notInitiated) : Samples.mean(ratios)
    implementationInterval = ClusteredRatio.mean(of: ratios, level: level).flatMap(\.interval)
  }

  /// Withholds figures from which a withheld number of patients could be derived.
  ///
  /// - Parameters:
  ///   - hidden: The withheld counts of the group.
  ///   - whole: The phases of all patients of the task. Means and shares of groups add up to
  ///     theirs, so a denominator that was not decided withholds a figure in all groups.
  /// - Returns: The figures that may be disclosed.
  package func withholding(_ hidden: Set<PatientCount>, whole: PhaseSummary) -> PhaseSummary {
    var left = self
    let hidesInitiated = hidden.hidesPatients || hidden.contains(.initiated)
    if hidesInitiated || whole.patients != whole.members {
      (left.initiated, left.initiatedInterval) = (
        .missing(.tooFewPatients), .missing(.tooFewPatients)
      )
    }
    if hidesInitiated || whole.implementers != whole.begun {
      left.implementation = .missing(.tooFewPatients)
      left.implementationInterval = .missing(.tooFewPatients)
    }
    // The interval reveals the number at risk before the day.
    left.persistentInterval = .missing(.tooFewPatients)
    if !isPersistenceShown(hidden) { left.persistent = .missing(.tooFewPatients) }
    return left
  }

  private func isPersistenceShown(_ hidden: Set<PatientCount>) -> Bool {
    guard let day, SurvivalCurve.landmarks.contains(Double(day)) else { return false }
    return hidden.isDisjoint(with: [
      .curve(.persistence), .atRisk(.persistence, day), .surviving(.persistence, day),
    ])
  }
}

extension Set<PatientCount> {
  /// Whether the number of patients is withheld.
  package var hidesPatients: Bool { contains(.patients(nil)) || contains(.members) }
}

extension SurvivalCurve {
  /// The day at which persistence is summarised: the last landmark with at least a tenth of the
  /// patients at risk, otherwise the last such day; `nil` without follow-up.
  ///
  /// With few patients at risk, the estimate depends on single patients (Pocock, Clayton and Altman
  /// 2002).
  var summaryDay: Double? {
    let isCarried = { (day: Double) in 10 * self.atRisk(at: day) >= self.count }
    guard count > 0 else { return nil }
    return SurvivalCurve.landmarks.last(where: isCarried)
      ?? steps.last { isCarried($0.time) }?.time
  }
}

extension CohortCollection {
  /// Returns the phases of each task and group that is not withheld, sorted by task, the whole
  /// cohort first.
  ///
  /// - Complexity: O(*n* log *n*).
  package func phases(_ parameters: MeasureParameters) -> [(part: PartName, phases: PhaseSummary)] {
    var day: Double?
    return parts.map { part in
      let curve = part.persistence(parameters)
      if part.group == nil { day = curve.summaryDay }
      return (
        part.name,
        PhaseSummary(part.members, curve, on: day, level: parameters.confidence)
      )
    }
  }
}

extension CohortCollection.TaskMembers {
  /// Returns the persistence curve.
  func persistence(_ parameters: MeasureParameters) -> SurvivalCurve {
    SurvivalCurve(of: members.lazy.compactMap(\.persistence), level: parameters.confidence)
  }
}
