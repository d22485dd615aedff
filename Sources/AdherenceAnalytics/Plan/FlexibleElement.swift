package import Scheduling

/// An element without occurrences (a quota or as-needed use), and the days on which it is effective.
///
/// Its bounds are whole days: the day of the start is included, that of the end is not. So the parts of a
/// split plan share no day and lose none.
package struct FlexibleElement {
  package let element: ScheduleElement
  /// The first day of its first period.
  let anchor: CivilDate
  /// The days on which it is effective.
  private(set) var days: DaySpans
  /// The zone of its local times.
  let zone: Zone

  /// Creates the element with its days.
  ///
  /// - Parameters:
  ///   - element: An element without occurrences.
  ///   - exclusions: The exclusions of the schedule, of which whole days apply.
  ///   - displacement: The displacement of the schedule by holds, in seconds of local time.
  ///   - patientZone: The zone of floating times.
  init(
    _ element: ScheduleElement, excluding exclusions: [Schedule.Exclusion] = [],
    displacement: Int64 = 0, in patientZone: Zone
  ) {
    let zone = if case .fixed(let own) = element.clockBinding { own } else { patientZone }
    func day(_ moment: LocalOrInstant) -> CivilDate {
      moment.civil(in: zone).adding(seconds: displacement).date
    }
    self.element = element
    self.zone = zone
    anchor = day(element.start)
    let first = max(anchor, element.begin.map(day) ?? anchor)
    var days = DaySpans(first..<max(first, element.end.map(day) ?? .last))
    for exclusion in exclusions where exclusion.element.map({ $0 == element.id }) ?? true {
      let from = day(.local(exclusion.from))
      days.subtract(from..<max(from, exclusion.to.map { day(.local($0)) } ?? .last))
    }
    self.days = days
  }
}

extension FlexibleElement {
  /// Whether the element is a quota.
  var isQuota: Bool { if case .quota = element.recurrence { true } else { false } }

  /// Whether its periods depend on its anchor.
  private var isAnchored: Bool {
    switch element.recurrence {
    case .quota(let quota): quota.isAnchored
    case .asNeeded(let caps): caps.civil?.isAnchored ?? false
    case .once, .every, .cycle, .rule: false
    }
  }

  /// Merges the other part of an element that an edit or a hold has split, so that its periods are not cut;
  /// returns `false` if the elements differ.
  fileprivate mutating func join(_ other: FlexibleElement) -> Bool {
    guard element.id == other.element.id, element.recurrence == other.element.recurrence,
      anchor == other.anchor || !isAnchored
    else { return false }
    days.formUnion(other.days)
    return true
  }
}

extension TaskPlan {
  /// The elements without occurrences, in order; most plans have none.
  package var flexibleElements: [FlexibleElement] {
    var elements: [FlexibleElement] = []
    for part in parts where part.elements.contains(where: { !$0.recurrence.hasOccurrences }) {
      for element in part.elements where !element.recurrence.hasOccurrences {
        let own = FlexibleElement(
          element, excluding: part.occurrences.schedule.exclusions,
          displacement: part.displacement, in: zone)
        if !elements.indices.contains(where: { elements[$0].join(own) }) { elements.append(own) }
      }
    }
    return elements
  }
}

extension TaskPlan {
  /// Returns whether a key has an occurrence, or is on a day of an element without occurrences.
  func takes(_ key: OccurrenceKey) -> Bool {
    if occurrence(for: key) != nil { return true }
    return flexibleElements.contains {
      $0.element.id == key.element && $0.days.contains(key.nominal.date)
    }
  }
}
