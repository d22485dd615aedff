package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The patients of a source under pseudonyms, sorted by these so that the order of the ids is not
/// revealed.
///
/// Results do not depend on the number of threads, and shards can be merged. Consecutive patients
/// are not consecutive in the source, so each is read individually.
package struct PseudonymousSource<Base: CohortSource>: CohortSource {
  private let base: Base
  private let rewriting: Rewriting
  /// The indices of the patients in the base.
  private let places: [Int32]
  /// The pseudonyms of the patients in ascending order.
  package let patientIDs: [String]
  /// The problems that belong to no single patient, without text from the data.
  package let problems: [InputError]

  /// The rewriting of each entry.
  fileprivate struct Rewriting: Sendable {
    var key: PseudonymKey
    var name: String?
  }

  /// Creates a source with replaced ids.
  ///
  /// - Parameters:
  ///   - base: The patients.
  ///   - key: The key of the pseudonyms.
  ///   - name: The name of a `userInfo` entry of patients that is kept because they are grouped by
  ///     it.
  /// - Throws: `InputError` if two patients have the same pseudonym.
  /// - Complexity: O(*n* log *n*) for *n* patients.
  package init(_ base: Base, _ key: PseudonymKey, keeping name: String? = nil) throws(InputError) {
    self.base = base
    rewriting = Rewriting(key: key, name: name)
    let order = try PseudonymOrder(base.patientIDs, key)
    (places, patientIDs) = (order.places, order.pseudonyms)
    problems = base.problems.map { $0.withholding(source: nil) }
  }

  /// The number of rejected rows that a report tolerates.
  package var tolerance: Int { base.tolerance }

  /// The number of assumptions, without text from the data.
  package var assumptions: [String] {
    let count = base.assumptions.count
    return count == 0 ? [] : ["\(count) assumptions about the table, which `regimen check` lists."]
  }

  /// The counts of records that belong to no single patient.
  package var counts: RecordCounts { base.counts }
  /// Whether the base ends with its data.
  package var endsWithItsData: Bool { base.endsWithItsData }

  /// Makes a reader; each thread needs its own.
  package func makeReader() throws(InputError) -> Reader {
    Reader(base: try base.makeReader(), places: places, rewriting: rewriting)
  }

  /// A reader of the patients.
  package struct Reader: CohortReader {
    fileprivate var base: Base.Reader
    fileprivate let places: [Int32]
    fileprivate let rewriting: Rewriting

    /// Reads the patients at consecutive indices, in order.
    package mutating func read(
      _ range: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
    ) throws(InputError) {
      let rewriting = rewriting
      for place in places[range] {
        try base.read(Int(place)..<Int(place) + 1) { entry throws(InputError) in
          try body(entry.pseudonymous(rewriting.key, keeping: rewriting.name))
        }
      }
    }
  }
}

extension CohortEntry {
  /// Returns the entry without identifying data.
  fileprivate func pseudonymous(_ key: PseudonymKey, keeping name: String?) -> CohortEntry {
    let record = record.pseudonymous(key, keeping: name)
    let source = "patient \(record.patient.id)"
    return replacing(record) { $0.withholding(source: source) }
  }
}

extension RecordLine {
  /// Returns the record without identifying data, and its problems without text from it.
  package func pseudonymous(_ key: PseudonymKey, keeping name: String? = nil) -> RecordLine {
    let record = record.pseudonymous(key, keeping: name)
    let source = "patient \(record.patient.id)"
    return RecordLine(
      record: record, problems: problems.map { $0.withholding(source: source) })
  }
}
