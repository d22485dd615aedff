package import Scheduling

/// An element without occurrences, a quota or something used as needed, and the days on which it holds.
///
/// Its bounds are days, whatever their time: the day of the start belongs to it, that of the end does
/// not. So the parts of a plan that is cut anywhere share no day and lose none.
package struct FlexibleElement {
  package let element: ScheduleElement
  /// The day from which its periods are counted.
  let anchor: CivilDate
  /// The days on which it holds.
  private(set) var days: DaySpans
  /// The zone of its local times.
  let zone: Zone

  /// Creates the element with its days.
  ///
  /// - Parameters:
  ///   - element: An element that has no occurrences.
  ///   - exclusions: What the schedule leaves out; whole days count.
  ///   - displacement: The seconds of local time by which holds have moved the schedule.
  ///   - patientZone: The zone of floating times.
  init(
    _ element: ScheduleElement, excluding exclusions: [Schedule.Exclusion] = [],
    displacement: Int64 = 0, in patientZone: Zone
  ) {
    let zone = if case .fixed(let own) = element.frame { own } else { patientZone }
    func day(_ moment: Moment) -> CivilDate {
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
  /// Whether so many uses are expected.
  var isQuota: Bool { if case .quota = element.recurrence { true } else { false } }

  /// Whether its periods depend on where it begins.
  private var isAnchored: Bool {
    switch element.recurrence {
    case .quota(let quota): quota.isAnchored
    case .asNeeded(let caps): caps.civil?.isAnchored ?? false
    case .once, .every, .cycle, .rule: false
    }
  }

  /// Takes in what an edit or a hold has cut off, so that a period is not cut where nothing changed.
  fileprivate mutating func join(_ other: FlexibleElement) -> Bool {
    guard element.id == other.element.id, element.recurrence == other.element.recurrence,
      anchor == other.anchor || !isAnchored
    else { return false }
    days.formUnion(other.days)
    return true
  }
}

extension TaskPlan {
  /// The elements that have no occurrences, in order; most plans have none.
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
  /// Whether a key names an occurrence, or any time of an element that names none.
  func takes(_ key: OccurrenceKey) -> Bool {
    if occurrence(for: key) != nil { return true }
    return flexibleElements.contains {
      $0.element.id == key.element && $0.days.contains(key.nominal.date)
    }
  }
}
