public import Scheduling

/// Some of a source's patients: those that pass a filter, and of these one share.
///
/// A filter by group or tag can tell only when it sees the patient: then ``patientIDs`` are those who
/// may pass, and readers hand out the ones who do.
public struct CohortSubset<Base: CohortSource>: CohortSource {
  private let base: Base
  /// The places of the patients in the base, in order.
  private let places: [Int]
  private let filter: PatientFilter?
  public let patientIDs: [String]

  /// Chooses patients.
  ///
  /// - Parameters:
  ///   - base: All patients.
  ///   - filter: Who passes; `nil` lets all pass.
  ///   - partition: Which share of those; `nil` takes all.
  /// - Complexity: O(*n*) for *n* patients of the base.
  public init(_ base: Base, filter: PatientFilter? = nil, partition: Partition? = nil) {
    self.base = base
    let ids = base.patientIDs
    places = ids.indices.filter { place in
      filter?.mayPass(ids[place]) != false && partition?.contains(ids[place]) != false
    }
    self.filter = filter?.looksAtIDsAlone == false ? filter : nil
    patientIDs = places.map { ids[$0] }
  }

  /// Chooses patients by their ids; those whom the base does not have are not there.
  ///
  /// - Complexity: O(*n*) for *n* patients of the base.
  public init(_ base: Base, ids: Set<String>) {
    self.base = base
    let all = base.patientIDs
    places = all.indices.filter { ids.contains(all[$0]) }
    filter = nil
    patientIDs = places.map { all[$0] }
  }

  public var problems: [InputError] { base.problems }
  public var counts: RecordCounts { base.counts }

  public func makeReader() throws(InputError) -> Reader {
    Reader(base: try base.makeReader(), places: places, filter: filter)
  }

  /// Reads the chosen patients.
  public struct Reader: CohortReader {
    fileprivate var base: Base.Reader
    fileprivate let places: [Int]
    fileprivate let filter: PatientFilter?

    /// Reads the patients at neighbouring places of the subset, in order.
    ///
    /// - Parameters:
    ///   - range: The places of the patients.
    ///   - body: Takes each record with what is wrong with it.
    /// - Throws: `InputError` where the data cannot be read at all, and what `body` throws.
    public mutating func read(
      _ range: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
    ) throws(InputError) {
      let filter = filter
      var start = range.lowerBound
      while start < range.upperBound {
        var end = start + 1
        while end < range.upperBound, places[end] == places[end - 1] + 1 { end += 1 }
        try base.read(places[start]..<places[end - 1] + 1) { entry throws(InputError) in
          if filter?.passes(entry.record.patient) != false { try body(entry) }
        }
        start = end
      }
    }
  }
}
