/// A search for the occurrences of a schedule by planned local time.
///
/// It identifies the occurrences in a table with a column of planned times. Mostly ascending times are found
/// by arithmetic alone.
///
///     let plan = Schedule.daily(at: [CivilTime("08:00")!], from: monday, id: "tablet")
///     var finder = PlannedTimeFinder(try Occurrences(of: plan, in: .utc))
///     print(finder.key(at: CivilDateTime("2025-01-07T08:00:00")!)!)  // tablet/2025-01-07T08:00:00
public struct PlannedTimeFinder {
  private var elements: [Element] = []
  /// The zone of the local times.
  private let zone: Zone

  private struct Element {
    let id: String
    let isAllDay: Bool
    /// The zone of the element's own clock, if it differs.
    let zone: Zone?
    var finder: MemberFinder
  }

  /// Creates a finder for local times in the zone for which `occurrences` are compiled.
  public init(_ occurrences: Occurrences) {
    zone = occurrences.zone
    for (position, element) in occurrences.schedule.elements.enumerated()
    where element.recurrence.hasOccurrences {
      var own: Zone?
      if case .fixed(let other) = element.clockBinding, other != zone { own = other }
      let near = element.start.civil(in: own ?? zone).localSeconds
      elements.append(
        Element(
          id: element.id, isAllDay: element.isAllDay, zone: own,
          finder: MemberFinder(occurrences, element: position, near: near)))
    }
  }

  /// Returns the key of the occurrence planned at a local time; `nil` if there is none.
  ///
  /// If several elements have one, the first is used, and at a repeated local time the first pass. An all-day
  /// occurrence is found by any time of its date. A planned time in an element's own zone is found by the
  /// simultaneous local time in the schedule's zone.
  public mutating func key(at local: CivilDateTime) -> OccurrenceKey? {
    for position in elements.indices {
      let nominal = nominal(of: local, position)
      if elements[position].finder.has(nominal.localSeconds) {
        return OccurrenceKey(element: elements[position].id, nominal: nominal)
      }
    }
    return nil
  }

  /// Returns the simultaneous time on an element's own clock.
  private func nominal(of local: CivilDateTime, _ position: Int) -> CivilDateTime {
    let element = elements[position]
    let own = element.zone.map { $0.civil(at: zone.firstInstant(atOrAfter: local)) } ?? local
    return element.isAllDay ? CivilDateTime(date: own.date) : own
  }
}
