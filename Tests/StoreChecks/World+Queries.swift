import AdherenceAnalytics
import Scheduling

// Random queries, each for one law.
extension World {
  mutating func filteringQuery() throws -> CareQuery {
    var query = CareQuery(kinds: kinds())
    query.patients.ids = isTrue(oneIn: 4) ? some(records.map(\.patient.id)) : nil
    query.patients.groups = isTrue(oneIn: 4) ? some(World.names) : nil
    query.patients.tags = isTrue(oneIn: 6) ? some(["x", "y", "z"]) : nil
    query.patients.remoteIDs = isTrue(oneIn: 4) ? some(World.names) : nil
    query.carePlans.ids = isTrue(oneIn: 3) ? some(["plan1", "plan2"]) : nil
    query.carePlans.groups = isTrue(oneIn: 3) ? some(World.names) : nil
    query.carePlans.tags = isTrue(oneIn: 4) ? some(["x", "y", "z"]) : nil
    query.carePlans.remoteIDs = isTrue(oneIn: 3) ? some(World.names) : nil
    filterContacts(of: &query)
    filterTasks(of: &query)
    filterOutcomes(of: &query)
    return query
  }

  private mutating func kinds() -> Set<CareKind> {
    isTrue(oneIn: 3) ? some(CareKind.allCases) : Set(CareKind.allCases)
  }

  private mutating func filterContacts(of query: inout CareQuery) {
    query.contacts.ids = isTrue(oneIn: 3) ? some(["c1", "c2", "c3"]) : nil
    query.contacts.groups = isTrue(oneIn: 4) ? some(World.names) : nil
    query.contacts.tags = isTrue(oneIn: 4) ? some(["x", "y", "z"]) : nil
    query.contacts.remoteIDs = isTrue(oneIn: 4) ? some(World.names) : nil
    query.contacts.carePlans = isTrue(oneIn: 3) ? some([nil, "plan1", "plan2"]) : nil
    query.contacts.carePlanRemoteIDs = isTrue(oneIn: 4) ? some(["a", "b", "c"]) : nil
  }

  private mutating func filterTasks(of query: inout CareQuery) {
    query.tasks.ids = isTrue(oneIn: 3) ? some(["t1", "t2", "t3"]) : nil
    query.tasks.groups = isTrue(oneIn: 4) ? some(World.names) : nil
    query.tasks.tags = isTrue(oneIn: 4) ? some(["x", "y", "z"]) : nil
    query.tasks.remoteIDs = isTrue(oneIn: 4) ? some(World.names) : nil
    query.tasks.carePlans = isTrue(oneIn: 3) ? some([nil, "plan1", "plan2"]) : nil
    query.tasks.carePlanRemoteIDs = isTrue(oneIn: 4) ? some(["a", "b", "c"]) : nil
  }

  private mutating func filterOutcomes(of query: inout CareQuery) {
    query.outcomes.ids = isTrue(oneIn: 4) ? some(["o1", "o2"]) : nil
    query.outcomes.tasks = isTrue(oneIn: 3) ? some(["t1", "t2", "t3"]) : nil
    query.outcomes.taskRemoteIDs = isTrue(oneIn: 4) ? some(["a", "b", "c"]) : nil
    query.outcomes.groups = isTrue(oneIn: 4) ? some(World.names) : nil
    query.outcomes.tags = isTrue(oneIn: 4) ? some(["x", "y", "z"]) : nil
    query.outcomes.remoteIDs = isTrue(oneIn: 4) ? some(World.names) : nil
  }

  mutating func sortingQuery() throws -> CareQuery {
    var query = CareQuery()
    query.carePlans.sortedBy = order()
    query.contacts.sortedBy = order()
    query.tasks.sortedBy = order()
    query.outcomes.sortedBy = order()
    return query
  }

  private mutating func order() -> [SortOrder] {
    SortKey.allCases.shuffled(using: &self).prefix(number(0...2)).map { key in
      isTrue(oneIn: 2) ? .ascending(key) : .descending(key)
    }
  }

  mutating func limitingQuery() throws -> CareQuery {
    var query = try isTrue(oneIn: 2) ? sortingQuery() : filteringQuery()
    query.patients.sortedBy = order()
    (query.patients.offset, query.patients.limit) = page()
    (query.carePlans.offset, query.carePlans.limit) = page()
    (query.contacts.offset, query.contacts.limit) = page()
    (query.tasks.offset, query.tasks.limit) = page()
    (query.outcomes.offset, query.outcomes.limit) = page()
    if isTrue(oneIn: 3) {
      query.tasks.range = range()
      query.tasks.excludesTasksWithNoEvents = true
    }
    return query
  }

  private mutating func page() -> (offset: Int, limit: Int?) {
    (isTrue(oneIn: 2) ? 0 : number(0...2), isTrue(oneIn: 2) ? nil : number(0...3))
  }

  mutating func rangingQuery() throws -> CareQuery {
    var query = try isTrue(oneIn: 3) ? filteringQuery() : CareQuery()
    query.patients.range = isTrue(oneIn: 4) ? range() : nil
    query.carePlans.range = isTrue(oneIn: 2) ? range() : nil
    query.contacts.range = isTrue(oneIn: 2) ? range() : nil
    query.tasks.range = isTrue(oneIn: 5) ? nil : range()
    query.tasks.excludesTasksWithNoEvents = isTrue(oneIn: 2)
    query.outcomes.range = isTrue(oneIn: 2) ? range() : nil
    query.asKnownAt = isTrue(oneIn: 4) ? instant() : nil
    return query
  }
}
