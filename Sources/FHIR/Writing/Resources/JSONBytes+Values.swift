import AdherenceAnalytics
import Formats
import Interchange
import Scheduling

extension OutcomeValue {
  /// The amount as a Quantity; `nil` for other values and non-finite numbers.
  var quantity: (amount: Double, unit: String?)? {
    guard case .number(let number) = content, number.isFinite else { return nil }
    return (number, units)
  }

  /// Whether an Observation has a type for the value.
  var isWritable: Bool {
    switch content {
    case .number(let number): number.isFinite
    case .text(let text): text.fhirText != nil
    case .boolean, .date: true
    case .data: false
    }
  }
}

extension JSONBytes {
  mutating func property(_ meta: String, updated: Instant?) {
    guard let updated else { return }
    property(meta, object: { $0.property("lastUpdated", updated.description) })
  }

  /// Writes the values of an outcome: a single value directly, several or a value with a kind as
  /// components.
  mutating func values(of outcome: Outcome, in zone: Zone) {
    switch outcome.status {
    case .completed: values(outcome.values.filter(\.isWritable), in: zone)
    case .declined: dataAbsent(.absence("asked-declined", "Asked But Declined"))
    case .skipped: dataAbsent(.absence("not-performed", "Not Performed"))
    }
  }

  private mutating func values(_ values: [OutcomeValue], in zone: Zone) {
    if values.isEmpty { return }
    if values.count == 1, values[0].kind?.fhirText == nil { return value(values[0], in: zone) }
    property("component", items: values) { json, value in
      json.object { json in
        json.concept("code", text: value.kind?.fhirText ?? "value")
        json.value(value, in: zone)
      }
    }
  }

  /// Writes the reason for an absent value.
  mutating func dataAbsent(_ reason: Term, text: String? = nil) {
    concept("dataAbsentReason", [reason], text: text)
  }

  private mutating func value(_ value: OutcomeValue, in zone: Zone) {
    switch value.content {
    case .number(let number): quantity("valueQuantity", number, unit: value.units)
    case .boolean(let truth): property("valueBoolean", truth)
    case .text(let text): string("valueString", text)
    case .date(let moment): property("valueDateTime", moment.fhirText(in: zone))
    case .data: break
    }
  }
}
