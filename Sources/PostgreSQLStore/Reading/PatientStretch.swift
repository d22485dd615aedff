/// Patients whose rows are read together: neighbours by number, or any.
struct PatientStretch {
  /// Their numbers, in the order in which they are wanted.
  let numbers: [Int64]
  /// Whether the numbers follow each other.
  private let isRange: Bool

  init(_ numbers: [Int64]) {
    self.numbers = numbers
    isRange = zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }

  /// A query for columns of a table that has a row or several of each patient.
  ///
  /// Its rows come patient by patient in the order of the numbers: neighbours by an index, others one index
  /// search after the other.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - table: The table.
  ///   - key: The column that has the patient's number.
  ///   - order: The columns by which the rows of a patient are ordered, if it has several.
  /// - Returns: A query.
  func query(
    _ columns: [String], from table: String, key: String = "patient", order: [String] = ["position"]
  ) -> String {
    let names = columns.joined(separator: ", ")
    if isRange {
      let keys = ([key] + order).joined(separator: ", ")
      return "SELECT \(names) FROM \(table) WHERE \(key) \(range) ORDER BY \(keys)"
    }
    let sorting = order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))"
    return "SELECT found.* FROM unnest('{\(list)}'::integer[]) wanted(its_number)"
      + " CROSS JOIN LATERAL (SELECT \(names) FROM \(table)"
      + " WHERE \(key) = wanted.its_number\(sorting) OFFSET 0) found"
  }

  /// What the numbers of the patients in a column have to be.
  var condition: String { isRange ? range : "= ANY('{\(list)}'::integer[])" }

  private var range: String { "BETWEEN \(numbers.first ?? 1) AND \(numbers.last ?? 0)" }

  private var list: String { numbers.map(String.init).joined(separator: ",") }
}
