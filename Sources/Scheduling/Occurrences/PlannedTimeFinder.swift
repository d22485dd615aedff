/// Finds the occurrences of a schedule by the local times for which they are planned.
///
/// A table with a column of planned times names its occurrences so. Times that mostly ascend are found by
/// arithmetic.
///
///     let plan = Schedule.daily(at: [CivilTime("08:00")!], from: monday, id: "tablet")
///     var finder = PlannedTimeFinder(try Occurrences(of: plan, in: .utc))
///     print(finder.key(at: CivilDateTime("2025-01-07T08:00:00")!)!)  // tablet/2025-01-07T08:00:00
public struct PlannedTimeFinder {
  private var elements: [Element] = []
  /// The zone whose clocks show the times.
  private let zone: Zone

  private struct Element {
    let id: String
    let isAllDay: Bool
    /// The zone of the element's own clock, where that is another.
    let zone: Zone?
    var finder: MemberFinder
  }

  /// Prepares to look for times of the clocks of the zone for which a schedule is compiled.
  public init(_ occurrences: Occurrences) {
    zone = occurrences.zone
    for (position, element) in occurrences.schedule.elements.enumerated()
    where element.recurrence.hasOccurrences {
      var own: Zone?
      if case .fixed(let other) = element.frame, other != zone { own = other }
      let near = element.start.civil(in: own ?? zone).localSeconds
      elements.append(
        Element(
          id: element.id, isAllDay: element.isAllDay, zone: own,
          finder: MemberFinder(occurrences, element: position, near: near)))
    }
  }

  /// The key of the occurrence that is planned for a local time; `nil` where there is none.
  ///
  /// Of several elements the first that has one counts, and of a time that clocks show twice the first pass. An
  /// all-day occurrence is found by any time of its date. A time that an element has in the zone of its own is
  /// found by what the clocks of the schedule's zone show then.
  ///
  /// - Complexity: O(*e*) for *e* elements where clocks are even.
  public mutating func key(at local: CivilDateTime) -> OccurrenceKey? {
    for position in elements.indices {
      let nominal = nominal(of: local, position)
      if elements[position].finder.has(nominal.localSeconds) {
        return OccurrenceKey(element: elements[position].id, nominal: nominal)
      }
    }
    return nil
  }

  /// The time that an element's own clock shows.
  private func nominal(of local: CivilDateTime, _ position: Int) -> CivilDateTime {
    let element = elements[position]
    let own = element.zone.map { $0.civil(at: zone.firstInstant(atOrAfter: local)) } ?? local
    return element.isAllDay ? CivilDateTime(date: own.date) : own
  }
}
