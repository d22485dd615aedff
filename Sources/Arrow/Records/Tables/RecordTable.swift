import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

/// A table of records with an index of the rows of each patient.
struct RecordTable: Sendable {
  let table: ArrowTable
  let header: TableHeader
  let index: RowIndex

  /// Indexes the rows by patient and rejects those without a known patient.
  init(
    _ table: ArrowTable, _ kind: WritableKeyPath<RecordCounts, ReadCount>,
    of places: PatientIndex, findings: inout SourceFindings
  ) {
    self.table = table
    header = TableHeader(table.columns.map(\.name))
    let column = header["patient"] ?? 0
    index = RowIndex(table, column: column, places) { row in
      findings.add(RecordTable.error(of: row, in: table, column), kind)
    }
  }

  /// Returns the error of a row that belongs to no patient.
  private static func error(of row: Int, in table: ArrowTable, _ column: Int) -> InputError {
    do throws(InputError) {
      guard let id = try table.text(row, column: column), !id.isEmpty else {
        throw InputError(.missing, field: "patient")
      }
      return InputError.unknownPatient(id).at(source: table.name, line: row + 1)
    } catch {
      return error.at(source: table.name, line: row + 1)
    }
  }

  /// Reads the rows of a patient one by one as text, rejecting those that are invalid.
  func read(
    _ place: Int, _ kind: WritableKeyPath<RecordCounts, ReadCount>,
    _ findings: inout EntryFindings, _ body: (TableRow) throws(InputError) -> Void
  ) throws(InputError) {
    try index.forEachRun(of: place) { rows in
      for row in rows {
        findings.note(kind, source: table.name) { () throws(InputError) in
          do throws(InputError) { try body(try table.tableRow(row, header)) } catch {
            throw error.at(line: row + 1)
          }
        }
      }
    }
  }
}
