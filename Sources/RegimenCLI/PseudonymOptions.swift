import AdherenceAnalytics
import ArgumentParser
import Interchange
import Reporting
import Scheduling

/// What ids are replaced by in all that a command writes.
struct PseudonymOptions: ParsableArguments {
  @Option(
    help: """
      A file with a key: replaces ids by keyed hashes, the same in every run, and withholds names and \
      free texts. Make one by: openssl rand -hex 32 > KEYFILE
      """)
  var pseudonyms: String?

  /// The key that is named, read.
  ///
  /// - Throws: `InputError` where the file is none of a key.
  func read() throws(InputError) -> Pseudonyms {
    guard let pseudonyms else { return Pseudonyms(key: nil) }
    return Pseudonyms(key: try PseudonymKey(file: pseudonyms))
  }
}

/// Replaces ids, if there is a key.
struct Pseudonyms {
  let key: PseudonymKey?

  /// The same patients under pseudonyms.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - grouping: What patients are grouped by stays.
  /// - Returns: The source itself where there is no key.
  /// - Throws: `InputError` where two patients would have one pseudonym.
  func source(
    _ source: some CohortSource, keeping grouping: CohortGrouping = .none
  ) throws(InputError) -> any CohortSource {
    guard let key else { return source }
    return try PseudonymousSource(source, key, keeping: grouping.userInfoName)
  }

  /// The same fills of patients under pseudonyms.
  func dataset(_ dataset: RefillDataset) throws(InputError) -> RefillDataset {
    try key.map { key throws(InputError) in try dataset.pseudonymous(key) } ?? dataset
  }

  /// The same record of a stream.
  func entry(
    _ entry: RecordReader.Entry, keeping grouping: CohortGrouping = .none
  ) -> RecordReader.Entry {
    guard let key else { return entry }
    return entry.map { $0.pseudonymous(key, keeping: grouping.userInfoName) }
      .mapError { $0.withholding(source: nil) }
  }

  /// The same problem.
  func problem(_ problem: InputError) -> InputError {
    key == nil ? problem : problem.withholding(source: nil)
  }

  /// What an id has become.
  func id(_ id: String) -> String { key?.pseudonym(of: id, .patient) ?? id }

  /// What ids of a source have become.
  ///
  /// - Throws: `InputError` where the source has no such patient.
  func ids(_ ids: [String], of source: some CohortSource) throws(InputError) -> [String] {
    guard key != nil, !ids.isEmpty else { return ids }
    if let unknown = Set(ids).subtracting(source.patientIDs).min() {
      throw InputError(.noSuch(kind: "patient", id: unknown), parameter: "patient")
    }
    return ids.map(id)
  }

  /// The options of a report on a source, whose filter is of its ids.
  func options(_ options: ReportOptions, of source: some CohortSource) -> ReportOptions {
    guard let key else { return options }
    var options = options
    options.filter = options.filter?.replacing(source.patientIDs, by: id)
    options.pseudonyms = key.mark
    return options
  }
}

extension CohortGrouping {
  /// What a program remembers of patients under this name is what they are grouped by.
  fileprivate var userInfoName: String? {
    if case .userInfo(let name) = self { name } else { nil }
  }
}
