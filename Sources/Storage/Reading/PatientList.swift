package import AdherenceAnalytics
package import Scheduling

/// The patients that a query chooses, in order of their ids.
package struct PatientList: Sendable {
  package private(set) var ids: [String] = []
  package private(set) var numbers: [Int32] = []
  /// What is wrong with the rows of patients that were left out.
  package private(set) var problems = ProblemList()
  /// How many those are.
  package private(set) var setAside = 0
  /// The numbers whose outcomes have ids.
  private static let possibleNumbers = Int64(0)...0x7fff_ffff

  package init() {}

  /// Takes a patient by `number, id, ordering`, or notes what is wrong with the row.
  ///
  /// - Parameters:
  ///   - row: The row's columns.
  ///   - source: How errors call the store.
  ///   - ordering: Reads the column behind the id.
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
      setAside += 1
      problems.append(error.at(source: source))
    }
  }

  /// Keeps those whom a query means, by looking at their versions where it takes more than ids.
  ///
  /// - Parameters:
  ///   - query: The query; its ids have been looked at.
  ///   - read: Reads the versions of some patients.
  /// - Throws: What `read` throws.
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
      // A patient of whom nothing can be read is reported, whatever is asked for.
      if entry.counts.patients.read == entry.counts.patients.setAside {
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

  /// What was read of the list and belongs to no one patient.
  package var counts: RecordCounts {
    var counts = RecordCounts()
    (counts.patients.read, counts.patients.setAside) = (setAside, setAside)
    return counts
  }
}

extension CareQuery {
  /// Whether it takes more than the id to say if a patient is meant.
  fileprivate var needsVersionsOfPatients: Bool {
    var rest = patients
    rest.ids = nil
    rest.sortedBy = []
    return rest != PatientQuery() || asKnownAt != nil
  }

  /// How much of a record it takes to answer the query.
  package var extent: RecordExtent {
    if kinds.contains(.outcome) { return .all }
    return kinds.isDisjoint(with: [.carePlan, .contact, .task, .hold]) ? .patient : .plan
  }

  /// Whether records come with all that their outcomes are held against.
  private var takesWholeRecords: Bool {
    kinds.isSuperset(of: [.task, .outcome, .hold, .carePlan]) && asKnownAt == nil
      && patients.range == nil && carePlans == CarePlanQuery() && tasks == TaskQuery()
      && outcomes == OutcomeQuery()
  }

  /// What the query asks for of a record as it is stored.
  ///
  /// Doubts are those of all that is stored: where less is handed out than they follow from, they are noted
  /// here, unless nobody asks for them.
  package func part(of entry: CohortEntry, examining: Bool = true) -> CohortEntry {
    var entry = examining && !takesWholeRecords ? entry.examined() : entry
    entry.record = entry.record.matching(self) ?? CareRecord(patient: entry.record.patient)
    return entry
  }
}
