/// Nominal times of an element after its start that its recurrence alone does not determine, as of occurrences
/// that follow completions.
///
/// They are local seconds, or seconds since 1970-01-01T00:00:00Z if the recurrence is in elapsed time.
package struct ListedStarts: Hashable, Sendable {
  /// The times, ascending; the start of the element comes before them.
  package var times: [Int64]
  /// Whether the recurrence continues from the last of all times.
  package var isRepeated: Bool

  /// Creates a list.
  package init(_ times: [Int64], isRepeated: Bool) {
    (self.times, self.isRepeated) = (times, isRepeated)
  }
}

extension ScheduleElement {
  /// Returns the start of a nominal local time under the policies of the element, in seconds.
  ///
  /// - Parameters:
  ///   - local: The local time, in seconds.
  ///   - zone: The zone of the element's clock.
  /// - Returns: The first start; `nil` if the zone or the policies leave the time out.
  package func start(ofLocal local: Int64, in zone: Zone) -> Int64? {
    isAllDay
      ? zone.table.start(ofDay: local).first
      : zone.table.starts(of: local, gap: gap, overlap: overlap).first
  }
}
