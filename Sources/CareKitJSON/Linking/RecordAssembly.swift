import AdherenceAnalytics
import Diagnostics
import Scheduling

/// Assembles the record of one patient.
struct RecordAssembly {
  let pool: EntityPool
  let sources: [String]
  var drafts: PatientDrafts
  var record: CareRecord
  /// The number of events that may still be enumerated.
  var budget: Int
  /// The location of each outcome of the record.
  var locations: [EntityLocation] = []
  var versions: Set<VersionIdentity> = []
  /// The last version of each care plan.
  var plans: [String: String] = [:]
  /// The elements of tasks with valid schedules, by version identity.
  var elements: [String: (id: String, elements: [ElementFacts])] = [:]

  init(
    _ drafts: PatientDrafts, _ stranger: Patient, _ pool: EntityPool, _ sources: [String],
    budget: Int
  ) {
    (self.pool, self.sources, self.drafts, self.budget) = (pool, sources, drafts, budget)
    record = CareRecord(patient: stranger)
  }

  /// Returns the record and its problems.
  mutating func entry() -> CohortEntry {
    addPatients()
    addPlans()
    addContacts()
    addTasks()
    addOutcomes()
    let (locations, sources) = (locations, sources)
    return CohortEntry(
      unexamined: record, problems: drafts.problems.problems, counts: drafts.counts
    ) { warning in
      var error = warning.error
      error.field = RecordAssembly.fields[error.field ?? ""] ?? error.field
      return error.at(locations[warning.position], of: sources)
    }
  }

  /// The CareKit fields for warnings about record fields.
  private static let fields = [
    "nominal": "taskOccurrenceIndex", "units": "values", "time": "values",
  ]
}

// Problems.
extension RecordAssembly {
  mutating func count(
    _ kind: WritableKeyPath<RecordCounts, ReadCount>, _ location: EntityLocation,
    _ body: (inout RecordAssembly) throws(InputError) -> Void
  ) {
    drafts.counts[keyPath: kind].read += 1
    do throws(InputError) {
      try body(&self)
    } catch {
      drafts.counts[keyPath: kind].rejected += 1
      report(error, location)
    }
  }

  mutating func claim(
    _ identity: VersionIdentity, _ kind: String, _ id: String
  ) throws(InputError) {
    guard versions.insert(identity).inserted else {
      throw InputError(.overlappingVersions(kind: kind, id: id), field: "effectiveDate")
    }
  }

  mutating func report(_ error: InputError, _ location: EntityLocation) {
    drafts.problems.append(error.at(location, of: sources))
  }

  mutating func report<Record>(forksOf chain: VersionChain<Record>) {
    for index in chain.forks {
      report(
        InputError(.against(.fork, text: ""), field: "previousVersionUUIDs"),
        chain.versions[index].location)
    }
  }
}

// Outcomes.
extension RecordAssembly {
  mutating func addOutcomes() {
    let keys = OutcomeKeys(drafts.outcomes, elements, budget: &budget)
    var known: Set<EventIdentity> = []
    for (number, draft) in drafts.outcomes.enumerated() {
      var outcome = draft.record.outcome
      count(\.outcomes, draft.location) { (self) throws(InputError) in
        guard let owner = draft.owner, let task = self.elements[owner] else {
          throw InputError(
            .noSuch(kind: "task", id: draft.owner ?? ""), field: draft.record.link)
        }
        outcome.task = task.id
        outcome.key = keys[number]
        self.keepZone(draft.facts.zone, in: &outcome.userInfo)
        if let identity = EventIdentity(outcome.id, outcome.recordedAt),
          !known.insert(identity).inserted
        {
          throw InputError(
            .overlappingVersions(kind: "outcome", id: outcome.id ?? ""), field: "updatedDate")
        }
        if outcome.key == nil { self.keepWithoutEvent(&outcome, draft) }
        self.locations.append(draft.location)
        self.record.outcomes.append(outcome)
      }
    }
  }

  /// Keeps an outcome without a known event by its time.
  mutating func keepWithoutEvent(
    _ outcome: inout Outcome, _ draft: Draft<CountedOutcome>
  ) {
    outcome.userInfo["carekit.taskUUID"] = draft.owner
    outcome.userInfo["carekit.taskOccurrenceIndex"] = "\(draft.record.index)"
    drafts.counts.outcomes.withWarnings += 1
    report(
      InputError(
        .noSuch(kind: "occurrence", id: "\(draft.record.index)"), field: "taskOccurrenceIndex"),
      draft.location)
  }
}

// Tasks.
extension RecordAssembly {
  mutating func addTasks() {
    for chain in VersionChain.chains(of: drafts.tasks, by: { $0.task.id }) {
      report(forksOf: chain)
      for (index, draft) in chain.versions.enumerated() { add(draft, isFirst: index == 0) }
    }
  }

