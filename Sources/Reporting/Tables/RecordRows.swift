public import AdherenceAnalytics
public import Interchange
public import Scheduling

/// The rows of one record of a stream, as lines of JSON.
public enum RecordRows {
  /// Sums up a record by task and period; one that could not be read becomes a line with its error.
  ///
  /// - Returns: The lines, and everything that is wrong with the record.
  public static func adherence(of entry: RecordReader.Entry, _ query: AdherenceQuery) -> (
    bytes: [UInt8], problems: [InputError]
  ) {
    lines(of: entry, AdherenceTable.columns) { record in
      let patient = record.adherence(query)
      return (AdherenceTable.rows(of: patient), patient.problems)
    }
  }

  /// Lists a record's events; one that could not be read becomes a line with its error.
  ///
  /// - Returns: The lines, and everything that is wrong with the record.
  public static func events(
    of entry: RecordReader.Entry, _ query: AdherenceQuery, _ selection: EventTable.Selection
  ) -> (bytes: [UInt8], problems: [InputError]) {
    lines(of: entry, EventTable.columns) { EventTable.rows(of: $0, query, selection) }
  }

  private static func lines(
    of entry: RecordReader.Entry, _ columns: [String],
    _ rows: (CareRecord) -> (rows: [[Cell]], problems: [InputError])
  ) -> (bytes: [UInt8], problems: [InputError]) {
    do throws(InputError) {
      let line = try entry.get()
      let answer = rows(line.record)
      var table = TableWriter(columns: columns, format: .ndjson)
      for row in answer.rows { table.write(row) }
      return (table.take(), line.problems + answer.problems)
    } catch {
      return (Array("{\"error\":\(JSONText.quoted(error.description))}\n".utf8), [error])
    }
  }
}
