import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// What the page of a cohort remembers of its patients: so much of it, however many there are.
///
/// Which falls are believed depends on the tests of all patients, and is known at the end. So those who come
/// first are kept by each of the orders of which the table is put together then.
struct PageCollection: Sendable, Codable {
  /// The most patients that the page lists.
  static let limit = 500

  /// The periods of the patients, for the lasagna plot.
  private(set) var grid: PatientGrid
  /// Those with a flag that is no fall: from the limit on the first of them in order, and behind them some
  /// who come before the last of those.
  private var urgent: [PatientFacts] = []
  /// The others that fall, the surest first, likewise.
  private var falling: [PatientFacts] = []
  /// All but the urgent, likewise.
  private var others: [PatientFacts] = []
  /// How many patients have each flag that is no fall.
  private var counts: [String: Int] = [:]
  /// How many have any of those.
  private var urgentCount = 0
  /// The surest *p* of each patient who falls, by whether the patient has another flag.
  private var fallsOfUrgent: [Double] = []
  private var fallsOfOthers: [Double] = []
  /// The tests of all patients.
  private var tests = FalseDiscoveryRate()
  /// The outcomes without an occurrence, of all tasks.
  private(set) var unscheduled = UnscheduledCounts()

  init(_ query: AdherenceQuery) {
    grid = PatientGrid(spans: query.spans, numerator: query.numerator)
  }

  mutating func add(
    _ facts: PatientFacts, tests trendPs: [Double], _ patient: PatientAdherence,
    _ measures: PatientMeasures
  ) {
    grid.add(patient)
    for task in measures.tasks { unscheduled.merge(task.unscheduled) }
    for own in facts.flags { counts[own.flag.rawValue, default: 0] += 1 }
    for p in trendPs { tests.add(p) }
    if let p = facts.fallP {
      if facts.flags.isEmpty { fallsOfOthers.append(p) } else { fallsOfUrgent.append(p) }
    }
    if !facts.flags.isEmpty {
      urgentCount += 1
      PageCollection.keep([facts], in: &urgent, by: <)
    } else {
      if facts.fallP != nil { PageCollection.keep([facts], in: &falling, by: PatientFacts.isSurer) }
      PageCollection.keep([facts], in: &others, by: <)
    }
  }

  mutating func merge(_ other: PageCollection) {
    grid.merge(other.grid)
    counts.merge(other.counts, uniquingKeysWith: +)
    urgentCount += other.urgentCount
    unscheduled.merge(other.unscheduled)
    tests.merge(other.tests)
    fallsOfUrgent += other.fallsOfUrgent
    fallsOfOthers += other.fallsOfOthers
    PageCollection.keep(other.urgent, in: &urgent, by: <)
    PageCollection.keep(other.falling, in: &falling, by: PatientFacts.isSurer)
    PageCollection.keep(other.others, in: &others, by: <)
  }

  /// Whether it can be added to others, wherever it was read.
  var isSound: Bool {
    tests.isSound() && unscheduled.isSound && urgentCount.isCount
      && counts.values.allSatisfy(\.isCount)
  }

  /// Adds to a list those who may be among its first.
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

// What is known once all patients are there.
extension PageCollection {
  /// The patients whom the page lists, the most urgent first, with all their flags.
  var patients: [PatientFacts] {
    let trendP = tests.threshold
    let believed = PageCollection.first(falling, by: PatientFacts.isSurer)
      .filter { ($0.fallP ?? 2) <= trendP ?? -1 }
    let known = Set(believed.map(\.id))
    let rest = PageCollection.first(others, by: <).filter { !known.contains($0.id) }
    let all = PageCollection.first(urgent, by: <) + believed + rest
    return all.prefix(PageCollection.limit).map { $0.believing(trendP) }
  }

  /// How many patients have each flag.
  var flags: [String: Int] {
    var flags = counts
    let falls = believed(fallsOfUrgent) + believed(fallsOfOthers)
    if falls > 0 { flags[PatientFlag.fallingTrend.rawValue] = falls }
    return flags
  }

  /// How many patients have any flag.
  var flagged: Int { urgentCount + believed(fallsOfOthers) }

  private func believed(_ ps: [Double]) -> Int {
    guard let trendP = tests.threshold else { return 0 }
    return ps.count { $0 <= trendP }
  }

  /// The listed patients who have a page; `nil` means all, also those who are not listed.
  ///
  /// - Parameters:
  ///   - pages: Who is to have one.
  ///   - isShare: Whether these are a share of the patients: then whoever may be listed and flagged among all
  ///     of them is meant, as nothing is believed yet.
  /// - Returns: Their ids.
  func withPages(_ pages: PatientPages, isShare: Bool = false) -> Set<String>? {
    switch pages {
    case .all: nil
    case .flagged where isShare:
      Set(
        (PageCollection.first(urgent, by: <)
          + PageCollection.first(falling, by: PatientFacts.isSurer)).map(\.id))
    case .flagged: Set(patients.filter { !$0.flags.isEmpty }.map(\.id))
    case .none: []
    }
  }
}
