import AdherenceAnalytics

/// The tallies of patients by the variants of a grid of parameters.
package typealias SensitivityCollection = CohortTallies<SensitivityTally>

extension CohortTallies<SensitivityTally> {
  /// Adds the task of a patient.
  ///
  /// - Parameters:
  ///   - figures: The figures of each variant of the plan.
  ///   - task: The task's id.
  ///   - groups: The different groups that the patient is in, which may be none.
  package mutating func add(_ figures: [SensitivityFigures], of task: String, to groups: [String]) {
    for group in [nil] + groups.map(Optional.some) {
      let name = PartName(task: task, group: group)
      update(name) { tallies in
        for variant in figures.indices {
          tallies[variant, default: SensitivityTally()].add(figures[variant])
        }
      }
    }
  }

  /// Returns the tally of a task and group by a combination of a plan; `nil` without patients.
  package func tally(
    of name: PartName, combination: Int, _ plan: SensitivityPlan
  ) -> SensitivityTally? {
    tally(of: name, plan.places[combination])
  }

  /// Whether it was collected by a plan; a decoded one need not be.
  package func isSound(_ plan: SensitivityPlan) -> Bool {
    numbers.allSatisfy { $0 == Set(plan.variants.indices) }
  }
}

/// The results of a group's patients for one task and one combination of parameters.
package struct SensitivityTally: Hashable, Sendable, CohortTally {
  /// The patients with the task.
  package private(set) var members = 0
  /// The patients with an accepted event.
  package private(set) var initiated = 0
  /// The patients whose discontinuation could be determined.
  package private(set) var followed = 0
  /// The patients among those who discontinued.
  package private(set) var discontinued = 0
  /// The patients with a drug holiday.
  package private(set) var withHoliday = 0
  private var implementation = ValueCounts()
  private var nearPlanned = ValueCounts()
  private var nearIntervals = ValueCounts()
  /// The number of patients by follow-up of persistence.
  private var followUps: [FollowUp: Int] = [:]

  /// Creates the tally of no patients.
  package init() {}

  /// The Kaplan-Meier median of persistence.
  package var persistenceMedian: Estimate<Double> {
    let all = followUps.lazy.flatMap { repeatElement($0.key, count: $0.value) }
    return SurvivalCurve(of: all, level: MeasureParameters().confidence).median.time
  }

  /// The mean of the patients' implementation.
  package var meanImplementation: Estimate<Double> { implementation.mean }

  /// The mean of the patients' shares of doses near their planned time.
  package var meanNearPlanned: Estimate<Double> { nearPlanned.mean }

  /// The mean of the patients' shares of intervals near their planned ones.
  package var meanNearIntervals: Estimate<Double> { nearIntervals.mean }

  mutating func add(_ figures: SensitivityFigures) {
    members += 1
    initiated += figures.isInitiated ? 1 : 0
    followed += figures.isFollowed ? 1 : 0
    discontinued += figures.isDiscontinued ? 1 : 0
    withHoliday += figures.hasHoliday ? 1 : 0
    implementation.add(figures.implementation)
    nearPlanned.add(figures.nearPlanned)
    nearIntervals.add(figures.nearIntervals)
    if let followUp = figures.persistence { followUps[followUp, default: 0] += 1 }
  }

  package mutating func merge(_ other: SensitivityTally) {
    members += other.members
    initiated += other.initiated
    followed += other.followed
    discontinued += other.discontinued
    withHoliday += other.withHoliday
    implementation.merge(other.implementation)
    nearPlanned.merge(other.nearPlanned)
    nearIntervals.merge(other.nearIntervals)
    followUps.merge(other.followUps, uniquingKeysWith: +)
  }
}

extension SensitivityTally: Codable {
  private enum CodingKeys: CodingKey {
    case counts, implementation, nearPlanned, nearIntervals, followUps
  }

  /// Encodes the counts, and the follow-ups as time, entry, event and number of patients, in order.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(
      [members, initiated, followed, discontinued, withHoliday], forKey: .counts)
    try fields.encode(implementation, forKey: .implementation)
    try fields.encode(nearPlanned, forKey: .nearPlanned)
    try fields.encode(nearIntervals, forKey: .nearIntervals)
    let rows = followUps.map { [Int($0.time), Int($0.entry), $0.hasEvent ? 1 : 0, $1] }
    try fields.encode(
      rows.sorted { $0.lexicographicallyPrecedes($1) }, forKey: .followUps)
  }

  /// Decodes a partial tally.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let counts = try fields.decode([Int].self, forKey: .counts)
    guard counts.count == 5, counts.allSatisfy(\.isCount) else {
      throw decoder.corrupted("no counts of patients")
    }
    (members, initiated, followed) = (counts[0], counts[1], counts[2])
    (discontinued, withHoliday) = (counts[3], counts[4])
    implementation = try fields.decode(ValueCounts.self, forKey: .implementation)
    nearPlanned = try fields.decode(ValueCounts.self, forKey: .nearPlanned)
    nearIntervals = try fields.decode(ValueCounts.self, forKey: .nearIntervals)
    for row in try fields.decode([[Int]].self, forKey: .followUps) {
      guard row.count == 4, row.allSatisfy(\.isCount), row[1] == 0 || row[1] < row[0] else {
        throw decoder.corrupted("no follow-up")
      }
      let followUp = FollowUp(
        time: Double(row[0]), entry: Double(row[1]), hasEvent: row[2] == 1)
      followUps[followUp, default: 0] += row[3]
    }
  }
}
