import AdherenceAnalytics
import Diagnostics
import Scheduling

/// The ids in `patients.csv` and the locations of the valid rows.
struct PatientFile: Sendable {
  let file: DatasetFile
  let columns: [String]
  let places: PatientIndex
  /// The rows sorted by patient index, and by file offset within each.
  let runs: [LineRun]

  /// A valid row.
  private struct Row {
    var id: String
    var bytes: Range<Int>
    var line: Int
  }

  /// Reads the whole table.
  init(_ folder: String, findings: inout SourceFindings, blockSize: Int) throws(InputError) {
    file = try DatasetFile("patients.csv", in: folder)
    let expected = TableColumns(fields: Patient.fieldNames, required: ["id", "zone"])
    columns = try DatasetTable.columns(of: file, expected, findings: &findings)
    var errors: [InputError] = []
    var rows = try PatientFile.rows(of: file, columns, blockSize, &findings, &errors)
    rows.sort { ($0.id, $0.line) < ($1.id, $1.line) }
    rows = try PatientFile.distinct(rows, of: file, columns, &errors)
    for error in errors.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }) {
      findings.add(error, \.patients)
    }
    var ids: [String] = []
    runs = rows.map { row in
      if ids.last != row.id { ids.append(row.id) }
      return LineRun(
        offset: row.bytes.lowerBound, line: row.line, length: UInt32(clamping: row.bytes.count),
        place: Int32(ids.count - 1))
    }
    places = PatientIndex(ids)
  }

  /// Returns the rows of a patient.
  func runs(of place: Int) -> ArraySlice<LineRun> {
    let start = runs.partitionPoint { Int($0.place) < place }
    return runs[start...].prefix { Int($0.place) == place }
  }

  /// Returns the valid rows, and collects the ids of rejected ones.
  private static func rows(
    of file: DatasetFile, _ columns: [String], _ blockSize: Int, _ findings: inout SourceFindings,
    _ errors: inout [InputError]
  ) throws(InputError) -> [Row] {
    let reader = try CSVReader(try file.stream(blockSize: blockSize))
    let header = TableHeader(columns)
    var rows: [Row] = []
    var lost: Set<String> = []
    while let next = reader.next() {
      do throws(InputError) {
        let record = try next.get()
        do throws(InputError) {
          var row = try TableRow(record, header)
          row.onlyChecksZones = true
          let id = try Patient(row).id
          let bytes = reader.recordStart..<reader.position
          rows.append(Row(id: id, bytes: bytes, line: record.line))
        } catch {
          if let place = header["id"] { lost.insert(record[place]) }
          throw error.at(source: file.name, line: record.line)
        }
      } catch {
        if error.problem.endsReading { throw error }
        errors.append(error)
      }
    }
    findings.lostPatients = lost.isEmpty ? [] : lost.subtracting(rows.map(\.id))
    return rows
  }

  /// Returns the rows without those that repeat an earlier version of their patient.
  private static func distinct(
    _ rows: [Row], of file: DatasetFile, _ columns: [String], _ errors: inout [InputError]
  ) throws(InputError) -> [Row] {
    var distinct: [Row] = []
    distinct.reserveCapacity(rows.count)
    let reader = try RunReader(file, columns: columns)
    var versions: Set<VersionIdentity> = []
    for (index, row) in rows.enumerated() {
      let isFirst = index == 0 || rows[index - 1].id != row.id
      let isLast = index == rows.count - 1 || rows[index + 1].id != row.id
      if isFirst { versions = [] }
      if isFirst, isLast {
        distinct.append(row)
        continue
      }
      let patient = try reader.patient(at: row.bytes, line: row.line)
      if versions.insert(VersionIdentity(patient, in: patient.zone)).inserted {
        distinct.append(row)
      } else {
        let error = InputError(.repeated(kind: "patient", id: row.id), field: "id")
        errors.append(error.at(source: file.name, line: row.line))
      }
    }
    return distinct
  }
}
