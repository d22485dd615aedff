import AdherenceAnalytics
import Scheduling

// Outcomes that are more than their row; `OutcomeBytes` writes the others.
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
    // What few have stands in no column of its own.
    for field in Outcome.fields where !RowBytes.outcomeColumns.contains(field.name) {
      more.property(field, of: outcome)
    }
    end()
  }

  /// Writes the one value that has columns; several stand in `more`.
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
  /// Whether there is no empty text among its parts.
  fileprivate var hasColumns: Bool { !content.text.isEmpty && units != "" && kind != "" }
}
