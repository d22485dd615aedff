import AdherenceAnalytics
import GRDBSQLite
import Scheduling

/// The patients that a query chooses, in order of their ids.
struct PatientList: Sendable {
  private(set) var ids: [String] = []
  private(set) var numbers: [Int64] = []

  /// Finds the patients of a query.
  ///
  /// Ids and partitions need no more than the list of patients; other filters look at their versions.
  init(_ query: CareQuery, on connection: Connection, _ reader: RecordReader) throws(InputError) {
    if let chosen = query.patients.ids {
      try takeKnown(chosen, on: connection)
    } else {
      try takeAll(on: connection)
    }
    if query.needsVersionsOfPatients { try filter(query, reader) }
    if let partition = query.partition { keep { partition.contains($0) } }
  }

  private mutating func takeAll(on connection: Connection) throws(InputError) {
    let statement = try connection.statement("SELECT number, id FROM patients ORDER BY ordering")
    statement.reset()
    defer { statement.reset() }
    while try statement.step() { try append(statement) }
    // The order comes from an index, the number from the table.
    let count = try connection.integer("SELECT count(*) FROM patients NOT INDEXED") ?? 0
    guard count == numbers.count else {
      throw InputError(
        .unreadable(
          reason: "the store is damaged: it lists \(numbers.count) of \(count) patients"
            + " (restore it from a copy, or import its data again)"), source: connection.path)
    }
  }

  private mutating func takeKnown(_ chosen: Set<String>, on connection: Connection)
    throws(InputError)
  {
    let statement = try connection.statement("SELECT number, id FROM patients WHERE ordering = ?")
    defer { statement.reset() }
    for ordering in Set(chosen.map(\.ordering)).sorted() {
      var values = Bindings(statement)
      values.bind(ordering)
      if try statement.step() { try append(statement) }
    }
  }

  private mutating func append(_ statement: Statement) throws(InputError) {
    let number = sqlite3_column_int64(statement.handle, 0)
    var row = Columns(statement, at: RowPlace(table: "patients", first: number), from: 1)
    ids.append(try row.require(try row.text()))
    numbers.append(number)
  }

  private mutating func filter(_ query: CareQuery, _ reader: RecordReader) throws(InputError) {
    let asked = CareQuery(patients: query.patients, kinds: [], asKnownAt: query.asKnownAt)
    let isPaged = query.patients.offset > 0 || query.patients.limit != nil
    var chosen: Set<String> = []
    var candidates: [CareRecord] = []
    for number in numbers {
      try reader.read(number...number, .patient) { (_, entry) throws(InputError) in
        // A patient of whom nothing can be read is reported, whatever is asked for.
        if entry.counts.patients.read == entry.counts.patients.setAside {
          chosen.insert(entry.record.patient.id)
        } else if isPaged {
          candidates.append(entry.record)
        } else if entry.record.matching(asked) != nil {
          chosen.insert(entry.record.patient.id)
        }
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
  var extent: RecordReader.Extent {
    if kinds.contains(.outcome) { return .all }
    return kinds.isDisjoint(with: [.carePlan, .contact, .task, .hold]) ? .patient : .plan
  }
}
