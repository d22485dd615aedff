package import Diagnostics
import Scheduling

/// The rows of a small CSV file.
package enum CSVRows {
  /// Reads a file.
  ///
  /// - Returns: The fields of each row by column.
  /// - Throws: `InputError` if the file cannot be read, or a row is damaged.
  package static func read(_ path: String) throws(InputError) -> [[String: String]] {
    let reader = try CSVReader(path: path, source: path)
    var rows: [[String: String]] = []
    while let record = reader.next() {
      let fields = try record.get().fields
      rows.append(
        Dictionary(zip(reader.columns, fields), uniquingKeysWith: { first, _ in first }))
    }
    return rows
  }
}
