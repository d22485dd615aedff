package import AdherenceAnalytics
import Formats
import Foundation
import Scheduling

// The JSON of parts of records, in a line of records or in the column `more`.
extension JSONBytes {
  /// Writes a field of a record unless it is absent or has its default.
  mutating func property<Record>(_ field: RecordField<Record>, of record: Record) {
    let name = field.name
    switch field.access {
    case .id(let path): property(name, record[keyPath: path])
    case .zone(let path): property(name, record[keyPath: path].id)
    case .begin(let path): property(name, record[keyPath: path].description)
    case .text(let path): property(name, record[keyPath: path])
    case .date(let path): property(name, record[keyPath: path]?.description)
    case .moment(let path): property(name, record[keyPath: path]?.description)
    case .instant(let path): property(name, record[keyPath: path]?.description)
    case .choice(let choice):
      let text = choice.get(record)
      if text != choice.unsaid { property(name, text) }
    case .truth(let path, let unsaid):
      if record[keyPath: path] != unsaid { property(name, record[keyPath: path]) }
    case .wait(let path):
      property(name, record[keyPath: path].map { ISODuration(seconds: $0).description })
    case .texts(let path): property(name, list: record[keyPath: path])
    case .labelled(let path): property(name, labelled: record[keyPath: path])
    case .address(let path):
      if let address = record[keyPath: path] { property(name, texts: address.texts) }
    case .drug(let path):
      if let drug = record[keyPath: path] { property(name, numbers: drug.numbers) }
    case .notes(let path): property(name, notes: record[keyPath: path])
    case .userInfo(let path):
      let texts = record[keyPath: path]
      if !texts.isEmpty { property(name, texts: texts) }
    }
  }

  private mutating func property(_ name: String, numbers: [String: Double]) {
    property(
      name,
      object: { json in
        for (name, number) in numbers.sorted(by: { $0.key < $1.key }) {
          json.name(name)
          json.number(number)
        }
      })
  }

  mutating func property(_ name: String, notes: [RecordNote]) {
    if notes.isEmpty { return }
    property(name, items: notes) { json, note in
      json.open("{")
      json.property("content", note.content)
      json.property("title", note.title)
      json.property("author", note.author)
      json.property("time", note.time?.description)
      json.close("}")
    }
  }

  mutating func property(_ name: String, labelled: [LabelledValue]) {
    property(name, items: labelled) { json, entry in
      json.open("{")
      json.property("label", entry.label)
      json.property("value", entry.value)
      json.close("}")
    }
  }

  mutating func property(_ name: String, values: [OutcomeValue]) {
    property(name, items: values) { $0.object(of: $1) }
  }

  fileprivate mutating func object(of value: OutcomeValue) {
    open("{")
    name("value")
    content(value.content)
    property("type", value.content.type)
    property("units", value.units)
    property("kind", value.kind)
    close("}")
  }

  private mutating func content(_ content: OutcomeValue.Content) {
    switch content {
    case .number(let number): self.number(number)
    case .boolean(let truth): raw((truth ? "true" : "false").utf8)
    case .text, .date, .data: text(content.text)
    }
  }
}

extension OutcomeValue {
  /// Returns values as a JSON list of objects; `nil` if there are none.
  package static func json(of values: [OutcomeValue]) -> String? {
    if values.isEmpty { return nil }
    var json = JSONBytes()
    json.items(values) { $0.object(of: $1) }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension OutcomeValue.Content {
  /// The type that must be stated so that the text parses as the same value; `nil` for numbers and
  /// Booleans.
  var type: String? {
    switch self {
    case .number, .boolean: nil
    case .text: ValueType.text.rawValue
    case .date: ValueType.date.rawValue
    case .data: ValueType.data.rawValue
    }
  }

  /// The value as the text of a field.
  package var text: String {
    switch self {
    case .number(let number): ByteDigits.exactText(number)
    case .boolean(let truth): truth ? "true" : "false"
    case .text(let text): text
    case .date(let moment): moment.description
    case .data(let bytes): Data(bytes).base64EncodedString()
    }
  }
}

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
