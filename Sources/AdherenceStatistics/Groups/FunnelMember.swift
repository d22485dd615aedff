/// A patient or site in a funnel plot.
public struct FunnelMember: Hashable, Sendable {
  /// What a dot far off is called.
  public var name: String
  /// What was done of what was due.
  public var count: AdherenceCount

  /// Creates a member.
  public init(name: String, count: AdherenceCount) {
    (self.name, self.count) = (name, count)
  }
}

extension CohortCollection {
  /// What was done of what was due of each patient with a task, by id.
  ///
  /// - Parameters:
  ///   - task: The task's id.
  ///   - group: Whose; `nil` for the whole cohort.
  /// - Returns: The patients in order of their ids, also those with nothing due; none of a task that
  ///   nobody has.
  /// - Complexity: O(*n* log *n*) for *n* patients.
  public func members(of task: String, in group: String? = nil) -> [FunnelMember] {
    let sets = groupSets.map { set in group.map(set.contains) ?? true }
    return (tasks[task]?.members ?? []).filter { sets[Int($0.groups)] }
      .sorted { $0.patient < $1.patient }
      .map { FunnelMember(name: $0.patient, count: $0.count) }
  }
}
