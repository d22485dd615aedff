import AdherenceAnalytics
import Scheduling

/// The filters, orders and limits that all kinds share.
struct Sifting {
  var ids: Set<String>?
  var groups: Set<String?>?
  var tags: Set<String>?
  var remoteIDs: Set<String?>?
  var range: DateRange?
  var order: [(key: String, isAscending: Bool)]
  var offset: Int
  var limit: Int?
  /// Whether results are grouped by thing, with all versions of one together.
  var isGrouped: Bool { !order.isEmpty }

  init<Record>(_ query: RecordQuery<Record>) {
    (ids, groups, tags, remoteIDs) = (query.ids, query.groups, query.tags, query.remoteIDs)
    (range, offset, limit) = (query.range, query.offset, query.limit)
    order = query.sortedBy.map { order in
      switch order {
      case .ascending(let key): (key.rawValue, true)
      case .descending(let key): (key.rawValue, false)
      }
    }
  }
}

extension Sifting {
  /// A version with its position in the record.
  private struct Version<Record> {
    var facts: Facts
    var record: Record
    var place: Int
  }

  /// Returns the selected versions in order.
  func sift<Record>(
    _ versions: [(Facts, Record)], where isMeant: (Record) -> Bool = { _ in true }
  ) -> [Record] {
    let placed = versions.enumerated().map { Version(facts: $1.0, record: $1.1, place: $0) }
    var things = things(placed).compactMap(inRange).filter { thing in
      let newest = thing[thing.count - 1]
      return passes(newest.facts) && isMeant(newest.record)
    }
    for (key, isAscending) in order.reversed() {
      things = stablySorted(things) { a, b in
        let (a, b) = (a[a.count - 1].facts.keys[key] ?? nil, b[b.count - 1].facts.keys[key] ?? nil)
        return isAscending ? isLess(a, b) : isLess(b, a)
      }
    }
    var left = things.dropFirst(offset).prefix(limit ?? .max).flatMap(\.self)
    if !isGrouped { left = stablySorted(left) { $0.place < $1.place } }
    return left.map(\.record)
  }

  private func things<Record>(_ versions: [Version<Record>]) -> [[Version<Record>]] {
    var things: [[Version<Record>]] = []
    for version in versions {
      if let id = version.facts.id, let index = things.firstIndex(where: { $0[0].facts.id == id }) {
        things[index].append(version)
      } else {
        things.append([version])
      }
    }
    return things
  }

  /// Returns a thing as its newest version in force in the range, at the position of its first
  /// version.
  private func inRange<Record>(_ thing: [Version<Record>]) -> [Version<Record>]? {
    guard let range = range?.instants(in: thing[0].facts.zone) else { return thing }
    return newest(of: thing, in: range).map { newest in
      [Version(facts: newest.facts, record: newest.record, place: thing[0].place)]
    }
  }

  private func passes(_ facts: Facts) -> Bool {
    if let ids, !(facts.id.map(ids.contains) ?? false) { return false }
    if let groups, !groups.contains(facts.group) { return false }
    if let tags, !facts.tags.contains(where: tags.contains) { return false }
    if let remoteIDs, !remoteIDs.contains(facts.remoteID) { return false }
    return true
  }
}

extension Sifting {
  private func stablySorted<Element>(
    _ elements: [Element], by areInOrder: (Element, Element) -> Bool
  ) -> [Element] {
    elements.enumerated().sorted { a, b in
      areInOrder(a.element, b.element)
        || (!areInOrder(b.element, a.element) && a.offset < b.offset)
    }.map(\.element)
  }

  /// Returns whether a key precedes another; absent keys come first.
  private func isLess(_ a: String?, _ b: String?) -> Bool {
    guard let b else { return false }
    return a.map { $0 < b } ?? true
  }

  /// Returns the version in force at the end of a range, if it is in force at any time of it.
  ///
  /// A version is never in force if a later one starts with it or before it.
  private func newest<Record>(
    of thing: [Version<Record>], in range: Range<Instant>
  ) -> Version<Record>? {
    let last = thing[thing.count - 1]
    if let moment = last.facts.moment {
      return last.facts.end == .latest && range.contains(moment) ? last : nil
    }
    let standing = thing.indices.filter { index in
      !thing[index...].dropFirst().contains { $0.facts.begin <= thing[index].facts.begin }
    }
    let begun = standing.map { thing[$0] }.filter { $0.facts.begin < range.upperBound }
    guard let newest = begun.max(by: { $0.facts.begin < $1.facts.begin }) else { return nil }
    let from = max(newest.facts.begin, range.lowerBound)
    return !range.isEmpty && from < newest.facts.end ? newest : nil
  }
}
