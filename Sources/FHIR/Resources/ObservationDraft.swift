import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// The observation period from a ResearchSubject or EpisodeOfCare.
struct ObservationDraft {
  var period: ObservationPeriod
  /// Whether it comes from a study, which takes precedence over episodes of care.
  var isOfStudy: Bool
}

extension Resource {
  /// The end causes by status of subjects and episodes.
  private static let endCauses: [String: EndCause] = [
    "withdrawn": .withdrawal, "off-study": .completed, "finished": .completed,
  ]
  /// The statuses of patients whose observation has not begun or never will.
  private static let notBegun = [
    "candidate", "potential-candidate", "screening", "eligible", "ineligible", "not-registered",
    "planned", "waitlist", "cancelled",
  ]

  /// Parses a ResearchSubject or EpisodeOfCare; `nil` if it does not give an observation period.
  ///
  /// - Throws: `InputError` if its period is invalid.
  func observation(
    _ context: PatientContext, isOfStudy: Bool, _ notes: inout [InputError]
  ) throws(InputError) -> ObservationDraft? {
    let status = try observationStatus
    if Resource.notBegun.contains(status) { return nil }
    guard let period = try node.period("period") else { return nil }
    if period.start != nil { _ = try node.start(period, "period") }
    if let start = period.start { notes.note(start, node["period"]?["start"]) }
    if let end = period.end { notes.note(end, node["period"]?["end"]) }
    let days = ObservationPeriod(
      from: period.start.map { $0.civil(in: context.zone).date },
      to: period.end.map { $0.lastDay(in: context.zone) },
      endCause: period.end.flatMap { _ in Resource.endCauses[status] })
    return ObservationDraft(period: days, isOfStudy: isOfStudy)
  }

  /// Whether the observation of a subject has begun or will begin.
  var hasBegunObservation: Bool {
    get throws(InputError) { !Resource.notBegun.contains(try observationStatus) }
  }

  /// The state of the patient in the study or episode.
  private var observationStatus: String {
    get throws(InputError) { try subjectState.or(try node.text("status")) ?? "" }
  }

  /// The latest subject state of R5 or R6, where the status is that of the record alone.
  private var subjectState: String? {
    get throws(InputError) {
      let states =
        try node.objects("progress").compactMap { $0["subjectState"] }
        + node.objects("subjectState").compactMap { $0["code"] }
      return try states.last?.objects("coding").first?.text("code")
    }
  }
}

extension FHIRDateTime {
  /// Returns the last date that a period end includes.
  func lastDay(in zone: Zone) -> CivilDate {
    isDate
      ? next.map { $0.civil(in: zone).date.adding(days: -1) } ?? .last : civil(in: zone).date
  }
}

extension [ObservationDraft] {
  /// The union of the periods, of studies only if there are any.
  var joined: ObservationPeriod? {
    let ofStudies = filter(\.isOfStudy)
    let periods = (ofStudies.isEmpty ? self : ofStudies).map(\.period)
    guard let first = periods.first else { return nil }
    return periods.dropFirst().reduce(first) { $0.joined(with: $1) }
  }
}

extension ObservationPeriod {
  /// Returns the smallest period that contains both; a missing bound stays open.
  fileprivate func joined(with other: ObservationPeriod) -> ObservationPeriod {
    var joined = ObservationPeriod()
    if let from, let start = other.from { joined.from = min(from, start) }
    if let to, let end = other.to {
      joined.to = max(to, end)
      joined.endCause = end > to ? other.endCause : endCause
    }
    return joined
  }

  /// Returns the intersection of both periods; the end cause is that of the earlier end.
  func clipped(to other: ObservationPeriod) -> ObservationPeriod {
    var clipped = self
    clipped.from = [from, other.from].compactMap(\.self).max()
    guard let end = other.to, end < to ?? .last else { return clipped }
    (clipped.to, clipped.endCause) = (end, other.endCause)
    return clipped
  }
}

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
