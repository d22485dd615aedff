import AdherenceAnalytics
import Scheduling

/// The entities of one kind, with each version once.
struct Drafts<Record> {
  private(set) var all: [Draft<Record>] = []
  private var places: [String: Int] = [:]

  /// Adds a version; if it is already present, the most recently written copy is kept.
  mutating func add(_ draft: Draft<Record>) {
    guard let identity = draft.facts.identity else { return all.append(draft) }
    guard let place = places[identity] else {
      places[identity] = all.count
      return all.append(draft)
    }
    let known = all[place].facts.recordedAt ?? .earliest
    if draft.facts.recordedAt ?? .earliest > known { all[place] = draft }
  }

  /// Returns the index of the version with an identity.
  func place(of identity: String) -> Int? { places[identity] }

  /// Returns the version with an identity.
  subscript(identity: String?) -> Draft<Record>? {
    identity.flatMap { places[$0] }.map { all[$0] }
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
