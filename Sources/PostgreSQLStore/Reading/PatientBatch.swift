/// A set of patients whose rows are read by one query.
struct PatientBatch {
  /// The keys of the patients in the requested order.
  let numbers: [Int64]
  /// Whether the keys are consecutive.
  private let isRange: Bool

  init(_ numbers: [Int64]) {
    self.numbers = numbers
    isRange = zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }

  /// Returns a query for columns of a table with one or more rows per patient.
  ///
  /// The rows are in the order of the patients, and are found by an index scan for consecutive keys
  /// or one index search per patient.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - table: The table.
  ///   - key: The column with the patient's key.
  ///   - order: The columns that order the rows of a patient, if there are several.
  /// - Returns: The query.
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

  /// The condition on the column with the patient's key.
  var condition: String { isRange ? range : "= ANY('{\(list)}'::integer[])" }

  private var range: String { "BETWEEN \(numbers.first ?? 1) AND \(numbers.last ?? 0)" }

  private var list: String { numbers.map(String.init).joined(separator: ",") }
}
