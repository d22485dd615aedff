import Interchange
package import Scheduling

extension WrittenDosage {
  /// Writes plans as Timings, and refuses what these cannot say.
  package static let timings: Writing = { schedule, zone, release throws(InputError) in
    try dosages(of: schedule, in: zone, release)
  }

  /// Writes what plans have in some days as events.
  package static func events(on days: Range<CivilDate>) -> Writing {
    { schedule, zone, release throws(InputError) in
      try dosages(of: schedule, on: days, in: zone, release)
    }
  }
}

extension WrittenDosage {
  /// The dosages of a schedule, read as the same occurrences, caps and quotas; windows are those that the
  /// reader gives.
  ///
  /// - Parameters:
  ///   - schedule: The plan.
  ///   - zone: The patient's zone.
  ///   - release: Who reads them.
  /// - Returns: A dosage for what one Timing can say, in the order of the elements.
  /// - Throws: `InputError` with the element and what no Timing says of it.
  package static func dosages(
    of schedule: Schedule, in zone: Zone, _ release: FHIRRelease
  ) throws(InputError) -> [WrittenDosage] {
    try schedule.validate()
    if let element = schedule.elements.first {
      if !schedule.exclusions.isEmpty { throw .notATiming("exclusions", of: element) }
      if !schedule.overrides.isEmpty {
        throw .notATiming("changes of single occurrences", of: element)
      }
      if schedule.isDistinct, schedule.elements.count > 1 {
        throw .notATiming("occurrences that are one where they meet", of: element)
      }
    }
    var draft = TimingDraft(zone: zone)
    for element in schedule.elements { try draft.add(element) }
    return draft.timings.map { $0.dosage(release) }
  }

  /// The dosages of what a schedule has in some days, its occurrences as events.
  ///
  /// - Parameters:
  ///   - schedule: The plan.
  ///   - days: The days.
  ///   - zone: The patient's zone.
  ///   - release: Who reads them.
  /// - Returns: A dosage for the moments of equal doses, and for each quota and what is used as needed.
  /// - Throws: `InputError` with the element and what no Timing says of it.
  package static func dosages(
    of schedule: Schedule, on days: Range<CivilDate>, in zone: Zone, _ release: FHIRRelease
  ) throws(InputError) -> [WrittenDosage] {
    var draft = TimingDraft(zone: zone)
    let plan = try Occurrences(of: schedule, in: zone)
    let range =
      zone.firstInstant(
        atOrAfter: CivilDateTime(date: days.lowerBound))..<zone.firstInstant(
        atOrAfter: CivilDateTime(date: days.upperBound))
    for row in plan.starting(in: range) { try draft.add(row, of: plan) }
    for element in schedule.elements {
      guard !element.recurrence.hasOccurrences, let part = element.clipped(to: days, in: zone)
      else {
        continue
      }
      if !schedule.exclusions.isEmpty { throw .notATiming("exclusions", of: element) }
      try draft.add(part)
    }
    return draft.timings.map { $0.dosage(release) }
  }
}

extension ScheduleElement {
  /// An element without occurrences that holds on some days only; `nil` where it holds on none of them.
  fileprivate func clipped(to days: Range<CivilDate>, in zone: Zone) -> ScheduleElement? {
    var element = self
    let first = CivilDateTime(date: days.lowerBound)
    if start.civil(in: zone) < first { element.begin = .local(first) }
    let last = CivilDateTime(date: days.upperBound)
    if element.end.map({ last < $0.civil(in: zone) }) ?? true { element.end = .local(last) }
    let begin = (element.begin ?? start).civil(in: zone).date
    let end = element.end?.civil(in: zone).date ?? days.upperBound
    return begin < end ? element : nil
  }
}
