/// The statistics of a cohort, by task.
package struct CohortStatistics: Sendable {
  /// The parameters.
  package let parameters: MeasureParameters
  /// The tasks, by id.
  package let tasks: [TaskStatistics]

  /// Computes the statistics of the patients of a collection.
  ///
  /// The result does not depend on the order in which patients were added or on the number of
  /// threads.
  ///
  /// - Parameters:
  ///   - collection: The patients.
  ///   - parameters: The parameters.
  ///   - jobs: The number of threads.
  /// - Complexity: With *B* resamples, O(*B* *n*) for *n* patients, groups and tasks; without, O(*n* log
  ///   *n*) and the iterations of the trajectories.
  package init(_ collection: CohortCollection, _ parameters: MeasureParameters, jobs: Int = 1) {
    self.parameters = parameters
    let parts = collection.parts
    let wholes = parts.filter { $0.group == nil }
    let days = Dictionary(
      uniqueKeysWithValues: wholes.map { ($0.task, $0.persistence(parameters).summaryDay) })
    let groups = concurrently(parts.count, jobs: jobs) { index in
      GroupStatistics(parts[index], parameters, summaryDay: days[parts[index].task] ?? nil)
    }
    // There may be as many tasks as patients, as with FHIR requests.
    let places = Dictionary(grouping: parts.indices) { parts[$0].task }
    let tasks = places.sorted { $0.key < $1.key }.map { name, places in
      TaskDraft(task: name, parts: places.map { (parts[$0], groups[$0]) })
    }
    // Sequentially, because each takes some hundred bytes per patient.
    let trajectories = tasks.map {
      Trajectories($0.parts[0].part, of: collection.patients, parameters)
    }
    let areApart = collection.groupSets.allSatisfy { $0.count < 2 }
    self.tasks = concurrently(tasks.count, jobs: jobs) { index in
      TaskStatistics(tasks[index], trajectories[index], areApart: areApart, parameters)
    }
  }
}

/// The statistics of a task's groups, the whole cohort first, before comparisons.
struct TaskDraft: Sendable {
  var task: String
  var parts: [(part: CohortCollection.TaskMembers, statistics: GroupStatistics)]
}

/// The statistics of one task.
package struct TaskStatistics: Sendable {
  /// The task's id.
  package let task: String
  /// All patients.
  package let whole: GroupStatistics
  /// The groups, by name.
  package let groups: [GroupStatistics]
  /// The pairwise comparisons of groups; missing if patients are in several groups, or there are
  /// more than ``mostGroups``.
  package let comparisons: Estimate<[GroupComparison]>
  /// The test for differences in persistence between groups; missing if groups are not compared.
  package let logRank: Estimate<LogRank>
  /// The funnel plot of adherent patients by group; missing with fewer than two groups with a
  /// ratio.
  package let funnel: Estimate<FunnelPlot>
  /// The clusters of patients by their weekly ratios.
  package let trajectories: Trajectories

  /// The maximum number of groups for pairwise comparisons, whose number grows quadratically.
  package static let mostGroups = 50

  init(
    _ draft: TaskDraft, _ trajectories: Trajectories, areApart: Bool,
    _ parameters: MeasureParameters
  ) {
    task = draft.task
    whole = draft.parts[0].statistics
    let groups = draft.parts.dropFirst().map(\.statistics)
    self.groups = groups
    self.trajectories = trajectories
    funnel = FunnelPlot.of(groups.map { FunnelMember($0) })
    guard areApart, groups.count <= Self.mostGroups else {
      let reason = areApart ? MissingStatistic.tooManyGroups : .overlappingGroups
      (comparisons, logRank) = (.missing(reason), .missing(reason))
      return
    }
    comparisons = .value(GroupComparison.pairs(of: groups, level: parameters.confidence))
    logRank = LogRank.test(of: [
      draft.parts.dropFirst().map { $0.part.members.lazy.compactMap(\.persistence) }
    ])
  }
}

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
