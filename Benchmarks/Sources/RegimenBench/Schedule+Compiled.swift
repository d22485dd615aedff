import Scheduling

extension Schedule {
  /// The schedule, ready to be asked; a workload's own is valid.
  func compiled(in zone: Zone) -> Occurrences {
    do { return try Occurrences(of: self, in: zone) } catch {
      preconditionFailure("the workload's schedule: \(error)")
    }
  }
}
