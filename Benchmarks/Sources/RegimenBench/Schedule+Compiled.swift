import Scheduling

extension Schedule {
  /// Returns the compiled schedule; those of workloads are valid.
  func compiled(in zone: Zone) -> Occurrences {
    do { return try Occurrences(of: self, in: zone) } catch {
      preconditionFailure("the workload's schedule: \(error)")
    }
  }
}
