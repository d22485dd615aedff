import AdherenceAnalytics
import Formats
import Interchange
import Scheduling

// FHIR data types.
extension JSONBytes {
  /// Writes a text unless it is blank, replacing the control characters that FHIR forbids by
  /// U+FFFD.
  mutating func string(_ name: String, _ text: String?) {
    guard let text = text?.fhirText else { return }
    property(name, text)
  }

  mutating func coding(_ term: Term) {
    object { json in
      json.property("system", term.system)
      json.property("code", term.code)
      json.property("display", term.display)
    }
  }

  /// Writes a CodeableConcept of codes and a text, at least one of which must be present.
  mutating func concept(_ name: String, _ terms: [Term] = [], text: String? = nil) {
    property(name, value: { $0.concept(terms, text: text) })
  }

  mutating func concept(_ terms: [Term] = [], text: String? = nil) {
    object { json in
      if !terms.isEmpty { json.property("coding", items: terms) { $0.coding($1) } }
      json.string("text", text)
    }
  }

  /// Writes a list of one value.
  mutating func list(_ name: String, of write: (inout JSONBytes) -> Void) {
    property(name, items: [()]) { json, _ in write(&json) }
  }

  /// Writes a property with the value written by a closure.
  mutating func property(_ name: String, value write: (inout JSONBytes) -> Void) {
    self.name(name)
    write(&self)
  }

  mutating func reference(_ name: String, _ reference: String) {
    property(name, value: { $0.reference(reference) })
  }

  mutating func reference(_ reference: String) {
    object { $0.property("reference", reference) }
  }

  mutating func number(_ name: String, _ number: Double) {
    self.name(name)
    self.number(number)
  }

  /// Writes a Quantity, with its UCUM code if there is one.
  mutating func quantity(_ name: String, _ value: Double, unit: String?, ucum: String? = nil) {
    property(
      name,
      object: { json in
        json.number("value", value)
        json.string("unit", unit)
        if let ucum {
          json.property("system", "http://unitsofmeasure.org")
          json.property("code", ucum)
        }
      })
  }

  mutating func percentage(_ name: String, _ percent: Double) {
    quantity(name, percent, unit: "%", ucum: "%")
  }

  /// Writes a Period of whole days.
  mutating func period(_ name: String, of span: PeriodSpan) {
    property(
      name,
      object: { json in
        json.property("start", span.start.description)
        json.property("end", span.end.adding(days: -1).description)
      })
  }

  /// Writes the identifiers of a resource: the original id, unless it is the FHIR id, and the
  /// remote id.
  mutating func identifiers(_ original: String, _ id: ResourceID, remote: String?) {
    let own = original == id.text ? nil : original.fhirText
    let names = [("usual", own), ("secondary", remote?.fhirText)].filter { $0.1 != nil }
    if names.isEmpty { return }
    property("identifier", items: names) { json, name in
      json.object { json in
        json.property("use", name.0)
        json.property("value", name.1)
      }
    }
  }

  mutating func annotations(_ notes: [RecordNote]) {
    let notes = notes.filter { $0.content.fhirText != nil }
    if notes.isEmpty { return }
    property("note", items: notes) { json, note in
      json.object { json in
        json.string("authorString", note.author)
        json.property("time", note.time?.description)
        json.string("text", note.words)
      }
    }
  }
}

extension RecordNote {
  /// The title and the content as one text, because FHIR annotations have no titles.
  var words: String { [title, content].compactMap { $0?.fhirText }.joined(separator: ": ") }
}

extension String {
  /// The text as a FHIR string; `nil` if it is blank.
  var fhirText: String? {
    guard contains(where: { !$0.isWhitespace }) else { return nil }
    guard unicodeScalars.contains(where: \.isRefused) else { return self }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: unicodeScalars.map { $0.isRefused ? "\u{FFFD}" : $0 })
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character that FHIR forbids: all except tab and line breaks.
  fileprivate var isRefused: Bool { value < 32 && ![9, 10, 13].contains(value) }
}

extension LocalOrInstant {
  /// Returns the text of a `dateTime`: local midnight as a date, other local times with the offset
  /// of a time zone.
  func fhirText(in zone: Zone) -> String {
    if case .local(let local) = self, local.time == .midnight { return local.date.description }
    return instant(in: zone).description
  }

  /// Returns the text of the preceding second or date, because the ends of FHIR periods are
  /// inclusive.
  func fhirTextBefore(in zone: Zone) -> String {
    if case .local(let local) = self, local.time == .midnight {
      return local.date.adding(days: -1).description
    }
    return instant(in: zone).adding(seconds: -1).description
  }
}

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
