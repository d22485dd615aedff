public import Diagnostics
public import Scheduling

extension CareRecord {
  /// Returns the items due, or allowed, at an instant; later data are ignored.
  ///
  /// Occurrences are in order of their start, then quotas by the end of their period, then as-needed use.
  /// Occurrences on hold are not due, and neither are those done, refused or expired; as-needed use is
  /// allowed again after a hold.
  ///
  /// - Parameters:
  ///   - instant: The time of the query.
  ///   - ahead: The time ahead in which windows that open are included.
  ///   - tasks: The tasks to include; by default all.
  ///   - definitions: The definitions of completion, day boundary and weeks; its days and its time are
  ///     ignored.
  /// - Returns: The items due.
  /// - Throws: `InputError` for the first task that cannot be evaluated.
  /// - Complexity: As ``evaluate(_:_:)`` for every task and the days around the instant.
  public func due(
    at instant: Instant, within ahead: ISODuration = .zero, of tasks: TaskQuery = TaskQuery(),
    by definitions: AdherenceQuery? = nil
  ) throws(InputError) -> [DueItem] {
    try list(DueFinder(at: instant, within: ahead, by: definitions), tasks).items
  }

  /// Returns the first occurrence of each task that starts after an instant and is still to be done, in order
  /// of start.
  ///
  ///     let night = Instant("2025-01-06T22:00:00Z")!
  ///     print(try record.next(after: night)[0].key)  // tablet/2025-01-07T08:00:00
  ///
  /// Tasks without future occurrences, and elements without planned times, are not included.
  public func next(
    after instant: Instant, of tasks: TaskQuery = TaskQuery(), by definitions: AdherenceQuery? = nil
  ) throws(InputError) -> [CareEvent] {
    try list(DueFinder(at: instant, by: definitions), tasks).next
  }

  private func list(_ finder: DueFinder, _ tasks: TaskQuery) throws(InputError) -> DueList {
    var finder = finder
    let list = finder.find(in: choosing(tasks))
    if let problem = list.problems.first { throw problem }
    return list
  }
}
