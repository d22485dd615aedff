/// The numbers of versions of each kind of record.
public struct VersionCounts: Hashable, Sendable {
  /// The number of versions of patients.
  public var patients = 0
  /// The number of versions of care plans.
  public var carePlans = 0
  /// The number of versions of contacts.
  public var contacts = 0
  /// The number of versions of tasks.
  public var tasks = 0
  /// The number of versions of outcomes.
  public var outcomes = 0
  /// The number of versions of holds.
  public var holds = 0

  package init() {}

  /// The sum over all kinds.
  public var total: Int { patients + carePlans + contacts + tasks + outcomes + holds }

  /// Adds other counts.
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
  /// Creates the counts of a record.
  package init(_ record: CareRecord) {
    patients = record.earlierPatients.count + 1
    carePlans = record.carePlans.count
    contacts = record.contacts.count
    tasks = record.tasks.count
    outcomes = record.outcomes.count
    holds = record.holds.count
  }

  /// Returns the count of one kind.
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

  /// Returns the difference of two counts.
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
