package import AdherenceAnalytics
package import Scheduling

/// The patients of a source under pseudonyms, in the order of these: theirs says nothing of the order of the
/// ids.
///
/// Whatever is made of it is the same for any number of threads, and shares merge. Neighbours here are
/// none in the source, so that each patient is read alone.
package struct PseudonymousSource<Base: CohortSource>: CohortSource {
  private let base: Base
  private let rewriting: Rewriting
  /// The places of the patients in the base.
  private let places: [Int32]
  /// The pseudonyms of the patients, in order.
  package let patientIDs: [String]
  /// What is wrong and belongs to no one patient, without texts of the data.
  package let problems: [InputError]

  /// What becomes of each entry.
  fileprivate struct Rewriting: Sendable {
    var key: PseudonymKey
    var name: String?
  }

  /// Replaces the ids of a source.
  ///
  /// - Parameters:
  ///   - base: The patients.
  ///   - key: What the ids are replaced by.
  ///   - name: What a program remembers of patients under this name stays, as they are grouped by it.
  /// - Throws: `InputError` where two patients would have one pseudonym.
  /// - Complexity: O(*n* log *n*) for *n* patients.
  package init(_ base: Base, _ key: PseudonymKey, keeping name: String? = nil) throws(InputError) {
    self.base = base
    rewriting = Rewriting(key: key, name: name)
    let order = try PseudonymOrder(base.patientIDs, key)
    (places, patientIDs) = (order.places, order.pseudonyms)
    problems = base.problems.map { $0.withholding(source: nil) }
  }

  /// The rejected rows that a report passes.
  package var tolerance: Int { base.tolerance }

  /// That something was decided, without texts of the data.
  package var assumptions: [String] {
    let count = base.assumptions.count
    return count == 0 ? [] : ["\(count) assumptions about the table, which `regimen check` lists."]
  }

  /// How much was read that belongs to no one patient.
  package var counts: RecordCounts { base.counts }
  /// Whether the base does.
  package var endsWithItsData: Bool { base.endsWithItsData }

  /// Makes a reader; each thread needs its own.
  package func makeReader() throws(InputError) -> Reader {
    Reader(base: try base.makeReader(), places: places, rewriting: rewriting)
  }

  /// Reads the patients.
  package struct Reader: CohortReader {
    fileprivate var base: Base.Reader
    fileprivate let places: [Int32]
    fileprivate let rewriting: Rewriting

    /// Reads the patients at neighbouring places, in order.
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
  /// The entry without what says whose it is.
  fileprivate func pseudonymous(_ key: PseudonymKey, keeping name: String?) -> CohortEntry {
    let record = record.pseudonymous(key, keeping: name)
    let source = "patient \(record.patient.id)"
    return replacing(record) { $0.withholding(source: source) }
  }
}

extension RecordLine {
  /// The record without what says whose it is, and its problems without texts of it.
  package func pseudonymous(_ key: PseudonymKey, keeping name: String? = nil) -> RecordLine {
    let record = record.pseudonymous(key, keeping: name)
    let source = "patient \(record.patient.id)"
    return RecordLine(
      record: record, problems: problems.map { $0.withholding(source: source) })
  }
}
