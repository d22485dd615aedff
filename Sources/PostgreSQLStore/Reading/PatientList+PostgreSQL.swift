import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

extension PatientList {
  private static let columns = ["number", "id", "ordering"]
  /// The number of ids up to which patients are queried one by one.
  private static let few = 32

  /// Selects the patients of a query.
  ///
  /// Ids and partitions need only the list of patients; other filters read the versions of
  /// patients.
  init(_ query: CareQuery, _ reader: RecordReader) throws(InputError) {
    self.init()
    if let chosen = query.patients.ids {
      try takeKnown(Set(chosen.map(\.ordering)), reader.connection)
    } else {
      try takeAll(reader.connection) { _ in true }
    }
    try filter(query) { numbers, body throws(InputError) in
      for start in stride(from: 0, to: numbers.count, by: 256) {
        let part = numbers[start..<min(numbers.count, start + 256)].map(Int64.init)
        try reader.read(part, .patient) { (_, entry) throws(InputError) in try body(entry) }
      }
    }
  }

  private mutating func takeAll(_ connection: Connection, where isMeant: (String) -> Bool)
    throws(InputError)
  {
    // No index has this order, so sorting must not be discouraged.
    let rows = try connection.copyOut([
      "SELECT number, id, ordering FROM patients ORDER BY ordering"
    ])
    while let fields = try rows.next() {
      if let ordering = PatientList.ordering(fields), !isMeant(ordering) { continue }
      append(fields, connection)
    }
    try rows.finish()
  }

  private mutating func takeKnown(_ chosen: Set<String>, _ connection: Connection)
    throws(InputError)
  {
    if chosen.count > PatientList.few { return try takeAll(connection) { chosen.contains($0) } }
    for ordering in chosen.sorted() {
      let rows = try connection.query(
        "SELECT number, id, ordering FROM patients WHERE ordering = $1",
        [.bytes(Array(ordering.utf8))])
      if let fields = rows.first { append(fields, connection) }
    }
  }

  private mutating func append(_ fields: Fields, _ connection: Connection) {
    let place = RowLocation(table: "patients", first: fields.integer(0) ?? 0)
    var row = FieldColumns(fields, PatientList.columns, at: place)
    append(&row, connection.address.description) { row throws(InputError) in
      try row.bytes().flatMap { String(validating: $0, as: UTF8.self) }
    }
  }

  private static func ordering(_ fields: Fields) -> String? {
    fields[2].flatMap { String(validating: $0, as: UTF8.self) }
  }
}
