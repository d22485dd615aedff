/// The clusters of patients by their weekly ratios since the start of treatment, by *k*-means.
package struct Trajectories: Sendable {
  /// The patients with anything due in the first weeks, sorted by id.
  package let patients: [String]
  /// The number of weeks considered.
  package let weeks: Int
  /// The criterion for each number of clusters tried.
  package let criteria: [ClusterCriterion]
  /// The clusters with the best criterion, with labels in the order of ``patients``.
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
