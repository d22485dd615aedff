import Scheduling

/// A kind of record that can be queried.
protocol QueriedRecord: StoredRecord, FieldedRecord {
  /// Returns the newest version before the end of a range, if it is effective at some time in the range.
  static func newest(of versions: [Self], in range: Range<Instant>, zone: Zone) -> Self?
  /// Returns whether a version passes the filters specific to its kind.
  func passes(_ query: RecordQuery<Self>, of record: CareRecord) -> Bool
  /// The property that ``instant(in:)`` returns.
  static var clock: SortKey { get }
  /// Returns the start of a version's effective time, or the time of an event.
  func instant(in zone: Zone) -> Instant?
}

extension QueriedRecord {
  func passes(_ query: RecordQuery<Self>, of record: CareRecord) -> Bool { true }

  /// Returns the sort value of a property; nothing if the kind does not have it.
  func value(of key: SortKey, in zone: Zone) -> SortValue {
    switch key {
    case .recorded: SortValue(recordedAt)
    case .effectiveFrom, .time: key == Self.clock ? SortValue(instant(in: zone)) : .nothing
    case .title, .givenName, .familyName, .group: SortValue(text(of: key.rawValue))
    }
  }

  /// Returns a text by the name of its field.
  private func text(of name: String) -> String? {
    for field in Self.fields where field.name == name {
      if case .text(let path) = field.access { return self[keyPath: path] }
    }
    return nil
  }
}

extension QueriedRecord where Self: VersionedRecord {
  static var clock: SortKey { .effectiveFrom }
  func instant(in zone: Zone) -> Instant? { begin(in: zone) }
}

extension Patient: QueriedRecord {
  static let kind = CareKind.patient
}

extension CarePlan: QueriedRecord {
  static let kind = CareKind.carePlan
}

extension Contact: QueriedRecord {
  static let kind = CareKind.contact

  func passes(_ query: RecordQuery<Contact>, of record: CareRecord) -> Bool {
    record.hasCarePlan(carePlan, for: query.links)
  }
}

extension CareTask: QueriedRecord {
  static let kind = CareKind.task

  func passes(_ query: RecordQuery<CareTask>, of record: CareRecord) -> Bool {
    record.hasCarePlan(carePlan, for: query.links)
      && (!query.excludesTasksWithNoEvents
        || dated(in: record).hasEvents(in: query.range, record.patient.zone))
  }

  /// Returns the task with its schedule dated by the events and outcomes of its patient.
  private func dated(in record: CareRecord) -> CareTask {
    guard schedule.followsEvents else { return self }
    var own = record
    own.tasks.removeAll { $0.id == id }
    own.tasks.insert(self, at: 0)
    return own.dated().tasks[0]
  }

  private func hasEvents(in range: DateRange?, _ zone: Zone) -> Bool {
    guard let range = range?.instants(in: zone) else { return true }
    let begin = max(range.lowerBound, self.begin(in: zone))
    let end = min(range.upperBound, deletedAt?.instant(in: zone) ?? .latest)
    guard begin < end else { return false }
    // Quotas and as-needed use can be done at any time.
    let isTimeless = schedule.elements.contains { element in
      !element.recurrence.hasOccurrences && element.start.instant(in: zone) < end
        && element.end.map { $0.instant(in: zone) > begin } != false
    }
    if isTimeless { return true }
    let occurrences = try? Occurrences(of: schedule, in: zone)
    return occurrences?.overlapping(begin..<end, limit: 1).isEmpty == false
  }
}

extension Outcome: QueriedRecord, WithdrawnRecord {
  static let kind = CareKind.outcome
  static let clock = SortKey.time
  var identity: String? { id }

  /// Returns the last version, if its occurrence was planned in the range, or its event is in it.
  static func newest(of versions: [Outcome], in range: Range<Instant>, zone: Zone) -> Outcome? {
    guard let last = versions.last, !last.isDeleted else { return nil }
    let planned = last.key.map { zone.firstInstant(atOrAfter: $0.nominal) }
    guard let instant = planned ?? last.time, range.contains(instant) else { return nil }
    return last
  }

  func instant(in zone: Zone) -> Instant? { time }

  func passes(_ query: RecordQuery<Outcome>, of record: CareRecord) -> Bool {
    query.tasks?.contains(task) != false && record.hasTask(task, called: query.taskRemoteIDs)
  }
}

extension CareRecord {
  /// Returns whether a care plan passes a query's filters.
  fileprivate func hasCarePlan<Record>(_ id: String?, for links: RecordQuery<Record>.Links) -> Bool
  {
    guard links.carePlans?.contains(id) != false else { return false }
    guard let names = links.carePlanRemoteIDs else { return true }
    return carePlans.last { $0.id == id }?.remoteID.map(names.contains) ?? false
  }

  /// Returns whether a task has one of some ids in another system.
  fileprivate func hasTask(_ id: String, called names: Set<String>?) -> Bool {
    guard let names else { return true }
    return tasks.last { $0.id == id }?.remoteID.map(names.contains) ?? false
  }
}

/// A property to sort by, and the direction.
///
/// Missing values come first in ascending order. Entities with equal values stay in order of first writing.
public enum SortOrder: Hashable, Sendable {
  case ascending(SortKey)
  case descending(SortKey)

  var key: SortKey {
    switch self {
    case .ascending(let key), .descending(let key): key
    }
  }

  var isAscending: Bool { self == .ascending(key) }
}

/// A property to sort records by; one that a kind does not have is ignored.
public enum SortKey: String, CaseIterable, Hashable, Sendable {
  /// The start of a version's effective time, for all kinds except outcomes.
  case effectiveFrom
  /// The title of a care plan, contact or task.
  case title
  /// A name of a patient or contact.
  case givenName, familyName
  case group
  /// The time of an outcome.
  case time
  /// The time of recording of the version that filters apply to.
  case recorded
}

/// A sort value; `nothing` sorts first.
enum SortValue: Comparable {
  case nothing
  case instant(Instant)
  case text(String)

  init(_ text: String?) { self = text.map(SortValue.text) ?? .nothing }
  init(_ instant: Instant?) { self = instant.map(SortValue.instant) ?? .nothing }
}
