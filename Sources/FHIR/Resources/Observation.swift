import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

extension Resource {
  private static let observed = ["final", "amended", "corrected", "preliminary"]
  private static let observationTimes: [StaticString] = ["effectiveDateTime", "effectiveInstant"]
  private static let observationPeriods: [StaticString] = ["effectivePeriod"]

  /// Parses an Observation; `nil` without `basedOn`, because no plan requests it.
  ///
  /// - Throws: `InputError` with the reason for rejection.
  func observation(
    _ context: PatientContext, _ keys: inout KeyTable, _ notes: inout [InputError]
  ) throws(InputError) -> EventDraft? {
    guard let references = try basedOn(&keys) else { return nil }
    guard let status = try node.text("status") else { throw InputError(.missing, field: "status") }
    guard Resource.observed.contains(status) else { throw node.refused("status", .notAnOutcome) }
    let time = try eventTime(
      Resource.observationTimes, Resource.observationPeriods, context.zone, &notes)
    var values = [try node.recordedValue(nil)].compactMap(\.self)
    for component in try node.objects("component") {
      let code = try component.concept("code")
      let kind = code?.codings.lazy.compactMap(\.code).first ?? code?.text
      if let value = try component.recordedValue(kind) { values.append(value) }
    }
    var outcome = outcome(at: time, .completed, values)
    outcome.notes = try node.notes("note")
    return EventDraft(outcome: outcome, references: references, referring: "basedOn")
  }

  /// Returns the keys of an event's `basedOn`; `nil` if it is empty.
  func basedOn(_ keys: inout KeyTable) throws(InputError) -> [Int]? {
    let references = try node.objects("basedOn")
    if references.isEmpty { return nil }
    return references.compactMap { keys.number(of: $0, in: location.bundle) }
  }
}

extension JSONNode {
  /// Returns the recorded `value[x]`; `nil` if there is none or its type is not supported.
  func recordedValue(_ kind: String?) throws(InputError) -> OutcomeValue? {
    if self["dataAbsentReason"] != nil { return nil }
    if let node = self["valueQuantity"] {
      // A quantity with a comparator is not an amount.
      return node["comparator"] == nil ? try node.quantityValue(kind) : nil
    }
    for name in ["valueInteger", "valueDecimal"] as [StaticString] {
      guard let node = self[name] else { continue }
      guard let number = node.number, number.isFinite else { throw node.breaks(.malformed) }
      return OutcomeValue(.number(number), kind: kind)
    }
    if let truth = try boolean("valueBoolean") { return OutcomeValue(.boolean(truth), kind: kind) }
    for name in JSONNode.textValues {
      if let text = try text(name) { return OutcomeValue(.text(text), kind: kind) }
    }
    for name in ["valueDateTime", "valueDate"] as [StaticString] {
      if let time = try dateTime(name) { return OutcomeValue(.date(time.moment), kind: kind) }
    }
    for name in ["valueCodeableConcept", "valueCoding"] as [StaticString] {
      guard let node = try object(name) else { continue }
      var concept = CodeableConcept(node)
      if node["coding"] == nil { concept.codings.append(.init(node)) }
      return concept.title.map { OutcomeValue(.text($0), kind: kind) }
    }
    return nil
  }

  private static let textValues: [StaticString] = ["valueString", "valueTime", "valueUri"]
}
