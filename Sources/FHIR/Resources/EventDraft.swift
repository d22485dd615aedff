import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// A parsed event, before its task is known.
struct EventDraft {
  /// The outcome without its task.
  var outcome: Outcome
  /// The keys that it references; empty if it references nothing.
  var references: [Int] = []
  /// The name of the referencing element.
  var referring = "request"
  /// The codes of its medication, used to find a task if it references none.
  var codings: [CodeableConcept.Coding] = []
}

extension Resource {
  /// Creates an outcome at a time, identified by the resource.
  func outcome(
    at time: Instant, _ status: Outcome.Status, _ values: [OutcomeValue] = []
  ) -> Outcome {
    var outcome = Outcome(task: "", time: time, values: values, status: status)
    outcome.id = identity
    outcome.recordedAt = lastUpdated
    return outcome
  }

  /// Returns the time of an event: the first of some members that is present; for a period its
  /// start.
  ///
  /// - Throws: `InputError` if none is present or the time of day is missing.
  func eventTime(
    _ times: [StaticString], _ periods: [StaticString], _ zone: Zone, _ notes: inout [InputError]
  ) throws(InputError) -> Instant {
    for name in times {
      if let time = try node.dateTime(name), let node = node[name] {
        return try instant(time, node, zone, &notes)
      }
    }
    for name in periods {
      guard let period = try node.object(name) else { continue }
      guard let time = try period.dateTime("start"), let start = period["start"] else { break }
      return try instant(time, start, zone, &notes)
    }
    throw InputError(.against(.noTime, text: ""), field: String(describing: times[0]))
  }

  private func instant(
    _ time: FHIRDateTime, _ node: JSONNode, _ zone: Zone, _ notes: inout [InputError]
  ) throws(InputError) -> Instant {
    if time.isDate { throw node.breaks(.partialEvent) }
    if time.lacksOffset { notes.append(node.breaks(.missingOffset)) }
    return time.first(in: zone)
  }
}

extension JSONNode {
  /// Parses an amount as a value; its unit is the code, otherwise the text.
  func quantityValue(_ kind: String? = nil) throws(InputError) -> OutcomeValue {
    guard self.kind == .object, let quantity = Quantity(self) else { throw breaks(.malformed) }
    return OutcomeValue(.number(quantity.value), units: quantity.unit, kind: kind)
  }

  /// Returns the reasons for stopping an administration, for use as notes.
  func reasons(_ name: StaticString) throws(InputError) -> [CodeableConcept] {
    self[name] == nil ? [] : try concepts(name)
  }
}

extension CodeableConcept {
  /// Whether it is a code for the patient's refusal.
  var isRefusal: Bool {
    has("105480006", of: "http://snomed.info/sct")
      || has("PATOBJ", of: "http://terminology.hl7.org/CodeSystem/v3-ActReason")
  }
}
