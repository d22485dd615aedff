/// The answer to a query from complete records, each made when it is reached.
///
/// A store that can list its records needs nothing more; others turn as much of the query into their
/// own language as they like. It is read with `for` or with `for await`.
public struct MatchingRecords<Base: Sequence & Sendable>: Sequence, AsyncSequence, Sendable
where Base.Element == CareRecord {
  /// A record of one patient.
  public typealias Element = CareRecord
  /// Nothing fails on the way.
  public typealias Failure = Never

  private let query: CareQuery
  private let base: Base
  /// The patients between offset and limit; `nil` where all are.
  private let page: Set<String>?

  /// Answers a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - records: All versions of everything, in order of the patients' ids.
  /// - Complexity: O(1), and a step a record on the way; with a sort order, offset or limit of the
  ///   patients, O(*n* log *n*) for *n* patients.
  public init(_ query: CareQuery, from records: Base) {
    self.query = query
    base = records
    page = query.pageOfPatients(in: records)
  }

  /// Walks over the records that are chosen.
  public struct Iterator: IteratorProtocol, AsyncIteratorProtocol {
    fileprivate var base: Base.Iterator
    fileprivate let query: CareQuery
    fileprivate let page: Set<String>?

    /// The next record; `nil` after the last.
    public mutating func next() -> CareRecord? {
      while let record = base.next() {
        let id = record.patient.id
        guard query.partition?.contains(id) != false, page?.contains(id) != false else { continue }
        if let chosen = record.matching(query) { return chosen }
      }
      return nil
    }
  }

  /// Begins with the first record.
  public func makeIterator() -> Iterator {
    Iterator(base: base.makeIterator(), query: query, page: page)
  }

  /// Begins with the first record.
  public func makeAsyncIterator() -> Iterator { makeIterator() }
}

extension CareQuery {
  /// The ids of the patients between offset and limit; `nil` where the query has neither.
  fileprivate func pageOfPatients(in records: some Sequence<CareRecord>) -> Set<String>? {
    if patients.offset == 0, patients.limit == nil { return nil }
    let all = CareQuery(patients: patients, kinds: [], asKnownAt: asKnownAt)
    let things = records.lazy.compactMap { $0.matching(all) }.enumerated().map { place, record in
      Thing(
        versions: record.patients, places: record.patients.map { _ in place },
        zone: record.patient.zone)
    }
    return Set(patients.page(things).map(\.newest.id))
  }
}
