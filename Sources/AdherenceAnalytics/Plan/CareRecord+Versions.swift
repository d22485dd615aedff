import Scheduling

extension CareRecord {
  /// The positions of task versions that cannot be told from an earlier one: they hold from the same
  /// moment and became known at the same.
  ///
  /// The earlier one is used, and these change nothing.
  package var overlappingVersions: [Int] {
    var known: Set<VersionIdentity> = []
    let zone = patientZone
    return tasks.indices.filter { !known.insert(VersionIdentity(tasks[$0], in: zone)).inserted }
  }
}
