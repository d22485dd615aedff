import AdherenceAnalytics
import Scheduling

/// An entity as it was read, before it is known whose it is.
struct Draft<Record> {
  var record: Record
  let facts: Facts
  let place: EntityPlace
  /// The entity that it belongs to: of a task or contact the care plan, of a plan the patient, of
  /// an outcome the task.
  let owner: String?

  /// What links versions with each other.
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

  init(_ record: Record, _ facts: EntityFacts, owner: String? = nil, at place: EntityPlace) {
    (self.record, self.facts) = (record, Facts(facts))
    (self.owner, self.place) = (owner, place)
  }
}

/// Where an entity stands.
struct EntityPlace: Hashable, Sendable {
  /// The document, from 0.
  var document: Int32
  /// How many entities come before it in the document.
  var number: Int32
  /// The line on which it begins, from 1.
  var line: Int32
}

extension InputError {
  /// The error of a field of an entity, as `3.schedule.elements.0.interval`.
  func at(_ place: EntityPlace, of sources: [String]) -> InputError {
    var error = at(source: sources[Int(place.document)], line: Int(place.line))
    let isWhole = field?.isEmpty ?? true
    error.field = isWhole ? "\(place.number)" : "\(place.number).\(field ?? "")"
    return error
  }
}
