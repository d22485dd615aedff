package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The patients that a query selects, in order of their ids.
package struct PatientList: Sendable {
  package private(set) var ids: [String] = []
  package private(set) var numbers: [Int32] = []
  /// The problems of rejected patient rows.
  package private(set) var problems = ProblemList()
  /// The number of rejected patient rows.
  package private(set) var rejected = 0
  /// The patient numbers that outcome ids can represent.
  private static let possibleNumbers = Int64(0)...0x7fff_ffff

  package init() {}

  /// Appends a patient from the columns `number, id, ordering`, or records the problem of the row.
  ///
  /// - Parameters:
  ///   - row: The row's columns.
  ///   - source: The store's name in error messages.
  ///   - ordering: Reads the column after the id.
  package mutating func append<Row: RowColumns>(
    _ row: inout Row, _ source: String,
    ordering: (inout Row) throws(InputError) -> String? = { row throws(InputError) in
      try row.text()
    }
  ) {
    do throws(InputError) {
      let number: Int64 = try row.require(try row.integer())
      guard PatientList.possibleNumbers ~= number else {
        throw row.outOfRange("\(number)", rule: "lie between 0 and 2147483647")
      }
      let id = try row.require(try row.text())
      let ordering = try row.require(try ordering(&row))
      guard ordering.utf8.elementsEqual(id.ordering.utf8) else {
        throw row.outOfRange(ordering, rule: "be the normal form of the id '\(id)'")
      }
      ids.append(id)
      numbers.append(Int32(number))
    } catch {
      rejected += 1
      problems.append(error.at(source: source))
    }
  }

  /// Keeps the patients that match a query, reading their versions if the ids do not suffice.
  ///
  /// - Parameters:
  ///   - query: The query; its ids have already been applied.
  ///   - read: Reads the versions of some patients.
  /// - Throws: The errors of `read`.
  package mutating func filter(
    _ query: CareQuery,
    read: ([Int32], (CohortEntry) throws(InputError) -> Void) throws(InputError) -> Void
  ) throws(InputError) {
    if query.needsVersionsOfPatients { try filterVersions(query, read) }
    if let partition = query.partition { keep { partition.contains($0) } }
  }

  private mutating func filterVersions(
    _ query: CareQuery,
    _ read: ([Int32], (CohortEntry) throws(InputError) -> Void) throws(InputError) -> Void
  ) throws(InputError) {
    let asked = CareQuery(patients: query.patients, kinds: [], asKnownAt: query.asKnownAt)
    let isPaged = query.patients.offset > 0 || query.patients.limit != nil
    var chosen: Set<String> = []
    var candidates: [CareRecord] = []
    try read(numbers) { entry throws(InputError) in
      // A patient without any readable version is reported regardless of the query.
      if entry.counts.patients.read == entry.counts.patients.rejected {
        chosen.insert(entry.record.patient.id)
      } else if isPaged {
        candidates.append(entry.record)
      } else if entry.record.matching(asked) != nil {
        chosen.insert(entry.record.patient.id)
      }
    }
    if isPaged { chosen.formUnion(MatchingRecords(asked, from: candidates).map(\.patient.id)) }
    keep { chosen.contains($0) }
  }

  private mutating func keep(_ isKept: (String) -> Bool) {
    let places = ids.indices.filter { isKept(ids[$0]) }
    numbers = places.map { numbers[$0] }
    ids = places.map { ids[$0] }
  }

  /// The counts of patient rows that belong to no single patient.
  package var counts: RecordCounts {
    var counts = RecordCounts()
    (counts.patients.read, counts.patients.rejected) = (rejected, rejected)
    return counts
  }
}

extension CareQuery {
  /// Whether matching a patient needs more than its id.
  fileprivate var needsVersionsOfPatients: Bool {
    var rest = patients
    rest.ids = nil
    rest.sortedBy = []
    return rest != PatientQuery() || asKnownAt != nil
  }

  /// The extent of a record that the query needs.
  package var extent: RecordExtent {
    if kinds.contains(.outcome) { return .all }
    return kinds.isDisjoint(with: [.carePlan, .contact, .task, .hold, .namedEvent])
      ? .patient : .plan
  }

  /// Whether records include everything that their outcomes are checked against.
  var takesWholeRecords: Bool {
    kinds.isSuperset(of: [.task, .outcome, .hold, .carePlan, .namedEvent]) && asKnownAt == nil
      && patients.range == nil && carePlans == CarePlanQuery() && tasks == TaskQuery()
      && outcomes == OutcomeQuery()
  }

  /// Returns the part of a stored record that the query selects.
  ///
  /// Warnings refer to the whole stored record: they are computed here if the selected part does
  /// not suffice, unless `examining` is `false`.
  package func part(of entry: CohortEntry, examining: Bool = true) -> CohortEntry {
    var entry = examining && !takesWholeRecords ? entry.examined() : entry
    entry.record = entry.record.matching(self) ?? CareRecord(patient: entry.record.patient)
    return entry
  }
}
