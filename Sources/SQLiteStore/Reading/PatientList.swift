import AdherenceAnalytics
import GRDBSQLite
import Scheduling

/// The patients that a query chooses, in order of their ids.
struct PatientList: Sendable {
  private(set) var ids: [String] = []
  private(set) var numbers: [Int32] = []
  /// What is wrong with the rows of patients that were left out.
  private(set) var problems = ProblemList()
  /// How many those are.
  private(set) var setAside = 0
  /// The numbers whose outcomes have ids.
  private static let possibleNumbers = Int64(0)...0x7fff_ffff

  /// Finds the patients of a query.
  ///
  /// Ids and partitions need no more than the list of patients; other filters look at their versions.
  init(_ query: CareQuery, on connection: Connection, _ reader: StoredRecordReader)
    throws(InputError)
  {
    if let chosen = query.patients.ids {
      try takeKnown(chosen, on: connection)
    } else {
      try takeAll(on: connection)
    }
    if query.needsVersionsOfPatients { try filter(query, reader) }
    if let partition = query.partition { keep { partition.contains($0) } }
  }

  private mutating func takeAll(on connection: Connection) throws(InputError) {
    let statement = try connection.statement(
      "SELECT number, id, ordering FROM patients ORDER BY ordering")
    statement.reset()
    defer { statement.reset() }
    var last: [UInt8]?
    while try statement.step() {
      let ordering = Array(statement.bytes(2))
      // Rows that come again would come for ever.
      if let last, !last.lexicographicallyPrecedes(ordering) {
        throw .damaged("the list of its patients is out of order", path: connection.path)
      }
      last = ordering
      append(statement, connection.path)
    }
    try checkCount(on: connection)
  }

  /// The order comes from an index, the number from the table.
  private func checkCount(on connection: Connection) throws(InputError) {
    let statement = try connection.statement("SELECT number FROM patients NOT INDEXED")
    statement.reset()
    defer { statement.reset() }
    let listed = numbers.count + setAside
    var count = 0
    while count <= listed, try statement.step() { count += 1 }
    guard count != listed else { return }
    throw .damaged(
      "it lists \(listed) of \(count > listed ? "more" : "\(count)") patients",
      path: connection.path)
  }

  private mutating func takeKnown(_ chosen: Set<String>, on connection: Connection)
    throws(InputError)
  {
    let statement = try connection.statement(
      "SELECT number, id, ordering FROM patients WHERE ordering = ?")
    defer { statement.reset() }
    for ordering in Set(chosen.map(\.ordering)).sorted() {
      var values = Bindings(statement)
      values.bind(ordering)
      if try statement.step() { append(statement, connection.path) }
    }
  }

  /// Takes a patient, or notes what is wrong with the row.
  private mutating func append(_ statement: Statement, _ path: String) {
    let number = sqlite3_column_int64(statement.handle, 0)
    var row = Columns(statement, at: RowPlace(table: "patients", first: number))
    do throws(InputError) {
      _ = try row.integer()
      guard PatientList.possibleNumbers ~= number else {
        throw row.outOfRange("\(number)", rule: "lie between 0 and 2147483647")
      }
      let id = try row.require(try row.text())
      let ordering = try row.require(try row.text())
      guard ordering.utf8.elementsEqual(id.ordering.utf8) else {
        throw row.outOfRange(ordering, rule: "be the normal form of the id '\(id)'")
      }
      ids.append(id)
      numbers.append(Int32(number))
    } catch {
      setAside += 1
      problems.append(error.at(source: path))
    }
  }

  private mutating func filter(_ query: CareQuery, _ reader: StoredRecordReader) throws(InputError)
  {
    let asked = CareQuery(patients: query.patients, kinds: [], asKnownAt: query.asKnownAt)
    let isPaged = query.patients.offset > 0 || query.patients.limit != nil
    var chosen: Set<String> = []
    var candidates: [CareRecord] = []
    for number in numbers {
      try reader.read(Int64(number)...Int64(number), .patient) { (_, entry) throws(InputError) in
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
  var extent: StoredRecordReader.Extent {
    if kinds.contains(.outcome) { return .all }
    return kinds.isDisjoint(with: [.carePlan, .contact, .task, .hold]) ? .patient : .plan
  }
}
