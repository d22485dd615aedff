import Scheduling

extension CareRecord {
  /// The positions of task versions that cannot be told from an earlier one: they hold from the same
  /// moment and became known at the same.
  ///
  /// The earlier one is used, and these change nothing.
  package var overlappingVersions: [Int] {
    var known: Set<VersionIdentity> = []
    let zone = patientZone
    return tasks.indices.filter { index in
      let task = tasks[index]
      let effective = task.effectiveFrom?.instant(in: zone)
      return !known.insert(
        VersionIdentity(task: task.id, effective: effective, recorded: task.recordedAt)
      ).inserted
    }
  }

  private struct VersionIdentity: Hashable {
    var task: String
    var effective: Instant?
    var recorded: Instant?
  }
}
