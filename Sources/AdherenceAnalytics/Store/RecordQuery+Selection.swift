import Scheduling

extension RecordQuery where Record: QueriedRecord {
  /// The query without offset and limit.
  var unlimited: Self {
    var query = self
    (query.offset, query.limit) = (0, nil)
    return query
  }

  /// The query without order, offset and limit.
  var unpaged: Self {
    var query = unlimited
    query.sortedBy = []
    return query
  }

  /// Returns the matching versions of one kind in a record, given in order of recording.
  ///
  /// Filters apply to one version of an entity: the newest, or the newest in the range. Without a range all
  /// versions of a matching entity are returned, since an entity without some of its versions would be a
  /// different one.
  func select(_ versions: some Sequence<Record>, of record: CareRecord) -> [Record] {
    let chosen = page(histories(in: versions, of: record))
    guard sortedBy.isEmpty else { return chosen.flatMap(\.versions) }
    let placed = chosen.flatMap { zip($0.positions, $0.versions) }
    return placed.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns the matching entities, each with the requested versions.
  func histories(in versions: some Sequence<Record>, of record: CareRecord) -> [EntityHistory<
    Record
  >] {
    let zone = record.patient.zone
    let instants = range?.instants(in: zone)
    return EntityHistory.histories(of: versions, in: zone).compactMap { history in
      guard let history = instants.map(history.version) ?? history else { return nil }
      return passes(history.newest) && history.newest.passes(self, of: record) ? history : nil
    }
  }

  private func passes(_ version: Record) -> Bool {
    ids.map { ids in version.identity.map(ids.contains) ?? false } != false
      && groups?.contains(version.group) != false
      && tags.map { !$0.isDisjoint(with: version.tags) } != false
      && remoteIDs?.contains(version.remoteID) != false
  }

  /// Sorts entities, and applies offset and limit.
  func page(_ histories: [EntityHistory<Record>]) -> [EntityHistory<Record>] {
    let sorted = sortedBy.isEmpty ? histories : sort(histories)
    return Array(sorted.dropFirst(offset).prefix(limit ?? .max))
  }

  private func sort(_ histories: [EntityHistory<Record>]) -> [EntityHistory<Record>] {
    let keyed = histories.enumerated().map { position, history in
      (history: history, position: position, values: sortedBy.map { history.value(of: $0.key) })
    }
    return keyed.sorted { a, b in
      for (order, (mine, other)) in zip(sortedBy, zip(a.values, b.values)) where mine != other {
        return order.isAscending ? mine < other : other < mine
      }
      return a.position < b.position
    }.map(\.history)
  }
}
