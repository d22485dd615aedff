import AdherenceAnalytics
import Interchange
import SQLiteStore
import Scheduling

/// What commands over many patients read: a dataset folder, or a store in a file.
enum Input {
  /// Opens a path: a folder is a dataset, a file is a store as it is at this moment.
  ///
  /// - Parameters:
  ///   - path: The folder or file.
  ///   - query: What a store is asked for, which may be more than is meant.
  ///   - readers: How many threads are going to read.
  /// - Returns: The patients.
  /// - Throws: `InputError` where nothing can be read there.
  static func open(_ path: String, _ query: CareQuery = .reports, readers: Int = 1)
    throws(InputError) -> any CohortSource
  {
    switch DataPlace(path) {
    case .folder(let path): try DatasetFolder(path)
    case .store(let path):
      try SQLiteStore(path, access: .readOnly).snapshot(query, readers: readers)
    }
  }
}

extension CareQuery {
  /// All that reports look at.
  static var reports: CareQuery {
    CareQuery(kinds: [.task, .outcome, .hold, .carePlan, .contact])
  }

  /// What a store need not hand out where a filter names ids alone, or groups, or tags.
  func narrowed(to filter: PatientFilter?) -> CareQuery {
    guard let filter else { return self }
    var query = self
    let terms = filter.terms
    let groups = terms.compactMap { if case .group(let name) = $0 { name } else { nil } }
    let tags = terms.compactMap { if case .tag(let name) = $0 { name } else { nil } }
    if groups.count == terms.count { query.patients.groups = Set(groups) }
    if tags.count == terms.count { query.patients.tags = Set(tags) }
    return query
  }
}
