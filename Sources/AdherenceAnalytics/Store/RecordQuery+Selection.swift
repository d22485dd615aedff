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
    let chosen = page(things(in: versions, of: record))
    guard sortedBy.isEmpty else { return chosen.flatMap(\.versions) }
    let placed = chosen.flatMap { zip($0.positions, $0.versions) }
    return placed.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns the matching entities, each with the requested versions.
  func things(in versions: some Sequence<Record>, of record: CareRecord) -> [Thing<Record>] {
    let zone = record.patient.zone
    let instants = range?.instants(in: zone)
    return Thing.things(of: versions, in: zone).compactMap { thing in
      guard let thing = instants.map(thing.version) ?? thing else { return nil }
      return passes(thing.newest) && thing.newest.passes(self, of: record) ? thing : nil
    }
  }

  private func passes(_ version: Record) -> Bool {
    ids.map { ids in version.identity.map(ids.contains) ?? false } != false
      && groups?.contains(version.group) != false
      && tags.map { !$0.isDisjoint(with: version.tags) } != false
      && remoteIDs?.contains(version.remoteID) != false
  }

  /// Sorts entities, and applies offset and limit.
  func page(_ things: [Thing<Record>]) -> [Thing<Record>] {
    let sorted = sortedBy.isEmpty ? things : sort(things)
    return Array(sorted.dropFirst(offset).prefix(limit ?? .max))
  }

  private func sort(_ things: [Thing<Record>]) -> [Thing<Record>] {
    let keyed = things.enumerated().map { position, thing in
      (thing: thing, position: position, values: sortedBy.map { thing.value(of: $0.key) })
    }
    return keyed.sorted { a, b in
      for (order, (mine, other)) in zip(sortedBy, zip(a.values, b.values)) where mine != other {
        return order.isAscending ? mine < other : other < mine
      }
      return a.position < b.position
    }.map(\.thing)
  }
}
