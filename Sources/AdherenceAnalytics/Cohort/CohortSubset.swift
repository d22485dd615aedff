package import Scheduling

/// Some of a source's patients: those that pass a filter, and of these one share.
///
/// A filter by group or tag can tell only when it sees the patient: then ``patientIDs`` are those who
/// may pass, and readers hand out the ones who do.
package struct CohortSubset<Base: CohortSource>: CohortSource {
  private let base: Base
  /// The places of the patients in the base, in order; `nil` where they are all.
  private let places: [Int32]?
  private let filter: PatientFilter?
  private let query: AdherenceQuery?
  /// The ids of the patients, in order.
  package let patientIDs: [String]

  /// Chooses patients.
  ///
  /// - Parameters:
  ///   - base: All patients.
  ///   - filter: Who passes; `nil` lets all pass.
  ///   - partition: Which share of those; `nil` takes all.
  ///   - query: What is asked: of patients with several versions the one that speaks for its range is
  ///     looked at, and those whom nobody knew are left out; `nil` looks at the newest version.
  /// - Complexity: O(*n*) for *n* patients of the base.
  package init(
    _ base: Base, filter: PatientFilter? = nil, partition: Partition? = nil,
    for query: AdherenceQuery? = nil
  ) {
    self.base = base
    self.query = query
    self.filter = filter?.looksAtIDsAlone == false ? filter : nil
    (places, patientIDs) = CohortSubset.chosen(from: base.patientIDs) { id in
      filter?.mayPass(id) != false && partition?.contains(id) != false
    }
  }

  /// Chooses patients by their ids; those whom the base does not have are not there.
  ///
  /// - Complexity: O(*n*) for *n* patients of the base.
  package init(_ base: Base, ids: Set<String>) {
    self.base = base
    (filter, query) = (nil, nil)
    (places, patientIDs) = CohortSubset.chosen(from: base.patientIDs, where: ids.contains)
  }

  /// The patients that are meant, and their places; of all of them the list is not made again.
  private static func chosen(from ids: [String], where isMeant: (String) -> Bool)
    -> (places: [Int32]?, ids: [String])
  {
    if ids.allSatisfy(isMeant) { return (nil, ids) }
    let places = ids.indices.filter { isMeant(ids[$0]) }
    return (places.map { Int32(clamping: $0) }, places.map { ids[$0] })
  }

  /// What is wrong and belongs to no one patient.
  package var problems: [InputError] { base.problems }
  /// What was decided about the data.
  package var assumptions: [String] { base.assumptions }
  /// The rejected rows that a report passes.
  package var tolerance: Int { base.tolerance }
  /// How much was read that belongs to no one patient.
  package var counts: RecordCounts { base.counts }
  /// Whether the base does.
  package var endsWithItsData: Bool { base.endsWithItsData }

  /// Makes a reader; each thread needs its own.
  package func makeReader() throws(InputError) -> Reader {
    Reader(base: try base.makeReader(), places: places, filter: filter, query: query)
  }

  /// Reads the chosen patients.
  package struct Reader: CohortReader {
    fileprivate var base: Base.Reader
    fileprivate let places: [Int32]?
    fileprivate let filter: PatientFilter?
    fileprivate let query: AdherenceQuery?

    /// Reads the patients at neighbouring places of the subset, in order.
    ///
    /// - Parameters:
    ///   - range: The places of the patients.
    ///   - body: Takes each record with what is wrong with it.
    /// - Throws: `InputError` where the data cannot be read at all, and what `body` throws.
    package mutating func read(
      _ range: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
    ) throws(InputError) {
      guard let places else { return try readAll(range, body) }
      var start = range.lowerBound
      while start < range.upperBound {
        var end = start + 1
        while end < range.upperBound, places[end] == places[end - 1] + 1 { end += 1 }
        try readAll(Int(places[start])..<Int(places[end - 1]) + 1, body)
        start = end
      }
    }

    /// Reads the patients at neighbouring places of the base who pass.
    private mutating func readAll(
      _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
    ) throws(InputError) {
      let (filter, query) = (filter, query)
      try base.read(places) { entry throws(InputError) in
        guard entry.record.isKnown(at: query?.asKnownAt) else { return }
        let isMeant =
          query.map { filter?.passes(entry.record, $0) } ?? filter?.passes(entry.record.patient)
        if isMeant != false { try body(entry) }
      }
    }
  }
}
