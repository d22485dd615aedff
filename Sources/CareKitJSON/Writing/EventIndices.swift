import Scheduling

/// CareKit's event indices of occurrences in a task's version.
struct EventIndices {
  private let elements: [LoweredElement]
  private let anchored: [AnchoredElement]
  /// The elements converted from each element, and those that represent one occurrence.
  private var byElement: [String: [Int]] = [:]
  private var byKey: [OccurrenceKey: Int] = [:]

  init(_ elements: [LoweredElement]) {
    self.elements = elements
    anchored = elements.map { AnchoredElement($0.chain.planned, id: $0.element) }
    for (position, element) in elements.enumerated() {
      if let key = element.key {
        byKey[key] = position
      } else {
        byElement[element.element, default: []].append(position)
      }
    }
  }

  /// An element and an ordinal.
  private struct Member: Hashable {
    var element: Int
    var ordinal: Int
  }

  /// Returns the indices of keys; those without an event are absent.
  ///
  /// - Complexity: O(*n* log *k*) for the last event *n* and *k* elements, and O(log *n*) per key.
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

  /// Returns the event of a key: of an element converted from the key's, at its nominal time.
  private func member(_ key: OccurrenceKey) -> Member? {
    if let position = byKey[key] { return Member(element: position, ordinal: 0) }
    for position in byElement[key.element] ?? [] {
      if let ordinal = ordinal(of: key, in: anchored[position]) {
        return Member(element: position, ordinal: ordinal)
      }
    }
    return nil
  }

  /// Returns the ordinal of a key by binary search.
  ///
  /// Nominal times of civil intervals ascend, and so do the starts of elapsed intervals, some of
  /// which share a nominal time when clocks are set back.
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