  mutating func add(_ draft: Draft<TaskFacts>, isFirst: Bool) {
    let facts = draft.record
    var task = facts.task
    keepZone(draft.facts.zone, in: &task.userInfo)
    task.carePlan = link(draft.owner, in: &task.userInfo)
    task.schedule = Schedule(facts.elements.map { $0.element(in: record.patient.zone) })
    if let first = facts.elements.first?.chain.start, let effective = draft.facts.effective {
      if isFirst, effective <= first { task.effectiveFrom = nil }
      if isFirst, effective < first {
        task.userInfo["carekit.effectiveDate"] = effective.description
      }
    }
    let identity = VersionIdentity(task, in: record.patientZone)
    count(\.tasks, draft.location) { (self) throws(InputError) in
      try task.schedule.validate()
      try self.claim(identity, "task", task.id)
      self.record.tasks.append(task)
      if let identity = draft.facts.identity {
        self.elements[identity] = (task.id, facts.elements)
      }
      self.report(on: facts.elements, at: draft.location)
    }
  }

  /// Reports elements that CareKit expands differently or whose order it does not keep.
  mutating func report(on elements: [ElementFacts], at location: EntityLocation) {
    var (starts, isDoubtful) = (Set<Instant>(), false)
    defer { if isDoubtful { drafts.counts.tasks.withWarnings += 1 } }
    for element in elements {
      var rules: [InputError.Rule] = []
      if !starts.insert(element.chain.first).inserted { rules.append(.tiedStart) }
      if !element.isFixed, element.chain.zone != record.patient.zone { rules.append(.otherZone) }
      if element.chain.drifts { rules.append(.drift) }
      for rule in rules {
        let text = rule == .otherZone ? element.chain.zone.id : ""
        report(
          InputError(.against(rule, text: text), field: "schedule.elements.\(element.number)"),
          location)
      }
      if !rules.isEmpty { isDoubtful = true }
    }
  }
}

// Versions.
extension RecordAssembly {
  mutating func addPatients() {
    guard !drafts.patients.isEmpty else {
      drafts.counts.patients.read += 1
      return
    }
    let chain = VersionChain(drafts.patients)
    report(forksOf: chain)
    var kept: [Patient] = []
    for (index, draft) in chain.versions.enumerated() {
      var patient = draft.record
      if index == 0 { patient.begin(draft.facts) }
      let identity = VersionIdentity(patient, in: .utc)
      count(\.patients, draft.location) { (self) throws(InputError) in
        try self.claim(identity, "patient", patient.id)
        kept.append(patient)
      }
    }
    versions = []
    record.patient = kept.removeLast()
    record.earlierPatients = kept
  }

  mutating func addPlans() {
    for chain in VersionChain.chains(of: drafts.carePlans, by: \.id) {
      report(forksOf: chain)
      for (index, draft) in chain.versions.enumerated() {
        var plan = draft.record
        if index == 0 { plan.begin(draft.facts) }
        keepZone(draft.facts.zone, in: &plan.userInfo)
        if draft.owner != pool.patients[draft.owner]?.facts.identity || isEarlier(draft.owner) {
          plan.userInfo["carekit.patientUUID"] = draft.owner
        }
        let identity = VersionIdentity(plan, in: record.patientZone)
        count(\.carePlans, draft.location) { (self) throws(InputError) in
          try self.claim(identity, "care plan", plan.id)
          self.record.carePlans.append(plan)
        }
      }
      if let last = chain.versions.last { plans[last.record.id] = last.facts.identity }
    }
    versions = []
  }

  /// Returns whether a link refers to an older version of the patient.
  func isEarlier(_ owner: String?) -> Bool {
    owner != nil && record.patient.userInfo["carekit.uuid"] != owner
  }

  mutating func addContacts() {
    for chain in VersionChain.chains(of: drafts.contacts, by: \.id) {
      report(forksOf: chain)
      for (index, draft) in chain.versions.enumerated() {
        var contact = draft.record
        if index == 0 { contact.begin(draft.facts) }
        keepZone(draft.facts.zone, in: &contact.userInfo)
        contact.carePlan = link(draft.owner, in: &contact.userInfo)
        let identity = VersionIdentity(contact, in: record.patientZone)
        count(\.contacts, draft.location) { (self) throws(InputError) in
          try self.claim(identity, "contact", contact.id)
          self.record.contacts.append(contact)
        }
      }
    }
    versions = []
  }

  /// Returns the id of the care plan that a link refers to; a link to an unknown or older version
  /// is kept in the user info.
  func link(_ owner: String?, in userInfo: inout [String: String]) -> String? {
    guard let owner else { return nil }
    let plan = pool.carePlans[owner]?.record.id
    let isHere = plan.map { plans[$0] != nil } ?? false
    if !isHere || plan.flatMap({ plans[$0] }) != owner { userInfo["carekit.carePlanUUID"] = owner }
    return isHere ? plan : nil
  }

  func keepZone(_ zone: Zone, in userInfo: inout [String: String]) {
    if zone != record.patient.zone { userInfo["carekit.timezone"] = zone.id }
  }
}

extension VersionedRecord {
  /// Makes the first version valid from the beginning; its effective date is kept in the user info.
  fileprivate mutating func begin(_ facts: Draft<Self>.Facts) {
    effectiveFrom = nil
    // Documents require an effective date, so a default one is not kept.
    let stated =
      facts.effective == facts.recordedAt ?? RecordDraft.firstDate ? nil : facts.effective
    userInfo["carekit.effectiveDate"] = stated?.description
  }
}
