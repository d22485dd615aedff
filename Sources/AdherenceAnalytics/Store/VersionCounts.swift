/// How many versions of each kind of record something has.
public struct VersionCounts: Hashable, Sendable {
  /// Versions of patients.
  public var patients = 0
  /// Versions of care plans.
  public var carePlans = 0
  /// Versions of contacts.
  public var contacts = 0
  /// Versions of tasks.
  public var tasks = 0
  /// Outcomes, all their versions.
  public var outcomes = 0
  /// Holds, all their versions.
  public var holds = 0

  /// Creates the counts of nothing.
  package init() {}

  /// All kinds together.
  public var total: Int { patients + carePlans + contacts + tasks + outcomes + holds }

  /// Adds what was counted elsewhere.
  package mutating func merge(_ other: VersionCounts) {
    patients += other.patients
    carePlans += other.carePlans
    contacts += other.contacts
    tasks += other.tasks
    outcomes += other.outcomes
    holds += other.holds
  }
}

extension VersionCounts {
  /// What a record has.
  package init(_ record: CareRecord) {
    patients = record.earlierPatients.count + 1
    carePlans = record.carePlans.count
    contacts = record.contacts.count
    tasks = record.tasks.count
    outcomes = record.outcomes.count
    holds = record.holds.count
  }

  /// How many there are of one kind.
  package subscript(kind: CareKind) -> Int {
    switch kind {
    case .patient: patients
    case .carePlan: carePlans
    case .contact: contacts
    case .task: tasks
    case .outcome: outcomes
    case .hold: holds
    }
  }

  /// What one count has beyond another.
  package static func - (whole: VersionCounts, part: VersionCounts) -> VersionCounts {
    var rest = whole
    rest.patients -= part.patients
    rest.carePlans -= part.carePlans
    rest.contacts -= part.contacts
    rest.tasks -= part.tasks
    rest.outcomes -= part.outcomes
    rest.holds -= part.holds
    return rest
  }
}
