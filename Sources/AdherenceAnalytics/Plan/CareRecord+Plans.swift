import Scheduling

extension CareRecord {
  /// The plan of each task, in order of first appearance.
  ///
  /// - Complexity: O(*n*) for *n* versions of tasks, besides compiling.
  package var plans: [TaskPlan] { plans(of: nil, within: PlanLimits(self, PatientTimeline(self))) }

  /// Returns the plan of one task, or of each in order of first appearance.
  func plans(of task: String?, within limits: PlanLimits) -> [TaskPlan] {
    if let task {
      let positions = tasks.indices.filter { tasks[$0].id == task }
      guard let first = positions.first else { return [] }
      let versions = positions.count == 1 ? tasks[first...first] : positions.map { tasks[$0] }[...]
      return [TaskPlan(versions, holds: holds, within: limits)]
    }
    if hasOneVersionEach {
      return tasks.indices.map { TaskPlan(tasks[$0...$0], holds: holds, within: limits) }
    }
    var positions: [String: Int] = [:]
    var versions: [[CareTask]] = []
    for task in tasks {
      if let position = positions[task.id] {
        versions[position].append(task)
      } else {
        positions[task.id] = versions.count
        versions.append([task])
      }
    }
    return versions.map { TaskPlan($0[...], holds: holds, within: limits) }
  }

  /// Whether no task was edited, the common case; comparing a few ids is faster than hashing them.
  private var hasOneVersionEach: Bool {
    tasks.count <= 8
      && tasks.indices.allSatisfy { index in
        tasks[..<index].allSatisfy { $0.id != tasks[index].id }
      }
  }
}
