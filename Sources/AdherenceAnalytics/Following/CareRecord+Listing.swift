import Scheduling

extension CareRecord {
  /// The dated record with occurrences that follow completions as single ones, for formats that have only dates.
  ///
  /// They end with the first that waits for a completion; those after it have no date yet, and the task then
  /// has the completion among ``CareTask/eventsMissing``.
  package var listingOccurrences: CareRecord {
    var record = self
    for index in tasks.indices {
      guard let element = tasks[index].schedule.elements.first, let listed = element.listedStarts
      else { continue }
      record.tasks[index].schedule = element.listed(in: element.clock(patientZone))
      if listed.isRepeated, element.count ?? .max > listed.times.count + 1 {
        record.tasks[index].eventsMissing = [FollowedEvent(tasks[index].id, .taken)]
      }
    }
    return record
  }
}

extension ScheduleElement {
  /// Returns a schedule of the first occurrence, with the other listed ones as additions.
  fileprivate func listed(in zone: Zone) -> Schedule {
    var element = self
    (element.listedStarts, element.count) = (nil, nil)
    element.recurrence = .once
    var schedule = Schedule([element])
    for time in listedStarts?.times ?? [] {
      let key =
        isElapsed
        ? zone.key(of: id, at: Instant(seconds: time))
        : OccurrenceKey(element: id, nominal: CivilDateTime(localSeconds: time))
      schedule.overrides[key] = Schedule.Override(isAdded: true)
    }
    return schedule
  }

  private var isElapsed: Bool {
    if case .every(let period) = recurrence { !period.isCivil } else { false }
  }
}

extension Zone {
  /// Returns the key of an occurrence at an instant.
  func key(of element: String, at instant: Instant) -> OccurrenceKey {
    let local = civil(at: instant)
    return OccurrenceKey(
      element: element, nominal: local, isSecondPass: firstInstant(atOrAfter: local) < instant)
  }
}
