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
