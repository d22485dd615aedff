public import AdherenceAnalytics
public import Interchange
public import Scheduling

/// The rows of one record of a stream, as lines of JSON.
public enum RecordRows {
  /// Sums up a record by task and period, and as else is asked for; one that could not be read becomes a
  /// line with its error.
  ///
  /// - Returns: The lines, and everything that is wrong with the record.
  public static func adherence(
    of entry: RecordReader.Entry, _ query: AdherenceQuery,
    _ contents: ReportContents = ReportContents()
  ) -> (bytes: [UInt8], problems: [InputError]) {
    lines(of: entry) { record in
      let patient = record.adherence(query)
      let windows = contents.rolling.isEmpty ? [] : record.rolling(contents.rolling, query)
      let tables = [
        Table(AdherenceTable.columns, AdherenceTable.rows(of: patient, query.numerator)),
        Table(RollingTable.columns, RollingTable.rows(of: windows, query.numerator)),
        Table(
          BreakdownTable.columns, BreakdownTable.rows(of: record, by: contents.breakdowns, query)),
        Table(
          PatientTable.columns,
          contents.wholeRange ? PatientTable.rows(of: record, query).rows : []),
      ]
      return (tables, patient.problems)
    }
  }

  /// Lists a record's events; one that could not be read becomes a line with its error.
  ///
  /// - Returns: The lines, and everything that is wrong with the record.
  public static func events(
    of entry: RecordReader.Entry, _ query: AdherenceQuery, _ selection: EventTable.Selection
  ) -> (bytes: [UInt8], problems: [InputError]) {
    lines(of: entry) { record in
      let events = EventTable.rows(of: record, query, selection)
      return ([Table(EventTable.columns, events.rows)], events.problems)
    }
  }

  /// Rows with their columns.
  private struct Table {
    let columns: [String]
    let rows: [[Cell]]

    init(_ columns: [String], _ rows: [[Cell]]) {
      self.columns = columns
      self.rows = rows
    }

    var lines: [UInt8] {
      var table = TableWriter(columns: columns, format: .ndjson)
      for row in rows { table.write(row) }
      return table.take()
    }
  }

  private static func lines(
    of entry: RecordReader.Entry,
    _ tables: (CareRecord) -> (tables: [Table], problems: [InputError])
  ) -> (bytes: [UInt8], problems: [InputError]) {
    do throws(InputError) {
      let line = try entry.get()
      let answer = tables(line.record)
      return (answer.tables.flatMap(\.lines), line.problems + answer.problems)
    } catch {
      return (Array("{\"error\":\(JSONText.quoted(error.description))}\n".utf8), [error])
    }
  }
}
