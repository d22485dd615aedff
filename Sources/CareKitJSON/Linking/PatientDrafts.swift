import AdherenceAnalytics
import Scheduling

/// The entities of one patient.
struct PatientDrafts {
  var patients: [Draft<Patient>] = []
  var carePlans: [Draft<CarePlan>] = []
  var contacts: [Draft<Contact>] = []
  var tasks: [Draft<TaskFacts>] = []
  var outcomes: [Draft<CountedOutcome>] = []
  /// The errors of rejected entities, and warnings about others.
  var problems = ProblemList()
  var counts = RecordCounts()
}

/// Assigns entities to patients.
struct EntitySorting {
  private let pool: EntityPool
  private let ownership: Ownership
  /// The entities by patient, in reading order within each kind.
  private(set) var drafts: [String: PatientDrafts] = [:]
  /// The locations of entities whose patient is ambiguous.
  private(set) var unassigned: [EntityLocation] = []

  init(_ pool: EntityPool, _ ownership: Ownership) {
    (self.pool, self.ownership) = (pool, ownership)
    for draft in pool.patients.all {
      drafts[draft.record.id, default: .init()].patients.append(draft)
    }
    for draft in pool.carePlans.all {
      add(draft, to: pool.patients[draft.owner]?.record.id, \.carePlans)
    }
    for draft in pool.contacts.all { add(draft, to: patient(ofPlan: draft.owner), \.contacts) }
    let owners = pool.tasks.all.map { draft in
      add(draft, to: patient(ofPlan: draft.owner), \.tasks)
    }
    for draft in pool.outcomes.all {
      let task = draft.owner.flatMap(pool.tasks.index)
      let own = ownership.owner(inDocument: draft.location.document)
      drafts[task.map { owners[$0] } ?? own, default: .init()].outcomes.append(draft)
    }
  }

  /// Assigns an entity to the patient that its links lead to, otherwise to its document's.
  @discardableResult
  private mutating func add<Record>(
    _ draft: Draft<Record>, to linked: String?,
    _ kind: WritableKeyPath<PatientDrafts, [Draft<Record>]>
  ) -> String {
    let document = draft.location.document
    if linked == nil, ownership.isOpen(inDocument: document) { unassigned.append(draft.location) }
    let owner = linked ?? ownership.owner(inDocument: document)
    drafts[owner, default: .init()][keyPath: kind].append(draft)
    return owner
  }

  private func patient(ofPlan identity: String?) -> String? {
    guard let plan = pool.carePlans[identity] else { return nil }
    return pool.patients[plan.owner]?.record.id
      ?? ownership.owner(inDocument: plan.location.document)
  }
}
