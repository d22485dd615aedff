import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

extension Resource {
  private static let answered = ["completed", "amended"]

  /// Parses a QuestionnaireResponse; `nil` without `basedOn`, because no plan requests it.
  ///
  /// - Throws: `InputError` with the reason for rejection.
  func questionnaireResponse(
    _ context: PatientContext, _ keys: inout KeyTable, _ notes: inout [InputError]
  ) throws(InputError) -> EventDraft? {
    guard let references = try basedOn(&keys) else { return nil }
    guard let status = try node.text("status") else { throw InputError(.missing, field: "status") }
    guard Resource.answered.contains(status) else { throw node.refused("status", .notAnOutcome) }
    let time = try eventTime(["authored"], [], context.zone, &notes)
    let outcome = outcome(at: time, .completed, try node.answers)
    return EventDraft(outcome: outcome, references: references, referring: "basedOn")
  }
}

extension JSONNode {
  /// The answers to the items of a form or answer, in order.
  ///
  /// Recursion is bounded by the depth limit of JSON documents.
  fileprivate var answers: [OutcomeValue] {
    get throws(InputError) {
      var values: [OutcomeValue] = []
      for item in try objects("item") {
        let kind = try item.text("linkId")
        for answer in try item.objects("answer") {
          if let value = try answer.recordedValue(kind) { values.append(value) }
          values += try answer.answers
        }
        values += try item.answers
      }
      return values
    }
  }
}
