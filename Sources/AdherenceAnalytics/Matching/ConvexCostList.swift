/// The marginal cost of one more waiting event, for each number of waiting events (slope trick).
///
/// Let *f*(*k*) be the least cost so far with *k* events waiting for a window, or −*k* windows for an event.
/// It is convex, and stored as its differences *f*(*k* + 1) − *f*(*k*): an ascending list with a cursor at
/// *k* = 0. As time passes, *f* grows by |*k*| a second, so that all differences after the cursor grow and
/// all before it shrink by the same amount. An event or a window adds one difference: 0 for the choice to
/// leave the event out, and for the choice to leave the window out the cost of 1 pair, which outweighs any
/// distance.
///
/// Two more cursors stay where the next 0 and the next pair belong. A difference passes one of them only
/// after it passed the middle, and only one passes that for each event or window, so the total number of
/// moves is linear.
struct ConvexCostList {
  private struct Node {
    /// The distance, plus the time if it shrinks, minus the time if it grows.
    var stored: Int64
    /// Whether the difference includes the cost of a pair.
    var isPair: Bool
    var previous: Int32
    var next: Int32
  }

  /// A difference and its position in the list relative to *k* = 0; node 0 is the end.
  private struct Cursor {
    var node: Int32 = 0
    var position = 0

    /// Updates the cursor before the last difference is removed.
    mutating func leaveEnd(_ last: Int32) {
      if node == 0 { position -= 1 } else if node == last { node = 0 }
    }
  }

  /// The nodes; node 0 terminates the list on both sides.
  private var nodes: [Node] = []
  /// The numbers of differences before and after *k* = 0.
  private(set) var before = 0
  private(set) var after = 0
  private var middle: Int32 = 0
  private var zero = Cursor()
  private var pair = Cursor()
  /// The number of cursor moves so far.
  private(set) var steps = 0

  mutating func reset() {
    nodes.removeAll(keepingCapacity: true)
    nodes.append(Node(stored: 0, isPair: true, previous: 0, next: 0))
    (before, after, middle, zero, pair) = (0, 0, 0, Cursor(), Cursor())
  }

  /// Adds the choice to let an event wait.
  mutating func addEvent(at time: Int64) -> Int {
    placeZero(time)
    let position = zero.position
    let node = insert(before: zero.node, stored: position < 0 ? time : -time, isPair: false)
    if position < 0 {
      middle = nodes[Int(middle)].previous
      nodes[Int(middle)].stored -= 2 * time
    } else if position == 0 {
      middle = node
    }
    zero.position += 1
    pair.position += 1
    after += 1
    return position
  }

  /// Adds the choice to let a window wait, or take a waiting event.
  mutating func addWindow(at time: Int64) -> Int {
    placePair(time)
    let position = pair.position
    if zero.position < position { zero.position -= 1 }
    insert(before: pair.node, stored: position > 0 ? -time : time, isPair: true)
    if position > 0 {
      nodes[Int(middle)].stored += 2 * time
      middle = nodes[Int(middle)].next
    }
    before += 1
    return position - 1
  }

  /// Removes the cases in which more events wait than are available.
  mutating func limitEvents(to count: Int) {
    while after > count {
      let last = nodes[0].previous
      if middle == last { middle = 0 }
      zero.leaveEnd(last)
      pair.leaveEnd(last)
      remove(last)
      after -= 1
    }
  }

  /// Removes the cases in which more windows wait than are available.
  mutating func limitWindows(to count: Int) {
    while before > count {
      let first = nodes[0].next
      if zero.node == first { zero = after(zero) }
      if pair.node == first { pair = after(pair) }
      remove(first)
      before -= 1
    }
  }
}

// Linked list.
extension ConvexCostList {
  /// Moves the cursor to the position of another 0, after equal ones.
  private mutating func placeZero(_ time: Int64) {
    while !nodes[Int(zero.node)].isPair, distance(at: zero, time) <= 0 {
      zero = after(zero)
      steps += 1
    }
    while let previous = before(zero),
      nodes[Int(previous.node)].isPair || distance(at: previous, time) > 0
    {
      zero = previous
      steps += 1
    }
  }

  /// Moves the cursor to the position of another pair, before equal ones.
  private mutating func placePair(_ time: Int64) {
    while pair.node != 0, !nodes[Int(pair.node)].isPair || distance(at: pair, time) < 0 {
      pair = after(pair)
      steps += 1
    }
    while let previous = before(pair), nodes[Int(previous.node)].isPair,
      distance(at: previous, time) >= 0
    {
      pair = previous
      steps += 1
    }
  }

  private func distance(at cursor: Cursor, _ time: Int64) -> Int64 {
    let stored = nodes[Int(cursor.node)].stored
    return cursor.position < 0 ? stored - time : stored + time
  }

  private func before(_ cursor: Cursor) -> Cursor? {
    let previous = nodes[Int(cursor.node)].previous
    return previous == 0 ? nil : Cursor(node: previous, position: cursor.position - 1)
  }

  private func after(_ cursor: Cursor) -> Cursor {
    Cursor(node: nodes[Int(cursor.node)].next, position: cursor.position + 1)
  }

  @discardableResult
  private mutating func insert(before next: Int32, stored: Int64, isPair: Bool) -> Int32 {
    let node = Int32(nodes.count)
    let previous = nodes[Int(next)].previous
    nodes.append(Node(stored: stored, isPair: isPair, previous: previous, next: next))
    nodes[Int(previous)].next = node
    nodes[Int(next)].previous = node
    steps += 1
    return node
  }

  private mutating func remove(_ node: Int32) {
    let (previous, next) = (nodes[Int(node)].previous, nodes[Int(node)].next)
    nodes[Int(previous)].next = next
    nodes[Int(next)].previous = previous
    steps += 1
  }
}
