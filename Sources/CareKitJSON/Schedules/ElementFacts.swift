import AdherenceAnalytics
import Scheduling

/// An element of a schedule, as CareKit has it.
struct ElementFacts {
  /// Its place in the document, from 0.
  let number: Int
  /// Its name: its place by start, from 1.
  var id = ""
  /// When its events start.
  let chain: ChainedElement
  let duration: ISODuration
  let text: String?
  let targets: [CareKitValue]
  /// Whether its calendar says that its zone never changes.
  let isFixed: Bool
}

// An element as it is here.
extension ElementFacts {
  /// The element for a patient in a zone.
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
  /// A moment as clocks show it, where they show it for the first time; else as it is.
  func moment(of instant: Instant) -> LocalOrInstant {
    let local = civil(at: instant)
    return firstInstant(atOrAfter: local) == instant ? .local(local) : .instant(instant)
  }
}
