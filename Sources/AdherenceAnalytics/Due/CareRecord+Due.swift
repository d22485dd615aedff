public import Scheduling

extension CareRecord {
  /// What the plans ask for, or allow, at a moment; nothing behind it is known.
  ///
  /// Occurrences come in order of their start, then quotas by when their periods end, then what is used as
  /// needed. What a hold suspends is not due, and neither is what is done, refused or over; what is used as
  /// needed may be used again when the hold is over.
  ///
  /// - Parameters:
  ///   - instant: The moment.
  ///   - ahead: How much later windows may open and count all the same.
  ///   - tasks: Which tasks; all unless told otherwise.
  ///   - definitions: By what something is done, and when days and weeks begin; the usual unless told
  ///     otherwise. Its days and its moment play no part.
  /// - Returns: What is due.
  /// - Throws: `InputError` for the first task that cannot be evaluated.
  /// - Complexity: As ``evaluate(_:_:)`` for every task and the days around the moment.
  public func due(
    at instant: Instant, within ahead: Period = .zero, of tasks: TaskQuery = TaskQuery(),
    by definitions: AdherenceQuery? = nil
  ) throws(InputError) -> [DueItem] {
    try list(DueFinder(at: instant, within: ahead, by: definitions), tasks).items
  }

  /// The first occurrence of each task that starts after a moment and is still to be done then, in order
  /// of start; the first of them is what comes next of all.
  ///
  ///     let night = Instant("2025-01-06T22:00:00Z")!
  ///     print(try record.next(after: night)[0].key)  // tablet/2025-01-07T08:00:00
  ///
  /// Tasks that have nothing more to come, and elements that name no times, are not in it.
  ///
  /// - Parameters:
  ///   - instant: The moment, behind which nothing is known.
  ///   - tasks: Which tasks; all unless told otherwise.
  ///   - definitions: As for ``due(at:within:of:by:)``.
  /// - Returns: An event for each task.
  /// - Throws: `InputError` for the first task that cannot be evaluated.
  /// - Complexity: As ``due(at:within:of:by:)``, and the occurrences that were done ahead or refused.
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
