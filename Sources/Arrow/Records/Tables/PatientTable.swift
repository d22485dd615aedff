import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

/// The table `patients`: the ids and the valid rows of each patient.
struct PatientTable: Sendable {
  let places: PatientIndex
  private let table: ArrowTable
  private let header: TableHeader
  /// The row numbers grouped by patient index, in table order within each patient.
  private let rows: [Int]
  /// The start of each patient's rows, and the end of the last ones.
  private let starts: [Int]

  /// Reads all rows, rejecting those that are invalid or repeat an earlier row of their patient.
  init(_ table: ArrowTable, findings: inout SourceFindings) {
    self.table = table
    let header = TableHeader(table.columns.map(\.name))
    var errors: [InputError] = []
    var sound = PatientTable.validRows(table, header, &findings, &errors)
    sound.sort { ($0.id, $0.row) < ($1.id, $1.row) }
    var (ids, rows, starts) = ([String](), [Int](), [Int]())
    var first = 0
    while first < sound.count {
      var end = first + 1
      while end < sound.count, sound[end].id == sound[first].id { end += 1 }
      ids.append(sound[first].id)
      starts.append(rows.count)
      rows += PatientTable.versions(sound[first..<end], table, header, &errors)
      first = end
    }
    self.header = header
    self.rows = rows
    self.starts = starts + [rows.count]
    places = PatientIndex(ids)
    for error in errors.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }) {
      findings.add(error, \.patients)
    }
  }

  /// Returns the versions of a patient in table order.
  func versions(at place: Int) throws(InputError) -> [Patient] {
    var versions: [Patient] = []
    for row in rows[starts[place]..<starts[place + 1]] {
      versions.append(try Patient(try table.tableRow(row, header)))
    }
    return versions
  }

  /// A valid row.
  private struct Row {
    var id: String
    var row: Int
  }

  private static func validRows(
    _ table: ArrowTable, _ header: TableHeader, _ findings: inout SourceFindings,
    _ errors: inout [InputError]
  ) -> [Row] {
    var rows: [Row] = []
    var lost: Set<String> = []
    for number in 0..<table.count {
      do throws(InputError) {
        var row = try table.tableRow(number, header)
        row.onlyChecksZones = true
        rows.append(Row(id: try Patient(row).id, row: number))
      } catch {
        if let column = header["id"], let id = try? table.text(number, column: column) {
          lost.insert(id)
        }
        errors.append(error.at(source: table.name, line: number + 1))
      }
    }
    findings.lostPatients = lost.isEmpty ? [] : lost.subtracting(rows.map(\.id))
    return rows
  }

  /// Returns the rows of one patient without those that repeat an earlier version.
  private static func versions(
    _ rows: ArraySlice<Row>, _ table: ArrowTable, _ header: TableHeader,
    _ errors: inout [InputError]
  ) -> [Int] {
    if rows.count == 1 { return rows.map(\.row) }
    var versions: Set<VersionIdentity> = []
    return rows.map(\.row).filter { number in
      do throws(InputError) {
        let patient = try Patient(try table.tableRow(number, header))
        let version = VersionIdentity(patient, in: patient.zone)
        guard versions.insert(version).inserted else {
          throw InputError(.repeated(kind: "patient", id: patient.id), field: "id")
        }
        return true
      } catch {
        errors.append(error.at(source: table.name, line: number + 1))
        return false
      }
    }
  }
}
