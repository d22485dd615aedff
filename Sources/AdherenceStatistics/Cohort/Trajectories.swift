/// Groups of patients by the course of their weeks since the start of treatment: *k*-means.
package struct Trajectories: Sendable {
  /// The patients who have anything due in any of the first weeks, in order of their ids.
  package let patients: [String]
  /// How many weeks are looked at.
  package let weeks: Int
  /// What was found for each number of groups that was tried.
  package let criteria: [ClusterCriterion]
  /// The groups, whose labels are those of ``patients``, for the number with the greatest criterion.
  package let clusters: Estimate<TrajectoryClusters>

  init(
    _ part: CohortCollection.TaskMembers, of patients: [String], _ parameters: MeasureParameters
  ) {
    let (collection, weeks) = (part.collection, parameters.trajectoryWeeks)
    let rows = collection.rowsOfWeeks
    let places = part.places.map(Int.init).filter { rows[$0] != nil }
    self.weeks = weeks
    self.patients = places.map { patients[collection.members[$0].patient] }
    (criteria, clusters) = TrajectoryClusters.best(
      upTo: parameters.clusters,
      in: TrajectoryRows(places.count, weeks: weeks) { place in
        let first = Int(rows[places[place]] ?? 0) * weeks
        return (first..<first + weeks).map { collection.weeks.ratio(at: $0) }
      })
  }
}
