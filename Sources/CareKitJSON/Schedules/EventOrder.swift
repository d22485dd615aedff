import Scheduling

/// The events of a task's version in CareKit's index order: by start, then by element.
///
///     var order = EventOrder([morning, evening])
///     print(order.next()?.element, order.next()?.element)  // Optional(0) Optional(1)
struct EventOrder: Sequence, IteratorProtocol {
  /// An event: the element index, and the ordinal within the element.
  struct Event: Hashable {
    var element: Int
    var ordinal: Int
    var start: Instant
  }

  /// The maximum number of events to enumerate; CareKit keeps all of them in memory.
  static let limit = 1_000_000

  private var starts: [ChainedStarts]
  /// The next event of each element, as a binary heap.
  private var upcoming: [Event] = []

  /// Creates the sequence for elements sorted by start.
  init(_ elements: [ChainedElement]) {
    starts = elements.map(ChainedStarts.init)
    for index in starts.indices { push(index, ordinal: 0) }
  }

  mutating func next() -> Event? {
    guard let event = upcoming.first else { return nil }
    let last = upcoming.removeLast()
    if !upcoming.isEmpty {
      upcoming[0] = last
      sink()
    }
    push(event.element, ordinal: event.ordinal + 1)
    return event
  }

  private mutating func push(_ element: Int, ordinal: Int) {
    guard let start = starts[element].next() else { return }
    upcoming.append(Event(element: element, ordinal: ordinal, start: start))
    var index = upcoming.count - 1
    while index > 0, upcoming[index] < upcoming[(index - 1) / 2] {
      upcoming.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink() {
    var index = 0
    while let child = leastChild(of: index), upcoming[child] < upcoming[index] {
      upcoming.swapAt(index, child)
      index = child
    }
  }

  private func leastChild(of index: Int) -> Int? {
    let (left, right) = (2 * index + 1, 2 * index + 2)
    guard right < upcoming.count else { return left < upcoming.count ? left : nil }
    return upcoming[right] < upcoming[left] ? right : left
  }
}

extension EventOrder.Event: Comparable {
  static func < (a: Self, b: Self) -> Bool {
    a.start != b.start ? a.start < b.start : a.element < b.element
  }
}

extension EventOrder {
  /// Returns whether indices equal the ordinals of a single endless element.
  private static func isCounted(_ elements: [ChainedElement]) -> Bool {
    elements.count == 1 && elements[0].end == nil
  }

  /// Returns the number of events to enumerate to find the one at an index.
  static func cost(of elements: [ChainedElement], upTo ordinal: Int) -> Int {
    isCounted(elements) ? 0 : elements.count + Swift.min(ordinal, limit)
  }

  /// Returns the events at ascending indices; `nil` for those past the end.
  ///
  /// - Complexity: O(*n* log *k*) for the last index *n* and *k* elements; O(1) per index for a
  ///   single endless element.
  static func events(
    of elements: [ChainedElement], at ordinals: [Int]
  ) -> [(element: Int, ordinal: Int)?] {
    if isCounted(elements) {
      return ordinals.map { position in
        position < limit ? (element: 0, ordinal: position) : nil
      }
    }
    var (order, passed) = (EventOrder(elements), 0)
    var event: Event?
    return ordinals.map { position in
      guard position < limit else { return nil }
      while passed <= position {
        event = order.next()
        guard event != nil else { break }
        passed += 1
      }
      return passed > position ? event.map { (element: $0.element, ordinal: $0.ordinal) } : nil
    }
  }
}
