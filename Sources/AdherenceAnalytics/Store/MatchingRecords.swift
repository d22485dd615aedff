/// The result of a query of complete records, evaluated lazily.
///
/// A store that can list its records needs nothing else; others translate as much of the query as they like
/// into their own query language. It can be iterated with `for` or `for await`.
public struct MatchingRecords<Base: Sequence & Sendable>: Sequence, AsyncSequence, Sendable
where Base.Element == CareRecord {
  /// Iteration never fails.
  public typealias Failure = Never

  private let query: CareQuery
  private let base: Base
  /// The patients between offset and limit; `nil` for all.
  private let page: Set<String>?

  /// Creates the result of a query.
  public init(_ query: CareQuery, from records: Base) {
    self.query = query
    base = records
    page = query.pageOfPatients(in: records)
  }

  /// An iterator over the matching records.
  public struct Iterator: IteratorProtocol, AsyncIteratorProtocol {
    fileprivate var base: Base.Iterator
    fileprivate let query: CareQuery
    fileprivate let page: Set<String>?

    /// Returns the next record; `nil` after the last.
    public mutating func next() -> CareRecord? {
      while let record = base.next() {
        let id = record.patient.id
        guard query.partition?.contains(id) != false, page?.contains(id) != false else { continue }
        if let chosen = record.matching(query) { return chosen }
      }
      return nil
    }
  }

  /// Returns an iterator.
  public func makeIterator() -> Iterator {
    Iterator(base: base.makeIterator(), query: query, page: page)
  }

  /// Returns an iterator.
  public func makeAsyncIterator() -> Iterator { makeIterator() }
}

extension CareQuery {
  /// Returns the ids of the patients between offset and limit; `nil` if the query has neither.
  fileprivate func pageOfPatients(in records: some Sequence<CareRecord>) -> Set<String>? {
    if patients.offset == 0, patients.limit == nil { return nil }
    let all = CareQuery(patients: patients, kinds: [], asKnownAt: asKnownAt)
    let histories = records.lazy.compactMap { $0.matching(all) }.enumerated().map {
      position, record in
      EntityHistory(
        versions: record.patients, positions: record.patients.map { _ in position },
        zone: record.patient.zone)
    }
    return Set(patients.page(histories).map(\.newest.id))
  }
}
