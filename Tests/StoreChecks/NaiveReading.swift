import AdherenceAnalytics
import Scheduling

/// The definition of a query, without regard to speed.
struct NaiveReading {
  let query: CareQuery
  let records: [CareRecord]

  var answer: [CareRecord] {
    let known = records.compactMap(known)
    let chosen = Sifting(query.patients).sift(
      known.flatMap { record in record.patients.map { (Facts($0, record.patient.zone), $0) } })
    return known.compactMap { record in
      let patients = chosen.filter { $0.id == record.patient.id }
      guard !patients.isEmpty, query.partition?.contains(record.patient.id) ?? true else {
        return nil
      }
      var answer = contents(of: record)
      answer.patients = patients
      return answer
    }
  }

  private func known(_ record: CareRecord) -> CareRecord? {
    guard let moment = query.asKnownAt else { return record }
    func isKnown(_ recordedAt: Instant?) -> Bool { recordedAt ?? .earliest <= moment }
    var known = record
    known.carePlans = record.carePlans.filter { isKnown($0.recordedAt) }
    known.contacts = record.contacts.filter { isKnown($0.recordedAt) }
    known.tasks = record.tasks.filter { isKnown($0.recordedAt) }
    known.holds = record.holds.filter { isKnown($0.recordedAt) }
    known.namedEvents = record.namedEvents.filter { isKnown($0.recordedAt) }
    known.outcomes = OutcomeTable(record.outcomes.filter { isKnown($0.recordedAt) })
    let patients = record.patients.filter { isKnown($0.recordedAt) }
    if patients.isEmpty { return nil }
    known.patients = patients
    return known
  }

  private func contents(of record: CareRecord) -> CareRecord {
    let zone = record.patient.zone
    var answer = record
    func plan(_ id: String?, isCalled names: Set<String>?) -> Bool {
      guard let names else { return true }
      return record.carePlans.last { $0.id == id }?.remoteID.map(names.contains) ?? false
    }
    answer.carePlans = Sifting(query.carePlans).sift(record.carePlans.map { (Facts($0, zone), $0) })
    answer.contacts = Sifting(query.contacts).sift(
      record.contacts.map { (Facts($0, zone), $0) }
    ) { contact in
      (query.contacts.carePlans?.contains(contact.carePlan) ?? true)
        && plan(contact.carePlan, isCalled: query.contacts.carePlanRemoteIDs)
    }
    answer.tasks = Sifting(query.tasks).sift(record.tasks.map { (Facts($0, zone), $0) }) { task in
      (query.tasks.carePlans?.contains(task.carePlan) ?? true)
        && plan(task.carePlan, isCalled: query.tasks.carePlanRemoteIDs)
        && (!query.tasks.excludesTasksWithNoEvents || hasEvents(task, zone))
    }
    answer.outcomes = OutcomeTable(outcomes(of: record))
    if !query.kinds.contains(.carePlan) { answer.carePlans = [] }
    if !query.kinds.contains(.contact) { answer.contacts = [] }
    if !query.kinds.contains(.task) { answer.tasks = [] }
    if !query.kinds.contains(.hold) { answer.holds = [] }
    if !query.kinds.contains(.namedEvent) { answer.namedEvents = [] }
    if !query.kinds.contains(.outcome) { answer.outcomes = [] }
    return answer
  }

  private func outcomes(of record: CareRecord) -> [Outcome] {
    let facts = record.outcomes.map { (Facts($0, record.patient.zone), $0) }
    return Sifting(query.outcomes).sift(facts) { outcome in
      let task = record.tasks.last { $0.id == outcome.task }
      return (query.outcomes.tasks?.contains(outcome.task) ?? true)
        && (query.outcomes.taskRemoteIDs.map { names in
          task?.remoteID.map(names.contains) ?? false
        } ?? true)
    }
  }

  /// Returns whether an occurrence is in progress within the range while the version is in force.
  private func hasEvents(_ task: CareTask, _ zone: Zone) -> Bool {
    guard let range = query.tasks.range?.instants(in: zone) else { return true }
    let facts = Facts(task, zone)
    let occurrences = try? Occurrences(of: task.schedule, in: zone)
    return (occurrences?.starting(in: .earliest..<Instant.latest) ?? [])
      .contains { occurrence in
        range.contains(occurrence.start) && occurrence.start >= facts.begin
          && occurrence.start < facts.end
      }
  }
}

/// The properties that filters and sort orders use.
struct Facts {
  var id: String?
  var group: String?
  var tags: [String]
  var remoteID: String?
  var zone: Zone
  var begin: Instant
  var end: Instant
  /// The time of an outcome, by which a range selects it.
  var moment: Instant?
  /// The values of the sort keys by name, as texts that sort like the properties.
  var keys: [String: String?]

  private init(_ version: some Versioned, _ zone: Zone, begin: LocalOrInstant?) {
    id = version.id
    group = version.group
    tags = version.tags
    remoteID = version.remoteID
    self.zone = zone
    self.begin = (version.effectiveFrom ?? begin)?.instant(in: zone) ?? .earliest
    end = version.deletedAt?.instant(in: zone) ?? .latest
    keys = [
      "group": version.group, "effectiveFrom": Facts.text(self.begin),
      "recorded": version.recordedAt.map(Facts.text),
    ]
  }

  init(_ patient: Patient, _ zone: Zone) {
    self.init(patient, zone, begin: nil)
    keys["givenName"] = patient.givenName
    keys["familyName"] = patient.familyName
  }

  init(_ contact: Contact, _ zone: Zone) {
    self.init(contact, zone, begin: nil)
    keys["givenName"] = contact.givenName
    keys["familyName"] = contact.familyName
    keys["title"] = contact.title
  }

  init(_ plan: CarePlan, _ zone: Zone) {
    self.init(plan, zone, begin: nil)
    keys["title"] = plan.title
  }

  init(_ task: CareTask, _ zone: Zone) {
    self.init(task, zone, begin: task.schedule.elements.first?.start)
    keys["title"] = task.title
  }

  init(_ outcome: Outcome, _ zone: Zone) {
    id = outcome.id
    group = outcome.group
    tags = outcome.tags
    remoteID = outcome.remoteID
    self.zone = zone
    begin = .earliest
    end = outcome.isDeleted ? .earliest : .latest
    moment = outcome.key.map { LocalOrInstant.local($0.nominal).instant(in: zone) } ?? outcome.time
    keys = [
      "group": outcome.group, "time": outcome.time.map(Facts.text),
      "recorded": outcome.recordedAt.map(Facts.text),
    ]
  }

  private static func text(_ instant: Instant) -> String {
    String(instant.seconds - Instant.earliest.seconds + 1_000_000_000_000_000)
  }
}
