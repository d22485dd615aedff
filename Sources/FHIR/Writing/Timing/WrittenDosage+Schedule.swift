package import Diagnostics
import Interchange
package import Scheduling

extension WrittenDosage {
  /// Writes plans as Timings, rejecting those that a Timing cannot represent.
  package static let timings: Writing = { schedule, zone, release throws(InputError) in
    try dosages(of: schedule, in: zone, release)
  }

  /// Writes the occurrences of plans on some dates as events.
  package static func events(on days: Range<CivilDate>) -> Writing {
    { schedule, zone, release throws(InputError) in
      try dosages(of: schedule, on: days, in: zone, release)
    }
  }
}

extension WrittenDosage {
  /// Returns the dosages of a schedule, which parse to the same occurrences, caps and quotas;
  /// windows are those that the reader assigns.
  ///
  /// - Parameters:
  ///   - schedule: The plan.
  ///   - zone: The patient's time zone.
  ///   - release: The target release.
  /// - Returns: A dosage for each Timing, in the order of the elements.
  /// - Throws: `InputError` with the element and the part that no Timing represents.
  package static func dosages(
    of schedule: Schedule, in zone: Zone, _ release: FHIRRelease
  ) throws(InputError) -> [WrittenDosage] {
    try schedule.validate()
    if let element = schedule.elements.first(where: \.followsEvents) {
      throw .notATiming("a start that depends on an event", of: element)
    }
    if let element = schedule.elements.first(where: { $0.listedStarts != nil }) {
      throw .notATiming("dates that depend on completions", of: element)
    }
    if let element = schedule.elements.first {
      if !schedule.exclusions.isEmpty { throw .notATiming("exclusions", of: element) }
      if !schedule.overrides.isEmpty {
        throw .notATiming("overrides of single occurrences", of: element)
      }
      if schedule.isDistinct, schedule.elements.count > 1 {
        throw .notATiming("merging of coincident occurrences", of: element)
      }
    }
    var draft = TimingDraft(zone: zone)
    for element in schedule.elements { try draft.add(element) }
    return draft.timings.map { $0.dosage(release) }
  }

  /// Returns the dosages of a schedule on some dates, with its occurrences as events.
  ///
  /// - Parameters:
  ///   - schedule: The plan.
  ///   - days: The dates.
  ///   - zone: The patient's time zone.
  ///   - release: The target release.
  /// - Returns: A dosage for the moments of equal doses, and one for each quota and as-needed
  ///   element.
  /// - Throws: `InputError` with the element and the part that no Timing represents.
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
  /// Returns a quota or as-needed element limited to some dates; `nil` if it applies on none of
  /// them.
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
