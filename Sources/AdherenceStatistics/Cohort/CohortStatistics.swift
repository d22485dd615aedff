/// The statistics of a cohort, task by task.
package struct CohortStatistics: Sendable {
  /// What is taken for granted.
  package let parameters: MeasureParameters
  /// The tasks, by id.
  package let tasks: [TaskStatistics]

  /// Computes the statistics of the patients of a collection.
  ///
  /// Neither the order in which patients were added nor the number of threads changes a digit.
  ///
  /// - Parameters:
  ///   - collection: The patients.
  ///   - parameters: What is taken for granted.
  ///   - jobs: How many threads compute.
  /// - Complexity: With *B* resamples, O(*B* *n*) for *n* patients, groups and tasks; without, O(*n* log
  ///   *n*) and the moves of the trajectories.
  package init(_ collection: CohortCollection, _ parameters: MeasureParameters, jobs: Int = 1) {
    self.parameters = parameters
    let parts = collection.parts
    let wholes = parts.filter { $0.group == nil }
    let days = Dictionary(
      uniqueKeysWithValues: wholes.map { ($0.task, $0.persistence(parameters).summaryDay) })
    let groups = concurrently(parts.count, jobs: jobs) { index in
      GroupStatistics(parts[index], parameters, summaryDay: days[parts[index].task] ?? nil)
    }
    // Tasks may be as many as patients, as those of requests are.
    let places = Dictionary(grouping: parts.indices) { parts[$0].task }
    let tasks = places.sorted { $0.key < $1.key }.map { name, places in
      TaskDraft(task: name, parts: places.map { (parts[$0], groups[$0]) })
    }
    // One after the other, as each takes some hundred bytes a patient.
    let trajectories = tasks.map {
      Trajectories($0.parts[0].part, of: collection.patients, parameters)
    }
    let areApart = collection.groupSets.allSatisfy { $0.count < 2 }
    self.tasks = concurrently(tasks.count, jobs: jobs) { index in
      TaskStatistics(tasks[index], trajectories[index], areApart: areApart, parameters)
    }
  }
}

/// A task with the statistics of its groups, the whole cohort first.
struct TaskDraft: Sendable {
  var task: String
  var parts: [(part: CohortCollection.TaskMembers, statistics: GroupStatistics)]
}

/// What a cohort does with one task.
package struct TaskStatistics: Sendable {
  /// The task's id.
  package let task: String
  /// All patients.
  package let whole: GroupStatistics
  /// The groups, by name.
  package let groups: [GroupStatistics]
  /// The comparisons of all pairs of groups; missing where patients are in several, or groups are more than
  /// ``mostGroups``.
  package let comparisons: Estimate<[GroupComparison]>
  /// Whether groups differ in persistence; missing where they are not compared.
  package let logRank: Estimate<LogRank>
  /// The adherent patients of each group against those of all; missing where there are fewer than two groups
  /// with a ratio.
  package let funnel: Estimate<FunnelPlot>
  /// Groups of patients by the course of their weeks.
  package let trajectories: Trajectories

  /// How many groups are compared with each other: every patient may name one of his own, and
  /// comparisons grow with the square of groups.
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
