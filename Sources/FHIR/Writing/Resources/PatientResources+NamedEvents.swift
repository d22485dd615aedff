import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

extension PatientResources {
  /// Writes the latest version of each named event as a Procedure, which gives the event when it is read.
  mutating func writeNamedEvents() {
    var numbers: [ResourceID: Int] = [:]
    for event in record.namedEvents.latest {
      let name = name(of: event, &numbers)
      guard event.isReadable(in: moments.zone) else {
        problems.append(
          InputError(
            .against(.eventNotWritten, text: event.name), field: "namedEvents",
            source: "patient \(record.patient.id)"))
        continue
      }
      write(event, name)
    }
  }

  /// Returns the name of an event's resource: by its id, otherwise by its name, time and number among equal ones.
  private func name(of event: NamedEvent, _ numbers: inout [ResourceID: Int]) -> ResourceName {
    let patient = record.patient.id
    if let id = event.id { return ResourceName(of: id, patient: patient, [.procedure]) }
    let names = [patient, event.name, event.time.description.filter(\.isDigitOrLetter)]
    let number = numbers[ResourceID(names), default: 0] + 1
    numbers[ResourceID(names)] = number
    return ResourceName(
      type: .procedure, id: ResourceID(number == 1 ? names : names + ["\(number)"]))
  }

  private mutating func write(_ event: NamedEvent, _ own: ResourceName) {
    let (subject, zone, release) = (name.reference, moments.zone, content.release)
    let isOver = event.time.instant(in: zone) <= moments.asOf
    let isFHIR = event.id.map { ResourceName($0, oneOf: [.procedure]) != nil } ?? true
    lines.append(own) { json in
      json.property("meta", updated: event.recordedAt)
      json.identifiers(
        isFHIR ? own.id.text : event.id ?? own.id.text, own.id, remote: event.remoteID)
      json.property(
        "status", event.isDeleted ? "not-done" : isOver ? "completed" : "preparation")
      json.concept("code", text: event.name)
      json.reference("subject", subject)
      if !event.isDeleted {
        json.property(
          release == .r4 ? "performedDateTime" : "occurrenceDateTime",
          event.time.fhirText(in: zone))
      }
      json.annotations(event.notes)
    }
  }
}

extension [NamedEvent] {
  /// The latest version of each event, in order of first appearance.
  fileprivate var latest: [NamedEvent] {
    var (events, numbers): ([NamedEvent], [String: Int]) = ([], [:])
    for event in self {
      guard let number = event.id.flatMap({ numbers[$0] }) else {
        if let id = event.id { numbers[id] = events.count }
        events.append(event)
        continue
      }
      let isLater = (events[number].recordedAt ?? .earliest) <= (event.recordedAt ?? .earliest)
      if isLater { events[number] = event }
    }
    return events
  }
}

extension NamedEvent {
  /// Returns whether FHIR can represent the name and the times: the texts that are written give the same again.
  fileprivate func isReadable(in zone: Zone) -> Bool {
    func isReadable(_ time: LocalOrInstant) -> Bool {
      FHIRDateTime(time.fhirText(in: zone))?.first(in: zone) == time.instant(in: zone)
    }
    return name.fhirText == name && isReadable(time)
      && recordedAt.map { isReadable(.instant($0)) } ?? true
  }
}
