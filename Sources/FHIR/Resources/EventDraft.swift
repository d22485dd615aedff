import AdherenceAnalytics
import Interchange
import Scheduling

/// An event as it is read, before it is known what task it is of.
struct EventDraft {
  /// The outcome, but for its task.
  var outcome: Outcome
  /// The keys of what it refers to; none where it names nothing.
  var references: [Int] = []
  /// The element that refers.
  var referring = "request"
  /// The codes of its medicine, by which it finds a task where it names none.
  var codings: [CodeableConcept.Coding] = []
}

extension Resource {
  /// An outcome at a time; the resource is its identity.
  func outcome(
    at time: Instant, _ status: Outcome.Status, _ values: [OutcomeValue] = []
  ) -> Outcome {
    var outcome = Outcome(task: "", time: time, values: values, status: status)
    outcome.id = identity
    outcome.recordedAt = lastUpdated
    return outcome
  }

  /// When something was: the first of some members that is there, of a period its start.
  ///
  /// - Throws: `InputError` where none is, or no time of day is said.
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
  /// An amount as a value; its unit is the code, else the text.
  func quantityValue(_ kind: String? = nil) throws(InputError) -> OutcomeValue {
    guard self.kind == .object, let quantity = Quantity(self) else { throw breaks(.malformed) }
    return OutcomeValue(.number(quantity.value), units: quantity.unit, kind: kind)
  }

  /// The reasons that stop an administration, as notes.
  func reasons(_ name: StaticString) throws(InputError) -> [CodeableConcept] {
    self[name] == nil ? [] : try concepts(name)
  }
}

extension CodeableConcept {
  /// Whether it says that the patient refused.
  var isRefusal: Bool {
    has("105480006", of: "http://snomed.info/sct")
      || has("PATOBJ", of: "http://terminology.hl7.org/CodeSystem/v3-ActReason")
  }
}
