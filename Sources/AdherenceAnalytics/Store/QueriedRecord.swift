import Scheduling

/// A kind of record that queries choose, filter and sort.
protocol QueriedRecord: StoredRecord, FieldedRecord {
  /// The newest version before the end of a range, where it holds at some moment of the range.
  static func newest(of versions: [Self], in range: Range<Instant>, zone: Zone) -> Self?
  /// Whether a version passes the filters that only its kind has.
  func passes(_ query: RecordQuery<Self>, of record: CareRecord) -> Bool
  /// The property that ``instant(in:)`` is.
  static var clock: SortKey { get }
  /// When a version begins to hold, or when it happened.
  func instant(in zone: Zone) -> Instant?
}

extension QueriedRecord {
  func passes(_ query: RecordQuery<Self>, of record: CareRecord) -> Bool { true }

  /// What a property is compared by; nothing where the kind does not have it.
  func value(of key: SortKey, in zone: Zone) -> SortValue {
    switch key {
    case .recorded: SortValue(recordedAt)
    case .effectiveFrom, .time: key == Self.clock ? SortValue(instant(in: zone)) : .nothing
    case .title, .givenName, .familyName, .group: SortValue(text(of: key.rawValue))
    }
  }

  /// A text by the name of its field.
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
      && (!query.excludesTasksWithNoEvents || hasEvents(in: query.range, record.patient.zone))
  }

  private func hasEvents(in range: DateRange?, _ zone: Zone) -> Bool {
    guard let range = range?.instants(in: zone) else { return true }
    let begin = max(range.lowerBound, self.begin(in: zone))
    let end = min(range.upperBound, deletedAt?.instant(in: zone) ?? .latest)
    guard begin < end else { return false }
    // Quotas and what is taken as needed can be done at any time.
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

  /// The last version, where its occurrence was planned for the range, or its event lies in it.
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
  /// Whether a care plan is one of those that a query names.
  fileprivate func hasCarePlan<Record>(_ id: String?, for links: RecordQuery<Record>.Links) -> Bool
  {
    guard links.carePlans?.contains(id) != false else { return false }
    guard let names = links.carePlanRemoteIDs else { return true }
    return carePlans.last { $0.id == id }?.remoteID.map(names.contains) ?? false
  }

  /// Whether a task is one of those with names in another system.
  fileprivate func hasTask(_ id: String, called names: Set<String>?) -> Bool {
    guard let names else { return true }
    return tasks.last { $0.id == id }?.remoteID.map(names.contains) ?? false
  }
}
