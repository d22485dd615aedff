import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// The data collected for a cohort's page, of bounded size.
///
/// Which declines are significant depends on the tests of all patients, and is known only at the
/// end. So the first patients by each of the possible orders are kept, and the table is built from
/// them then.
struct PageCollection: Sendable, Codable {
  /// The maximum number of patients listed.
  static let limit = 500

  /// The periods of the patients, for the lasagna plot.
  private(set) var grid: PatientGrid
  /// The patients with a flag other than a decline: the first ones in order up to the limit, plus
  /// some that sort before the last of those.
  private var urgent: [PatientFacts] = []
  /// The other patients with a decline, the most significant first, limited in the same way.
  private var falling: [PatientFacts] = []
  /// All patients without such a flag, limited in the same way.
  private var others: [PatientFacts] = []
  /// The outcomes without an occurrence, of all tasks.
  private(set) var unscheduled = UnscheduledCounts()

  init(_ query: AdherenceQuery) {
    grid = PatientGrid(spans: query.spans, numerator: query.numerator)
  }

  mutating func add(
    _ facts: PatientFacts, _ patient: PatientAdherence, _ measures: PatientMeasures
  ) {
    grid.add(patient)
    for task in measures.tasks { unscheduled.merge(task.unscheduled) }
    if !facts.flags.isEmpty {
      PageCollection.keep([facts], in: &urgent, by: <)
    } else {
      if facts.fallP != nil { PageCollection.keep([facts], in: &falling, by: PatientFacts.isSurer) }
      PageCollection.keep([facts], in: &others, by: <)
    }
  }

  mutating func merge(_ other: PageCollection) {
    grid.merge(other.grid)
    unscheduled.merge(other.unscheduled)
    PageCollection.keep(other.urgent, in: &urgent, by: <)
    PageCollection.keep(other.falling, in: &falling, by: PatientFacts.isSurer)
    PageCollection.keep(other.others, in: &others, by: <)
  }

  /// Whether the decoded content is valid and can be merged.
  var isSound: Bool { unscheduled.isSound }

  /// Inserts patients into a list and keeps the candidates for its first entries.
  private static func keep(
    _ facts: [PatientFacts], in list: inout [PatientFacts],
    by precedes: (PatientFacts, PatientFacts) -> Bool
  ) {
    for patient in facts where list.count < limit || precedes(patient, list[limit - 1]) {
      list.append(patient)
      if list.count == limit || list.count >= limit + limit / 4 {
        list = first(list, by: precedes)
      }
    }
  }

  private static func first(
    _ facts: [PatientFacts], by precedes: (PatientFacts, PatientFacts) -> Bool
  ) -> [PatientFacts] {
    Array(facts.sorted(by: precedes).prefix(limit))
  }
}

// Results that are final once all patients were added.
extension PageCollection {
  /// Returns the listed patients, the most urgent first, with all their flags.
  ///
  /// - Parameter trendP: The largest significant *p* of the trend tests of all patients.
  /// - Returns: At most ``limit`` patients.
  func patients(_ trendP: Double?) -> [PatientFacts] {
    let believed = PageCollection.first(falling, by: PatientFacts.isSurer)
      .filter { ($0.fallP ?? 2) <= trendP ?? -1 }
    let known = Set(believed.map(\.id))
    let rest = PageCollection.first(others, by: <).filter { !known.contains($0.id) }
    let all = PageCollection.first(urgent, by: <) + believed + rest
    return all.prefix(PageCollection.limit).map { $0.believing(trendP) }
  }

  /// Returns the listed patients with a page of their own; `nil` for all patients, listed or not.
  ///
  /// - Parameters:
  ///   - pages: The selection of patients.
  ///   - trendP: The largest significant *p* of the trend tests of all patients.
  ///   - isShare: Whether this is one shard: then all candidates of the whole cohort are returned,
  ///     as the significant declines are not known yet.
  /// - Returns: Their ids.
  func withPages(
    _ pages: PatientPages, _ trendP: Double?, isShare: Bool = false
  ) -> Set<String>? {
    switch pages {
    case .all: nil
    case .flagged where isShare:
      Set(
        (PageCollection.first(urgent, by: <)
          + PageCollection.first(falling, by: PatientFacts.isSurer)).map(\.id))
    case .flagged: Set(patients(trendP).filter { !$0.flags.isEmpty }.map(\.id))
    case .none: []
    }
  }
}
