import Scheduling

/// CareKit's places of occurrences among the events of a task's version.
struct EventIndices {
  private let elements: [LoweredElement]
  private let anchored: [AnchoredElement]
  /// The elements that are made of each element, and those that stand for one occurrence.
  private var byElement: [String: [Int]] = [:]
  private var byKey: [OccurrenceKey: Int] = [:]

  init(_ elements: [LoweredElement]) {
    self.elements = elements
    anchored = elements.map { AnchoredElement($0.chain.planned, id: $0.element) }
    for (place, element) in elements.enumerated() {
      if let key = element.key {
        byKey[key] = place
      } else {
        byElement[element.element, default: []].append(place)
      }
    }
  }

  /// An element and the place of an occurrence among its events.
  private struct Member: Hashable {
    var element: Int
    var ordinal: Int
  }

  /// The indices of keys; those without an event have none.
  ///
  /// - Complexity: O(*n* log *k*) for the last event *n* and *k* elements, and O(log *n*) a key.
  func indices(of keys: some Collection<OccurrenceKey>) -> [OccurrenceKey: Int] {
    var wanted: [Member: [OccurrenceKey]] = [:]
    for key in Set(keys) {
      if let member = member(key) { wanted[member, default: []].append(key) }
    }
    var indices: [OccurrenceKey: Int] = [:]
    func found(_ member: Member, at index: Int) {
      for key in wanted.removeValue(forKey: member) ?? [] { indices[key] = index }
    }
    if elements.count == 1, elements[0].chain.end == nil {
      for member in Array(wanted.keys) { found(member, at: member.ordinal) }
      return indices
    }
    for (index, event) in EventOrder(elements.map(\.chain)).prefix(EventOrder.limit).enumerated() {
      if wanted.isEmpty { break }
      found(Member(element: event.element, ordinal: event.ordinal), at: index)
    }
    return indices
  }

  /// The event of a key: that of an element made of the key's, which starts at its nominal time.
  private func member(_ key: OccurrenceKey) -> Member? {
    if let place = byKey[key] { return Member(element: place, ordinal: 0) }
    for place in byElement[key.element] ?? [] {
      if let ordinal = ordinal(of: key, in: anchored[place]) {
        return Member(element: place, ordinal: ordinal)
      }
    }
    return nil
  }

  /// The ordinal of a key, found by halving: nominal times of days ascend, and so do the starts of
  /// what elapsed time leads to, of which some share their nominal time where clocks are put back.
  private func ordinal(of key: OccurrenceKey, in element: AnchoredElement) -> Int? {
    let ordinals = 0..<EventOrder.limit
    if element.isCivil {
      let first = ordinals.partitionPoint { ordinal in
        element.key(ordinal).map { $0.nominal < key.nominal } ?? false
      }
      return element.key(first) == key ? first : nil
    }
    let instant = element.zone.firstInstant(atOrAfter: key.nominal)
    let first = ordinals.partitionPoint { ordinal in
      element.start(ordinal).map { $0 < instant } ?? false
    }
    return (first..<ordinals.upperBound).lazy
      .prefix { element.start($0).map { $0 - instant <= 10_800 } ?? false }
      .first { element.key($0) == key }
  }
}
