public import Diagnostics
import Scheduling

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
  /// The number of versions of named events.
  public var namedEvents = 0

  package init() {}

  /// The sum over all kinds.
  public var total: Int {
    patients + carePlans + contacts + tasks + outcomes + holds + namedEvents
  }

  /// Adds other counts.
  package mutating func merge(_ other: VersionCounts) {
    patients += other.patients
    carePlans += other.carePlans
    contacts += other.contacts
    tasks += other.tasks
    outcomes += other.outcomes
    holds += other.holds
    namedEvents += other.namedEvents
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
    namedEvents = record.namedEvents.count
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
    case .namedEvent: namedEvents
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
    rest.namedEvents -= part.namedEvents
    return rest
  }
}

/// A report on records loaded into a store.
public struct LoadReport: Sendable {
  /// The numbers of records read, rejected, and with warnings.
  public var read = RecordCounts()
  /// The versions that were written.
  public var added = VersionCounts()
  /// The versions that the store had already.
  public var known = VersionCounts()
  /// The versions that contradict the store or cannot be stored.
  public var refused = VersionCounts()
  /// The first problems, at most `problemLimit`: those of the source, and the reasons of rejections.
  public private(set) var problems: [InputError] = []
  /// The number of problems.
  public private(set) var problemCount = 0

  /// The maximum number of problems that are kept; further ones are only counted.
  package static let problemLimit = 1000

  package init() {}

  package mutating func note(_ problems: [InputError]) {
    problemCount += problems.count
    self.problems += problems.prefix(LoadReport.problemLimit - self.problems.count)
  }
}

/// The progress of loading.
public struct LoadProgress: Sendable {
  /// The number of patients whose records have been committed.
  public var patients: Int
  /// The number of patients in the source.
  public var allPatients: Int
  /// The number of outcomes read for them.
  public var outcomes: Int

  /// Creates the initial progress.
  package init(allPatients: Int) { (patients, self.allPatients, outcomes) = (0, allPatients, 0) }
}
