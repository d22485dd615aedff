import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// A flag, and the tasks that have it.
struct FlaggedTasks: Hashable, Sendable, Codable {
  var flag: PatientFlag
  /// What people call the tasks; empty where the patient has one alone.
  var tasks: [String]
}

/// What the page of a cohort says of one patient.
struct PatientFacts: Hashable, Sendable, Codable {
  var id: String
  /// Given and family name; `nil` without any.
  var name: String?
  var group: String?
  /// What was done of what was due.
  var ratio: Double?
  /// Between which shares the one behind it may lie; `nil` where it is no count.
  var interval: Interval?
  /// Why there is no ratio.
  var missing: MissingRatio?
  /// Whether the ratio reaches the threshold.
  var reaches: Bool?
  /// How many days in a row all was done; `nil` where nothing was due.
  var streak: Int?
  /// The number of the day of the last event.
  var lastDay: Int?
  /// Why the patient needs attention, the most urgent first.
  var flags: [FlaggedTasks]
  /// The ratios of the periods.
  var sparkline: ChartData
}

extension PatientFacts: Comparable {
  /// Who needs a call comes first: by flags, then the lowest ratio; nothing due comes last.
  static func < (a: PatientFacts, b: PatientFacts) -> Bool {
    if a.urgency != b.urgency { return a.urgency > b.urgency }
    let (first, second) = (a.ratio ?? 2, b.ratio ?? 2)
    return first == second ? a.id < b.id : first < second
  }

  private var urgency: Int { flags.reduce(0) { max($0, $1.flag.urgency) } * 10 + flags.count }
}

/// What the page of a cohort remembers of its patients: so much of it, however many there are.
struct PageCollection: Sendable, Codable {
  /// The most patients that the page lists.
  static let limit = 500

  /// The periods of the patients, for the lasagna plot.
  private(set) var grid: PatientGrid
  /// Up to twice the limit, so that they are sorted now and then.
  private var found: [PatientFacts] = []
  /// How many patients have each flag.
  private(set) var flags: [String: Int] = [:]
  /// How many have any.
  private(set) var flagged = 0
  /// The outcomes without an occurrence, of all tasks.
  private(set) var unscheduled = UnscheduledCounts()

  init(_ query: AdherenceQuery) {
    grid = PatientGrid(spans: query.spans, numerator: query.numerator)
  }

  /// The listed patients who have a page; `nil` means all, also those who are not listed.
  func withPages(_ pages: PatientPages) -> Set<String>? {
    switch pages {
    case .all: nil
    case .flagged: Set(patients.filter { !$0.flags.isEmpty }.map(\.id))
    case .none: []
    }
  }

  /// The patients whom the page lists, the most urgent first.
  var patients: [PatientFacts] { Array(found.sorted().prefix(PageCollection.limit)) }

  mutating func add(
    _ facts: PatientFacts, _ patient: PatientAdherence, _ measures: PatientMeasures
  ) {
    grid.add(patient)
    for task in measures.tasks { unscheduled.merge(task.unscheduled) }
    for own in facts.flags { flags[own.flag.rawValue, default: 0] += 1 }
    if !facts.flags.isEmpty { flagged += 1 }
    keep([facts])
  }

  mutating func merge(_ other: PageCollection) {
    grid.merge(other.grid)
    flags.merge(other.flags, uniquingKeysWith: +)
    flagged += other.flagged
    unscheduled.merge(other.unscheduled)
    keep(other.found)
  }

  private mutating func keep(_ facts: [PatientFacts]) {
    found += facts
    if found.count >= 2 * PageCollection.limit { found = patients }
  }
}
