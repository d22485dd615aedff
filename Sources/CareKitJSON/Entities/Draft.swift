import AdherenceAnalytics
import Diagnostics
import Scheduling

/// A parsed entity, before its owner is known.
struct Draft<Record> {
  var record: Record
  let facts: Facts
  let location: EntityLocation
  /// The entity that owns it: the care plan of a task or contact, the patient of a plan, the task
  /// of an outcome.
  let owner: String?

  /// The links between versions.
  struct Facts {
    let identity: String?
    let previous: [String]
    let effective: Instant?
    let recordedAt: Instant?
    let zone: Zone

    init(_ facts: EntityFacts) {
      (identity, previous, zone) = (facts.identity, facts.previous, facts.zone)
      (effective, recordedAt) = (facts.effective, facts.recordedAt)
    }
  }

  init(_ record: Record, _ facts: EntityFacts, owner: String? = nil, at location: EntityLocation) {
    (self.record, self.facts) = (record, Facts(facts))
    (self.owner, self.location) = (owner, location)
  }
}

/// The location of an entity.
struct EntityLocation: Hashable, Sendable {
  /// The zero-based document index.
  var document: Int32
  /// The zero-based index in the document.
  var number: Int32
  /// The one-based line on which it starts.
  var line: Int32
}

extension InputError {
  /// Returns the error with the location of an entity, and a field such as
  /// `3.schedule.elements.0.interval`.
  func at(_ location: EntityLocation, of sources: [String]) -> InputError {
    var error = at(source: sources[Int(location.document)], line: Int(location.line))
    let isWhole = field?.isEmpty ?? true
    error.field = isWhole ? "\(location.number)" : "\(location.number).\(field ?? "")"
    return error
  }
}
