import AdherenceAnalytics
import Diagnostics
import Scheduling

// Records that a folder cannot represent are rejected before anything of them is written.
extension CareRecord {
  /// Rejects a record with a time outside the supported years, or a patient without an id.
  func requireWritable() throws(InputError) {
    if patient.id.isEmpty { throw InputError(.missing, field: "id") }
    for patient in patients { try patient.requireWritableFields() }
    for task in tasks { try task.requireWritableFields() }
    for plan in carePlans { try plan.requireWritableFields() }
    for contact in contacts { try contact.requireWritableFields() }
    for hold in holds { try hold.requireWritableFields() }
    for event in namedEvents {
      try event.name.requireEventName("event")
      try event.requireWritableFields()
    }
  }
}

extension Outcome {
  /// Rejects an outcome with a time outside the supported years, or a number that no reader
  /// accepts.
  func requireWritable() throws(InputError) {
    try time?.requireWritable("time")
    try requireWritableFields()
    for value in values {
      switch value.content {
      case .number(let number):
        if !number.isFinite { throw .unwritable(number) }
      case .date(let moment): try moment.requireWritable("value")
      case .boolean, .text, .data: break
      }
    }
  }
}

extension FieldedRecord {
  /// Rejects times outside the supported years, and names that no reader accepts.
  fileprivate func requireWritableFields() throws(InputError) {
    for field in Self.fields {
      switch field.access {
      case .id(let path): _ = try InputError.requireFewMarks(self[keyPath: path], field: field.name)
      case .text(let path):
        _ = try InputError.requireFewMarks(self[keyPath: path] ?? "", field: field.name)
      case .begin(let path): try self[keyPath: path].requireWritable(field.name)
      case .moment(let path): try self[keyPath: path]?.requireWritable(field.name)
      case .instant(let path): try self[keyPath: path]?.requireWritable(field.name)
      case .notes(let path): try self[keyPath: path].requireWritable()
      case .choice(let choice):
        guard let text = choice.get(self), !choice.allowed.contains(text) else { continue }
        throw InputError(.notOneOf(text: text, allowed: choice.allowed), field: field.name)
      case .drug(let path):
        _ = try DrugParameters(checking: self[keyPath: path]?.numbers ?? [:], field: field.name)
      case .zone, .date, .truth, .wait, .texts, .labelled, .address, .userInfo: break
      }
    }
  }
}

extension [RecordNote] {
  fileprivate func requireWritable() throws(InputError) {
    for note in self { try note.time?.requireWritable("notes") }
  }
}

extension LocalOrInstant {
  fileprivate func requireWritable(_ field: String) throws(InputError) {
    if case .instant(let instant) = self { try instant.requireWritable(field) }
  }
}

extension Instant {
  fileprivate func requireWritable(_ field: String) throws(InputError) {
    guard TimeBytes.range.contains(seconds) else { throw .unwritableTime(seconds, field: field) }
  }
}
