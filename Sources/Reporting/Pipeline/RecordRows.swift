package import AdherenceAnalytics
import AdherenceStatistics
package import Diagnostics
package import Interchange
import Scheduling

/// Encodes the results of one record in a stream as lines of JSON.
package enum RecordRows {
  /// Encodes a record's adherence by task and period, and the other requested tables.
  ///
  /// A record that cannot be read, or whose outcomes were all rejected, becomes a line with its
  /// error.
  ///
  /// - Returns: The lines, and all problems of the record.
  package static func adherence(
    of entry: RecordReader.Entry, _ query: AdherenceQuery,
    _ contents: ReportContents = ReportContents()
  ) -> (bytes: [UInt8], problems: [InputError]) {
    lines(of: entry.flatMap(requireOutcomes)) { record in
      guard record.isKnown(at: query.asKnownAt) else { return ([], []) }
      var evaluator = PatientEvaluator(query, contents)
      let patient = evaluator.evaluate(record)
      let tables = ReportRows(query, contents, .ndjson)
      tables.write(patient)
      return (tables.buffers.flatMap { $0.take() }, patient.adherence.problems)
    }
  }

  /// Encodes a record's events; one that cannot be read becomes a line with its error.
  ///
  /// - Returns: The lines, and all problems of the record.
  package static func events(
    of entry: RecordReader.Entry, _ query: AdherenceQuery, _ selection: RowSelection
  ) -> (bytes: [UInt8], problems: [InputError]) {
    lines(of: entry) { record in
      let events = EventTable.rows(of: record, query, selection)
      let rows = RowWriter(Event.columns, .ndjson)
      for var row in events.rows { rows.write(&row) }
      return (rows.buffer.take(), events.problems)
    }
  }

  /// Returns an error for a record whose outcomes were all rejected, as each ratio would be 0.
  private static func requireOutcomes(of line: RecordLine) -> RecordReader.Entry {
    guard line.record.outcomes.isEmpty, line.outcomesRejected > 0 else { return .success(line) }
    return .failure(
      .allOutcomesRejected(line.outcomesRejected, first: line.problems.first?.description))
  }

  private static func lines(
    of entry: RecordReader.Entry,
    _ rows: (CareRecord) -> (bytes: [UInt8], problems: [InputError])
  ) -> (bytes: [UInt8], problems: [InputError]) {
    do throws(InputError) {
      let line = try entry.get()
      let answer = rows(line.record)
      return (answer.bytes, line.problems + answer.problems)
    } catch {
      return (Array("{\"error\":\(JSONText.quoted(error.description))}\n".utf8), [error])
    }
  }
}

/// The rows of all per-patient tables, as encoded by one worker.
struct ReportRows {
  private let contents: ReportContents
  private var adherence: AdherenceTable?
  private var patients: PatientTable?
  private var rolling: RollingTable?
  private var breakdown: BreakdownTable?
  private var values: ValueTable?
  /// The rows of each table, in the order of ``ReportContents/patientTables``.
  private(set) var buffers: [RowBuffer] = []

  init(_ query: AdherenceQuery, _ contents: ReportContents, _ encoding: RowEncoding) {
    self.contents = contents
    let hasTotals = contents.hasTotals
    func writer<Row>(_ columns: [Column<Row>], of table: ReportTable) -> RowWriter<Row>? {
      guard contents.has(table) else { return nil }
      return RowWriter(columns.filter { contents.shows($0.about.name, of: table) }, encoding)
    }
    adherence = writer(AdherenceTable.columns, of: .adherence).map {
      AdherenceTable(
        query.numerator, hasEmptyPeriods: contents.hasEmptyPeriods, hasTotals: hasTotals, $0)
    }
    if contents.has(.patients) {
      patients = PatientTable(
        query.numerator, hasTotals: hasTotals, contents.shownMeasures, encoding
      ) {
        contents.shows($0, of: .patients)
      }
    }
    rolling = writer(RollingTable.columns, of: .rolling).map {
      RollingTable(query.numerator, hasTotals: hasTotals, $0)
    }
    breakdown = writer(BreakdownTable.columns, of: .breakdown).map {
      BreakdownTable(hasTotals: hasTotals, $0)
    }
    values = writer(ValueTable.columns, of: .values).map { ValueTable(hasTotals: hasTotals, $0) }
    buffers = [
      adherence?.buffer, patients?.buffer, rolling?.buffer, breakdown?.buffer, values?.buffer,
    ].compactMap(\.self)
  }

  func write(_ patient: EvaluatedPatient) {
    adherence?.write(patient.adherence)
    if let record = patient.record {
      patients?.write(record.summary, patient.measures?.tasks ?? [])
      rolling?.write(record.rolling)
    }
    breakdown?.write(patient, by: contents.breakdowns)
    values?.write(patient)
  }
}
