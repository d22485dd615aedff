import AdherenceAnalytics

/// The phases of treatment of a group, each for itself, and their product.
///
/// The ABC taxonomy (Vrijens et al. 2012) separates initiation, persistence and implementation. A pooled ratio mixes
/// them: patients who never started and those who stopped count as if they had skipped single doses.
package struct PhaseSummary: Hashable, Sendable {
  /// How many patients there are.
  let members: Int
  /// How many of them have a kept event.
  let begun: Int
  /// How many patients have begun or had something due: the denominator of ``initiated``.
  package let patients: Int
  /// The share of ``patients`` with a kept event.
  package internal(set) var initiated: Estimate<Double>
  /// The interval of ``initiated`` by the method of Wilson.
  package internal(set) var initiatedInterval: Estimate<Interval>
  /// The day since the first event at which persistence is read, the same for all groups of a task; `nil` where
  /// nobody's persistence can be judged.
  package let day: Int?
  /// The estimate of Kaplan and Meier of the share of those who initiated that persists beyond ``day``.
  package internal(set) var persistent: Estimate<Double>
  /// The interval of ``persistent`` from the error of ln(−ln *S*).
  package internal(set) var persistentInterval: Estimate<Interval>
  /// How many patients had something due between the first event and the end of persistence.
  package let implementers: Int
  /// The mean of those patients' shares of the doses done between the two.
  package internal(set) var implementation: Estimate<Double>
  /// The interval of ``implementation``, with patients as clusters; see ``ClusteredRatio``.
  package internal(set) var implementationInterval: Estimate<Interval>

  /// The product of the three shares: about the share of the doses due on ``day`` that all patients together take.
  ///
  /// It takes for granted that implementation does not depend on how long a patient persists.
  package var product: Estimate<Double> {
    initiated.flatMap { first in
      persistent.flatMap { second in implementation.map { first * second * $0 } }
    }
  }

  /// Computes the phases.
  ///
  /// - Parameters:
  ///   - members: The patients.
  ///   - curve: Their curve of persistence.
  ///   - day: The day at which persistence is read; `nil` for none.
  ///   - level: The level of the intervals.
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

  /// Withholds the figures that would give a withheld number of patients.
  ///
  /// - Parameters:
  ///   - hidden: The counts that are withheld of the group.
  ///   - whole: The phases of all patients of the task. Means and shares of groups add up to theirs, so that
  ///     a denominator that is none of the decided counts withholds a figure of all groups.
  /// - Returns: What may be disclosed.
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
    // The interval tells how many are at risk before the day.
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
  /// The day at which persistence is summed up in one share: the last landmark at which a tenth or more of the
  /// patients are at risk, or else the last such day; `nil` where nobody is followed.
  ///
  /// With few at risk the estimate hangs on single patients (Pocock, Clayton and Altman 2002).
  var summaryDay: Double? {
    let isCarried = { (day: Double) in 10 * self.atRisk(at: day) >= self.count }
    guard count > 0 else { return nil }
    return SurvivalCurve.landmarks.last(where: isCarried)
      ?? steps.last { isCarried($0.time) }?.time
  }
}

extension CohortCollection {
  /// The phases of each task and group that is not withheld, by task, the whole cohort first.
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
  /// The curve of persistence.
  func persistence(_ parameters: MeasureParameters) -> SurvivalCurve {
    SurvivalCurve(of: members.lazy.compactMap(\.persistence), level: parameters.confidence)
  }
}
