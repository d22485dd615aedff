import AdherenceAnalytics
import Scheduling

/// The entities of one kind, with each version once.
struct Drafts<Record> {
  private(set) var all: [Draft<Record>] = []
  private var indices: [String: Int] = [:]

  /// Adds a version; if it is already present, the most recently written copy is kept.
  mutating func add(_ draft: Draft<Record>) {
    guard let identity = draft.facts.identity else { return all.append(draft) }
    guard let index = indices[identity] else {
      indices[identity] = all.count
      return all.append(draft)
    }
    let known = all[index].facts.recordedAt ?? .earliest
    if draft.facts.recordedAt ?? .earliest > known { all[index] = draft }
  }

  /// Returns the index of the version with an identity.
  func index(of identity: String) -> Int? { indices[identity] }

  /// Returns the version with an identity.
  subscript(identity: String?) -> Draft<Record>? {
    identity.flatMap { indices[$0] }.map { all[$0] }
  }
}

/// All parsed entities.
struct EntityPool {
  var patients = Drafts<Patient>()
  var carePlans = Drafts<CarePlan>()
  var contacts = Drafts<Contact>()
  var tasks = Drafts<TaskFacts>()
  var outcomes = Drafts<CountedOutcome>()

  mutating func add(_ entity: EntityReader.Entity) {
    switch entity {
    case .patient(let draft): patients.add(draft)
    case .carePlan(let draft): carePlans.add(draft)
    case .contact(let draft): contacts.add(draft)
    case .task(let draft): tasks.add(draft)
    case .outcome(let draft): outcomes.add(draft)
    }
  }
}
