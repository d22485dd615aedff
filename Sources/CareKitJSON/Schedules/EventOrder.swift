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
    for place in starts.indices { push(place, ordinal: 0) }
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
    var place = upcoming.count - 1
    while place > 0, upcoming[place] < upcoming[(place - 1) / 2] {
      upcoming.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink() {
    var place = 0
    while let child = [2 * place + 1, 2 * place + 2].filter({ $0 < upcoming.count })
      .min(by: { upcoming[$0] < upcoming[$1] }), upcoming[child] < upcoming[place]
    {
      upcoming.swapAt(place, child)
      place = child
    }
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
  static func cost(of elements: [ChainedElement], upTo place: Int) -> Int {
    isCounted(elements) ? 0 : elements.count + Swift.min(place, limit)
  }

  /// Returns the events at ascending indices; `nil` for those past the end.
  ///
  /// - Complexity: O(*n* log *k*) for the last index *n* and *k* elements; O(1) per index for a
  ///   single endless element.
  static func events(
    of elements: [ChainedElement], at places: [Int]
  ) -> [(element: Int, ordinal: Int)?] {
    if isCounted(elements) {
      return places.map { place in
        place < limit ? (element: 0, ordinal: place) : nil
      }
    }
    var (order, passed) = (EventOrder(elements), 0)
    var event: Event?
    return places.map { place in
      guard place < limit else { return nil }
      while passed <= place {
        event = order.next()
        guard event != nil else { break }
        passed += 1
      }
      return passed > place ? event.map { (element: $0.element, ordinal: $0.ordinal) } : nil
    }
  }
}
