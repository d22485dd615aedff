package import Diagnostics
import Scheduling

/// A subset of a source's patients: those that pass a filter, and one share of these.
///
/// A filter by group or tag needs the patient's record: then ``patientIDs`` are the candidates, and readers
/// skip those that do not pass.
package struct CohortSubset<Base: CohortSource>: CohortSource {
  private let base: Base
  /// The indices of the patients in the base, in order; `nil` for all.
  private let positions: [Int32]?
  private let filter: PatientFilter?
  private let query: AdherenceQuery?
  /// The ids of the patients, in order.
  package let patientIDs: [String]

  package init(
    _ base: Base, filter: PatientFilter? = nil, partition: Partition? = nil,
    for query: AdherenceQuery? = nil
  ) {
    self.base = base
    self.query = query
    self.filter = filter?.dependsOnIDsOnly == false ? filter : nil
    (positions, patientIDs) = CohortSubset.chosen(from: base.patientIDs) { id in
      filter?.mayPass(id) != false && partition?.contains(id) != false
    }
  }

  /// Creates a subset by ids; unknown ids are ignored.
  ///
  /// - Complexity: O(*n*) for *n* patients of the base.
  package init(_ base: Base, ids: Set<String>) {
    self.base = base
    (filter, query) = (nil, nil)
    (positions, patientIDs) = CohortSubset.chosen(from: base.patientIDs, where: ids.contains)
  }

  /// Returns the matching patients and their indices; if all match, the list is not copied.
  private static func chosen(from ids: [String], where isMeant: (String) -> Bool)
    -> (positions: [Int32]?, ids: [String])
  {
    if ids.allSatisfy(isMeant) { return (nil, ids) }
    let positions = ids.indices.filter { isMeant(ids[$0]) }
    return (positions.map { Int32(clamping: $0) }, positions.map { ids[$0] })
  }

  /// The problems of the base.
  package var problems: [InputError] { base.problems }
  /// The assumptions of the base.
  package var assumptions: [String] { base.assumptions }
  /// The tolerance of the base.
  package var tolerance: Int { base.tolerance }
  /// The counts of the base.
  package var counts: RecordCounts { base.counts }
  /// Whether recording in the base ended with the last outcome.
  package var endsWithItsData: Bool { base.endsWithItsData }

  /// Creates a reader; each thread needs its own.
  package func makeReader() throws(InputError) -> Reader {
    Reader(base: try base.makeReader(), positions: positions, filter: filter, query: query)
  }

  /// A reader of the subset.
  package struct Reader: CohortReader {
    fileprivate var base: Base.Reader
    fileprivate let positions: [Int32]?
    fileprivate let filter: PatientFilter?
    fileprivate let query: AdherenceQuery?

    /// Reads the patients in a range of indices of the subset, in order.
    package mutating func read(
      _ range: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
    ) throws(InputError) {
      guard let positions else { return try readAll(range, body) }
      var start = range.lowerBound
      while start < range.upperBound {
        var end = start + 1
        while end < range.upperBound, positions[end] == positions[end - 1] + 1 { end += 1 }
        try readAll(Int(positions[start])..<Int(positions[end - 1]) + 1, body)
        start = end
      }
    }

    /// Reads the patients in a range of indices of the base, skipping those that do not pass.
    private mutating func readAll(
      _ positions: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
    ) throws(InputError) {
      let (filter, query) = (filter, query)
      try base.read(positions) { entry throws(InputError) in
        guard entry.record.isKnown(at: query?.asKnownAt) else { return }
        let isMeant =
          query.map { filter?.passes(entry.record, $0) } ?? filter?.passes(entry.record.patient)
        if isMeant != false { try body(entry) }
      }
    }
  }
}
