import AdherenceAnalytics
import Scheduling

// Outcomes with details; `OutcomeBytes` encodes the others.
extension RowBytes {
  static let outcomeColumns = [
    "patient", "task", "element", "nominal", "time", "value", "units", "kind", "type", "status",
    "id", "recordedAt", "more",
  ]

  mutating func append(_ outcome: Outcome, of patient: String) {
    field("patient", patient)
    field("task", outcome.task)
    field("element", outcome.key?.element)
    let fold = outcome.key?.isSecondPass == true ? ";fold=1" : ""
    field("nominal", (outcome.key?.nominal.description).map { $0 + fold })
    field("time", outcome.time?.description)
    append(outcome.values)
    field("status", outcome.status == .completed ? nil : outcome.status.rawValue)
    field("id", outcome.id)
    field("recordedAt", outcome.recordedAt?.description)
    // Rare fields have no column of their own.
    for field in Outcome.fields where !RowBytes.outcomeColumns.contains(field.name) {
      more.property(field, of: outcome)
    }
    end()
  }

  /// Writes a single value in its columns, and several values in `more`.
  private mutating func append(_ values: [OutcomeValue]) {
    let only = values.count == 1 && values[0].hasColumns ? values[0] : nil
    if case .number(let number) = only?.content {
      field(number: number)
    } else {
      field("value", only?.content.text)
    }
    field("units", only?.units)
    field("kind", only?.kind)
    field("type", only?.content.type)
    if only == nil, !values.isEmpty { more.property("values", values: values) }
  }
}

extension OutcomeValue {
  /// Whether no part is an empty text, which a column cannot represent.
  fileprivate var hasColumns: Bool { !content.text.isEmpty && units != "" && kind != "" }
}
