public import AdherenceAnalytics
public import Diagnostics
import Formats
import Scheduling

extension RecordLine {
  /// Encodes a record as one line of JSON, from which ``init(_:)`` parses an equal record.
  ///
  /// - Throws: `InputError` if JSON cannot represent the record: a patient without an id, a time
  ///   outside the years 1 to 9999, a custom scoring function, a negative number or NaN.
  /// - Complexity: O(*n*) for *n* entries of the record.
  public static func text(of record: CareRecord) throws(InputError) -> String {
    try record.requireWritable()
    var json = JSONBytes()
    json.open("{")
    json.name("patient")
    json.append(record.patient)
    json.property("earlierPatients", items: record.earlierPatients) { $0.append($1) }
    json.property("carePlans", items: record.carePlans) { $0.append($1) }
    json.property("contacts", items: record.contacts) { $0.append($1) }
    var tasks = TaskBytes()
    json.name("tasks")
    json.open("[")
    for task in record.tasks { try tasks.append(task, to: &json) }
    json.close("]")
    json.property("holds", items: record.holds) { $0.append($1) }
    json.property("namedEvents", items: record.namedEvents) { $0.append($1) }
    json.name("outcomes")
    json.open("[")
    for outcome in record.outcomes { try json.append(entry: outcome) }
    json.close("]")
    json.close("}")
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension JSONBytes {
  /// Writes a record with all its fields as an object.
  fileprivate mutating func append<Record: FieldedRecord>(_ record: Record) {
    open("{")
    for field in Record.fields { property(field, of: record) }
    close("}")
  }

  fileprivate mutating func append(entry outcome: Outcome) throws(InputError) {
    try outcome.requireWritable()
    open("{")
    property("task", outcome.task)
    property("element", outcome.key?.element)
    property("nominal", outcome.key.map { "\($0.nominal)\($0.isSecondPass ? ";fold=1" : "")" })
    property("time", outcome.time?.description)
    property("values", values: outcome.values)
    if outcome.status != .completed { property("status", outcome.status.rawValue) }
    for field in Outcome.fields { property(field, of: outcome) }
    close("}")
  }
}
