public import AdherenceAnalytics
public import Interchange
public import Scheduling

/// The rows of one record of a stream, as lines of JSON.
public enum RecordRows {
  /// Evaluates a record; one that could not be read becomes a line with its error.
  ///
  /// - Returns: The lines, and everything that is wrong with the record.
  public static func rows(of entry: RecordReader.Entry, _ query: AdherenceQuery) -> (
    bytes: [UInt8], problems: [InputError]
  ) {
    do throws(InputError) {
      let line = try entry.get()
      let patient = line.record.adherence(query)
      var table = TableWriter(columns: AdherenceTable.columns, format: .ndjson)
      for row in AdherenceTable.rows(of: patient) { table.write(row) }
      return (table.take(), line.problems + patient.problems)
    } catch {
      return (Array("{\"error\":\(JSONText.quoted(error.description))}\n".utf8), [error])
    }
  }
}
