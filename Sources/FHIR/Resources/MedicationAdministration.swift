import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

extension Resource {
  private static let times: [StaticString] = [
    "effectiveDateTime", "occurenceDateTime", "occurrenceDateTime",
  ]
  private static let periods: [StaticString] = [
    "effectivePeriod", "occurencePeriod", "occurrencePeriod",
  ]

  /// Parses a MedicationAdministration.
  ///
  /// - Throws: `InputError` with the reason for rejection.
  func administration(
    _ context: PatientContext, _ keys: inout KeyTable, _ notes: inout [InputError]
  ) throws(InputError) -> EventDraft {
    let isDone: Bool
    switch try node.text("status") {
    case "completed": isDone = true
    case "not-done", "stopped": isDone = false
    case nil: throw InputError(.missing, field: "status")
    default: throw node.refused("status", .notAnOutcome)
    }
    let time = try eventTime(Resource.times, Resource.periods, context.zone, &notes)
    var outcome = outcome(at: time, .completed)
    if isDone {
      if let dose = try node.object("dosage")?["dose"] {
        outcome.values = [try dose.quantityValue()]
      }
    } else {
      let reasons = try node.reasons("statusReason")
      outcome.status = reasons.contains(where: \.isRefusal) ? .declined : .skipped
      outcome.notes = reasons.compactMap(\.title).map { RecordNote($0, title: "reason") }
    }
    if node["note"] != nil { outcome.notes += try node.notes("note") }
    var draft = EventDraft(outcome: outcome)
    if let request = try node.object("request") {
      draft.references = keys.number(of: request, in: location.bundle).map { [$0] } ?? []
    }
    if draft.references.isEmpty { draft.codings = try medication(context).codings }
    return draft
  }
}

extension Resource {
  /// The length in days of each unit of `daysSupply`.
  private static let days: [String: Double] = ["d": 1, "wk": 7]

  /// Parses a MedicationDispense.
  ///
  /// - Throws: `InputError` with the reason for rejection.
  func fill(
    _ context: PatientContext, _ notes: inout [InputError]
  ) throws(InputError) -> Fill {
    guard let status = try node.text("status") else { throw InputError(.missing, field: "status") }
    guard status == "completed" else { throw node.refused("status", .notAFill) }
    guard let time = try node.dateTime("whenHandedOver"), let handedOver = node["whenHandedOver"]
    else { throw InputError(.against(.noTime, text: ""), field: "whenHandedOver") }
    if time.isPartial { throw handedOver.breaks(.partialEvent) }
    notes.note(time, handedOver)
    guard let supply = try node.object("daysSupply") else {
      throw InputError(.against(.noDaysSupply, text: ""), field: "daysSupply")
    }
    guard let length = Quantity(supply), let factor = length.unit.flatMap({ Resource.days[$0] }),
      RefillDataset.isSupply(length.value * factor)
    else { throw supply.breaks(.noDaysSupply) }
    let days = length.value * factor
    let quantity = try node.object("quantity").flatMap { Quantity($0) }?.value
    let dose = quantity.map { $0 / days }
    return Fill(
      time.civil(in: context.zone).date, days: days,
      dose: dose.flatMap { $0 > 0 && $0.isFinite ? $0 : nil },
      drug: try medication(context).title)
  }
}
