/// Patients put together whose weeks went alike.
public struct Trajectories: Sendable {
  /// The patients who have something due in each of the first weeks, in order of their ids.
  public let patients: [String]
  /// How many weeks are looked at.
  public let weeks: Int
  /// The clusters, whose labels are those of ``patients``.
  public let clusters: Estimate<TrajectoryClusters>

  init(_ members: [CohortMember], _ parameters: MeasureParameters) {
    weeks = parameters.trajectoryWeeks
    let whole = members.compactMap { member in
      member.trajectory(parameters.trajectoryWeeks).map { (member.patient, $0) }
    }
    patients = whole.map(\.0)
    clusters = TrajectoryClusters.find(parameters.clusters, in: whole.map(\.1))
  }
}
