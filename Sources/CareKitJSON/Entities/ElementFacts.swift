import AdherenceAnalytics
import Scheduling

/// A parsed CareKit schedule element.
struct ElementFacts {
  /// The zero-based index in the document.
  let number: Int
  /// The id: its one-based index by start.
  var id = ""
  /// The expansion of its events.
  let chain: ChainedElement
  let duration: ISODuration
  let text: String?
  let targets: [CareKitValue]
  /// Whether its calendar declares a fixed zone.
  let isFixed: Bool
}

// Conversion to a schedule element.
extension ElementFacts {
  /// Returns the element for a patient in a time zone.
  func element(in patientZone: Zone) -> ScheduleElement {
    let zone = chain.zone
    var element = ScheduleElement(id, from: zone.moment(of: chain.start))
    element.isAllDay = chain.isAllDay
    if chain.isAllDay {
      element.start = .local(CivilDateTime(date: zone.civil(at: chain.start).date))
    }
    element.clockBinding = isFixed || zone != patientZone ? .fixed(zone) : .floating
    element.recurrence = .every(chain.planned.period)
    element.end = chain.end.map(zone.moment)
    (element.duration, element.text) = (duration, text)
    element.targets = targets.map { target in
      ScheduleElement.Target(.atLeast(target.content), units: target.units, kind: target.kind)
    }
    return element
  }
}

extension Zone {
  /// Returns an instant as a local time if it is the first with that local time; otherwise
  /// unchanged.
  func moment(of instant: Instant) -> LocalOrInstant {
    let local = civil(at: instant)
    return firstInstant(atOrAfter: local) == instant ? .local(local) : .instant(instant)
  }
}
