import AdherenceAnalytics
import Scheduling

// What a folder cannot say is refused before anything of the record is written.
extension CareRecord {
  /// Refuses a record with a time outside the calendar's years, or a patient without an id.
  func requireWritable() throws(InputError) {
    if patient.id.isEmpty { throw InputError(.missing, field: "id") }
    for patient in patients { try patient.requireWritable() }
    for task in tasks { try task.requireWritable() }
    for plan in carePlans { try plan.requireWritable() }
    for contact in contacts { try contact.requireWritable() }
    for hold in holds {
      try hold.from.requireWritable("from")
      try hold.to?.requireWritable("to")
      try hold.recordedAt?.requireWritable("recordedAt")
      try hold.notes.requireWritable()
    }
  }
}

extension Outcome {
  /// Refuses an outcome with a time outside the calendar's years, or a number that no reader takes.
  func requireWritable() throws(InputError) {
    try time?.requireWritable("time")
    try recordedAt?.requireWritable("recordedAt")
    try notes.requireWritable()
    for value in values {
      switch value.content {
      case .number(let number):
        if !number.isFinite || number < 0 { throw .unwritable(number) }
      case .date(let moment): try moment.requireWritable("value")
      case .boolean, .text, .data: break
      }
    }
  }
}

extension VersionedRecord {
  fileprivate func requireWritable() throws(InputError) {
    try effectiveFrom?.requireWritable("effectiveFrom")
    try recordedAt?.requireWritable("recordedAt")
    try deletedAt?.requireWritable("deletedAt")
    try notes.requireWritable()
  }
}

extension [Note] {
  fileprivate func requireWritable() throws(InputError) {
    for note in self { try note.time?.requireWritable("notes") }
  }
}

extension Moment {
  fileprivate func requireWritable(_ field: String) throws(InputError) {
    if case .instant(let instant) = self { try instant.requireWritable(field) }
  }
}

extension Instant {
  fileprivate func requireWritable(_ field: String) throws(InputError) {
    guard TimeBytes.range.contains(seconds) else { throw .unwritableTime(seconds, field: field) }
  }
}
