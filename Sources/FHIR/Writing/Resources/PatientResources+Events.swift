import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

extension PatientResources {
  /// Writes the outcomes: a MedicationAdministration for a medication, an Observation otherwise.
  mutating func writeEvents() {
    let tasks = Dictionary(
      self.tasks.map { ($0.last.id, $0) }, uniquingKeysWith: { first, _ in first })
    var numbers: [ResourceID: Int] = [:]
    for outcome in record.outcomes {
      guard let time = EventTime(outcome, in: moments.zone) else {
        note(.against(.noTime, text: ""), of: outcome.task)
        continue
      }
      let task = tasks[outcome.task]
      let request = task.map { $0.request(of: outcome, in: moments.zone) }
      let event = EventName(
        outcome, of: record.patient.id, isMedication: task?.isMedication ?? false, &numbers)
      let asked = request.flatMap { refused.contains($0) ? nil : $0.reference }
      if event.name.type == .observation {
        writeObservation(of: outcome, event, asked, time, title: task?.last.words)
      } else {
        writeAdministration(of: outcome, event, asked, time, title: task?.last.words)
      }
    }
  }

  private mutating func writeAdministration(
    of outcome: Outcome, _ event: EventName, _ request: String?, _ time: EventTime, title: String?
  ) {
    let (subject, release) = (name.reference, content.release)
    let dose = outcome.values.lazy.compactMap(\.quantity).first
    noteUnwritten(outcome, isDose: true)
    lines.append(event.name) { json in
      json.property("meta", updated: outcome.recordedAt)
      json.identifiers(
        event.original ?? event.name.id.text, event.name.id, remote: outcome.remoteID)
      json.property("status", outcome.isNegative ? "not-done" : "completed")
      json.reasons(of: outcome)
      json.medication(title ?? outcome.task.fhirText ?? "unnamed", release)
      json.reference("subject", subject)
      json.time(release == .r4 ? "effective" : "occurence", time)
      if let request { json.reference("request", request) }
      json.annotations(outcome.notes.filter { !outcome.isReason($0) })
      if let dose {
        json.property("dosage", object: { $0.quantity("dose", dose.amount, unit: dose.unit) })
      }
    }
  }

  private mutating func writeObservation(
    of outcome: Outcome, _ event: EventName, _ request: String?, _ time: EventTime, title: String?
  ) {
    let (subject, zone) = (name.reference, moments.zone)
    noteUnwritten(outcome, isDose: false)
    lines.append(event.name) { json in
      json.property("meta", updated: outcome.recordedAt)
      json.identifiers(
        event.original ?? event.name.id.text, event.name.id, remote: outcome.remoteID)
      if let request { json.list("basedOn") { $0.reference(request) } }
      json.property("status", outcome.status == .completed ? "final" : "cancelled")
      json.concept("code", text: title ?? outcome.task.fhirText ?? "unnamed")
      json.reference("subject", subject)
      json.time("effective", time)
      json.values(of: outcome, in: zone)
      json.annotations(outcome.notes)
    }
  }

  /// Reports the values that a resource cannot hold: an administration holds one dose, and one that
  /// was not done holds none.
  private mutating func noteUnwritten(_ outcome: Outcome, isDose: Bool) {
    let dose = outcome.values.firstIndex { $0.quantity != nil }
    for (index, value) in outcome.values.enumerated() {
      let isWritten =
        isDose ? index == dose : value.isWritable && outcome.status == .completed
      if isWritten { continue }
      note(.against(.valueNotWritten, text: value.content.text), of: outcome.task, ".value")
    }
  }
}

extension Outcome {
  /// Returns whether a note is the reason for a missed dose, as read from `statusReason`.
  fileprivate func isReason(_ note: RecordNote) -> Bool {
    status != .completed && note.title == "reason" && note.author == nil && note.time == nil
  }
}

extension JSONBytes {
  /// Writes the reasons for a missed dose; a refusal code comes first and may carry the only text.
  fileprivate mutating func reasons(of outcome: Outcome) {
    var texts = outcome.notes.filter(outcome.isReason).compactMap(\.content.fhirText)
    if outcome.status == .declined {
      texts.removeAll { $0 == Term.refused.display }
      texts.insert("", at: 0)
    }
    if texts.isEmpty { return }
    property("statusReason", items: texts) { json, text in
      json.concept(text.isEmpty ? [.refused] : [], text: text)
    }
  }
}

/// The resource name of an outcome.
struct EventName {
  let name: ResourceName
  /// The id of the outcome within its record, unless it is the FHIR id.
  var original: String?

  /// Names an outcome by its id, otherwise by its task, time and number among equal ones.
  init(
    _ outcome: Outcome, of patient: String, isMedication: Bool, _ numbers: inout [ResourceID: Int]
  ) {
    let types: [WrittenType] =
      isMedication ? [.medicationAdministration, .observation] : [.observation]
    if let id = outcome.id {
      name = ResourceName(of: id, patient: patient, Array(types.prefix(1)))
      original = name.id == ResourceID(patient, id) ? id : nil
      return
    }
    let names = [patient, outcome.task] + outcome.whenNames
    let first = ResourceID(names)
    let number = numbers[first, default: 0] + 1
    numbers[first] = number
    name = ResourceName(
      type: types[0], id: number == 1 ? first : ResourceID(names + ["\(number)"]))
  }
}

extension Outcome {
  /// The identity of its time in letters and digits: its element and planned time, otherwise its
  /// time.
  fileprivate var whenNames: [String] {
    guard let key else { return [time?.description.filter(\.isDigitOrLetter) ?? ""] }
    return [
      key.element,
      key.nominal.description.filter(\.isDigitOrLetter) + (key.isSecondPass ? "-second" : ""),
    ]
  }
}

extension Character {
  var isDigitOrLetter: Bool { isNumber || isLetter }
}

/// The time of an event.
enum EventTime {
  case moment(Instant)
  /// A closed interval.
  case period(Instant, Instant)

  /// Creates the time of an outcome.
  ///
  /// If only its occurrence is known, the time is the interval from the planned time to the end of
  /// that day; `nil` if that is unknown too.
  init?(_ outcome: Outcome, in zone: Zone) {
    if let time = outcome.time {
      self = .moment(time)
      return
    }
    guard let nominal = outcome.key?.nominal else { return nil }
    let start = zone.firstInstant(atOrAfter: nominal)
    let next = zone.firstInstant(atOrAfter: CivilDateTime(date: nominal.date.adding(days: 1)))
    self = .period(start, max(start, next.adding(seconds: -1)))
  }
}

extension JSONBytes {
  /// Writes a time as an element of a choice of types, such as `effective[x]`.
  mutating func time(_ name: String, _ time: EventTime) {
    switch time {
    case .moment(let moment): property("\(name)DateTime", moment.description)
    case .period(let start, let end):
      property(
        "\(name)Period",
        object: { json in
          json.property("start", start.description)
          json.property("end", end.description)
        })
    }
  }
}
