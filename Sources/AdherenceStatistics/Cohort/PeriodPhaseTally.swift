import AdherenceAnalytics

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
