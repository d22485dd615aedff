import AdherenceAnalytics
import Arrow
import Interchange
import Reporting
import Scheduling
import Storage

/// What commands over many patients read: a dataset folder, a store, tables, or what another system
/// speaks.
enum Input {
  /// Opens tables by their columns, calendars and the like, or the one dataset or store that is named.
  static func open(
    _ paths: [String], _ table: TableOptions, _ form: TableForm, _ exchange: ExchangeOptions,
    _ query: CareQuery = .reports, of filter: PatientFilter? = nil, readers: Int = 1
  ) throws -> any CohortSource {
    if table.areTables { return try table.open(paths, form, exchange) }
    if paths.count > 1, let source = try exchange.open(paths) { return source }
    try table.requireOne(paths)
    return try open(paths[0], exchange, query, of: filter, readers: readers)
  }

  /// Opens a path: a folder is a dataset; a file, or what an address leads to, is a store as it is at this moment.
  ///
  /// - Parameters:
  ///   - path: The folder or file.
  ///   - exchange: What data of other systems leave open.
  ///   - query: What a store is asked for, which may be more than is meant.
  ///   - filter: Which patients are meant; a store need not hand out all others.
  ///   - readers: How many threads are going to read.
  /// - Returns: The patients.
  /// - Throws: `InputError` where nothing can be read there.
  static func open(
    _ path: String, _ exchange: ExchangeOptions, _ query: CareQuery = .reports,
    of filter: PatientFilter? = nil, readers: Int = 1
  ) throws -> any CohortSource {
    switch DataPlace(path) {
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
      let store = try StorePlace(path).openForReading()
      return try store.snapshot(try query.narrowed(to: filter, in: store), readers: readers)
    }
  }
}

extension CareQuery {
  /// The same of the patients of a store who pass a filter by any of their versions, where it looks at
  /// more than ids: reading the versions takes less than reading all that a store has of a patient.
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
