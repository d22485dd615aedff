import AdherenceAnalytics
import ArgumentParser
import Diagnostics
import Interchange
import Reporting
import Scheduling

/// The replacement of ids in all output.
struct PseudonymOptions: ParsableArguments {
  @Option(
    help: """
      A file with a key: replaces ids by keyed hashes, the same in every run, and withholds names and \
      free texts. Make one by: openssl rand -hex 32 > KEYFILE
      """)
  var pseudonyms: String?

  /// Reads the given key.
  ///
  /// - Throws: `InputError` if the file is not a key.
  func read() throws(InputError) -> Pseudonyms {
    guard let pseudonyms else { return Pseudonyms(key: nil) }
    return Pseudonyms(key: try PseudonymKey(file: pseudonyms))
  }
}

/// Replaces ids if there is a key.
struct Pseudonyms {
  let key: PseudonymKey?

  /// Returns the patients under pseudonyms.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - grouping: The grouping, whose values are kept.
  /// - Returns: The pseudonymous source, or the source itself without a key.
  /// - Throws: `InputError` if two patients would get the same pseudonym.
  func source(
    _ source: some CohortSource, keeping grouping: CohortGrouping = .none
  ) throws(InputError) -> any CohortSource {
    guard let key else { return source }
    return try PseudonymousSource(source, key, keeping: grouping.userInfoName)
  }

  /// Returns the fills of patients under pseudonyms.
  func dataset(_ dataset: RefillDataset) throws(InputError) -> RefillDataset {
    try key.map { key throws(InputError) in try dataset.pseudonymous(key) } ?? dataset
  }

  /// Returns a record of a stream under its pseudonym.
  func entry(
    _ entry: RecordReader.Entry, keeping grouping: CohortGrouping = .none
  ) -> RecordReader.Entry {
    guard let key else { return entry }
    return entry.map { $0.pseudonymous(key, keeping: grouping.userInfoName) }
      .mapError { $0.withholding(source: nil) }
  }

  /// Returns a problem without identifying text.
  func problem(_ problem: InputError) -> InputError {
    key == nil ? problem : problem.withholding(source: nil)
  }

  /// Returns the pseudonym of an id.
  func id(_ id: String) -> String { key?.pseudonym(of: id, .patient) ?? id }

  /// Returns the pseudonym of an id of a source.
  ///
  /// - Throws: `InputError` if the id is unknown.
  func id(_ id: String, of source: some CohortSource) throws(InputError) -> String {
    if key == nil || source.patientIDs.contains(id) { return self.id(id) }
    throw InputError(.noSuch(kind: "patient", id: id), parameter: "chart-patient")
  }

  /// Returns the filter of pseudonymous patients for one of original ids.
  ///
  /// - Throws: `InputError` if no id of the source matches.
  func filter(
    _ filter: PatientFilter?, of source: some CohortSource
  ) throws(InputError) -> PatientFilter? {
    _ = try RowSelection(filter).patients(of: source)
    return key == nil ? filter : filter?.replacing(source.patientIDs, by: id)
  }

  /// Returns the options of a report with a filter on original ids.
  func options(_ options: ReportOptions, of source: some CohortSource) -> ReportOptions {
    guard let key else { return options }
    var options = options
    options.filter = options.filter?.replacing(source.patientIDs, by: id)
    options.pseudonyms = key.mark
    return options
  }
}

extension CohortGrouping {
  /// The name in the user info by which patients are grouped.
  fileprivate var userInfoName: String? {
    if case .userInfo(let name) = self { name } else { nil }
  }
}
