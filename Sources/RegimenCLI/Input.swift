import AdherenceAnalytics
import Arrow
import Diagnostics
import Formats
import Interchange
import Reporting
import Scheduling
import Storage

/// Opens the input of commands over many patients: a dataset folder, a store, tables, or data of
/// another system.
enum Input {
  /// Opens tables, files of another system, or a single dataset or store.
  static func open(
    _ paths: [String], _ table: TableOptions, _ form: TableForm, _ exchange: ExchangeOptions,
    _ query: CareQuery = .reports, of filter: PatientFilter? = nil, readers: Int = 1
  ) throws -> any CohortSource {
    if table.areTables { return try table.open(paths, form, exchange) }
    if paths.count > 1, let source = try exchange.open(paths) { return source }
    try table.requireOne(paths)
    return try open(paths[0], exchange, query, of: filter, readers: readers)
  }

  /// Opens a path: a dataset folder, a snapshot of a store, or data of another system.
  ///
  /// - Parameters:
  ///   - path: The path or address.
  ///   - exchange: Options for data of other systems.
  ///   - query: The records to read from a store; a superset is allowed.
  ///   - filter: The patients to read; a store may omit others.
  ///   - readers: The number of concurrent readers.
  /// - Returns: The patients.
  /// - Throws: `InputError` if the path cannot be read.
  static func open(
    _ path: String, _ exchange: ExchangeOptions, _ query: CareQuery = .reports,
    of filter: PatientFilter? = nil, readers: Int = 1
  ) throws -> any CohortSource {
    switch DataLocation(path) {
    case .folder(let path):
      return ArrowDataset.isFolder(path)
        ? try ArrowDataset(folder: path) : try DatasetFolder(path)
    case .table(let path):
      if path != "-" {
        try FileType.requireFile(path, cure: "pass its data on standard input: -")
      }
      throw TableOptions.unexplained(path)
    case .exchange(let format, let path): return try exchange.open(format, [path])
    case .store(let path):
      let store = try StoreLocation(path).openForReading()
      return try store.snapshot(try query.narrowed(to: filter, in: store), readers: readers)
    }
  }
}

extension CareQuery {
  /// Returns the query restricted to the patients with any version that passes a filter.
  ///
  /// Reading the versions first is faster than reading all data of every patient.
  fileprivate func narrowed(
    to filter: PatientFilter?, in store: some DatabaseStore
  ) throws(InputError) -> CareQuery {
    guard let filter, !filter.dependsOnIDsOnly else { return self }
    let patients = try store.snapshot(CareQuery(kinds: []), readers: 1)
    var ids: Set<String> = []
    var reader = try patients.makeReader()
    try reader.read(patients.patientIDs.indices) { entry throws(InputError) in
      if entry.record.patients.contains(where: filter.passes) {
        ids.insert(entry.record.patient.id)
      }
    }
    var query = self
    query.patients.ids = ids
    return query
  }
}
