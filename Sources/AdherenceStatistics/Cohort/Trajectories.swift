/// Patients put together whose weeks went alike.
public struct Trajectories: Sendable {
  /// The patients who have something due in each of the first weeks, in order of their ids.
  public let patients: [String]
  /// How many weeks are looked at.
  public let weeks: Int
  /// The clusters, whose labels are those of ``patients``.
  public let clusters: Estimate<TrajectoryClusters>

  init(_ part: CohortCollection.Part, _ parameters: MeasureParameters) {
    let (collection, weeks) = (part.collection, parameters.trajectoryWeeks)
    let places = part.places.map(Int.init).filter { collection.isWhole($0, weeks: weeks) }
    self.weeks = weeks
    patients = places.map { collection.members[$0].patient }
    clusters = TrajectoryClusters.clusters(
      parameters.clusters,
      in: TrajectoryRows(places.count, weeks: weeks) {
        collection.trajectory(of: places[$0], weeks: weeks)
      })
  }
}
