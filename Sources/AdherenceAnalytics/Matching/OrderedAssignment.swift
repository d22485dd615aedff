/// The best assignment where windows open and expire in the order of their starts, and hold them.
///
/// Events and windows pass in order of time; of two pairs that overlap, each event then may go to the
/// other's window, and crossing gains nothing. So the cost of what has passed depends only on how many
/// wait, for those that wait are the latest (`MarginalCosts`). Each step forward notes up to which
/// number one choice is best; from the end, where none waits, the choices are read back.
struct OrderedAssignment {
  private var costs = MarginalCosts()
  /// Of each window and event in order, the last number of waiting ones for which it is noted.
  private var limits: [Int32] = []
  /// From the last to the first.
  private var chosenReaches: [Int32] = []
  private var chosenEvents: [Int32] = []
  private var promises = Promises()

  var steps: Int { costs.steps }

  /// Assigns the events of a stretch to its windows.
  ///
  /// - Complexity: O(*n*) for *n* windows and events.
  mutating func assign(
    _ stretch: WindowAssignment.Stretch, of reaches: [WindowAssignment.Reach], _ starts: [Int64],
    _ events: [Int64], into result: inout [Int32]
  ) {
    pass(stretch, reaches, starts, events)
    readBack(stretch, reaches, starts, events)
    for (reach, event) in zip(chosenReaches, chosenEvents) {
      result[Int(reaches[Int(reach)].window)] = event
    }
  }

  /// Forward in time; of a window and an event at one time the window first.
  private mutating func pass(
    _ stretch: WindowAssignment.Stretch, _ reaches: [WindowAssignment.Reach], _ starts: [Int64],
    _ events: [Int64]
  ) {
    costs.reset()
    limits.removeAll(keepingCapacity: true)
    var (index, alive) = (stretch.reaches.lowerBound, stretch.reaches.lowerBound)
    for event in stretch.events {
      while index < stretch.reaches.upperBound {
        let start = starts[Int(reaches[index].window)]
        guard start <= events[event] else { break }
        costs.limitEvents(to: event - Int(reaches[index].lower))
        limits.append(Int32(costs.addWindow(at: start)))
        index += 1
      }
      while alive < index, reaches[alive].upper <= event { alive += 1 }
      costs.limitWindows(to: index - alive)
      limits.append(Int32(costs.addEvent(at: events[event])))
    }
    while index < stretch.reaches.upperBound {
      costs.limitEvents(to: stretch.events.upperBound - Int(reaches[index].lower))
      limits.append(Int32(costs.addWindow(at: starts[Int(reaches[index].window)])))
      index += 1
    }
  }

  /// Backward: of choices as good, a window goes without and an event is left out.
  private mutating func readBack(
    _ stretch: WindowAssignment.Stretch, _ reaches: [WindowAssignment.Reach], _ starts: [Int64],
    _ events: [Int64]
  ) {
    chosenReaches.removeAll(keepingCapacity: true)
    chosenEvents.removeAll(keepingCapacity: true)
    promises.removeAll()
    var (index, event) = (stretch.reaches.upperBound, stretch.events.upperBound)
    var alive = index
    for limit in limits.reversed() {
      let waiting = chosenReaches.count - chosenEvents.count
      let isEvent =
        event > stretch.events.lowerBound
        && (index == stretch.reaches.lowerBound
          || starts[Int(reaches[index - 1].window)] <= events[event - 1])
      if isEvent {
        event -= 1
        guard waiting > limit else { continue }
        chosenEvents.append(Int32(event))
        guard waiting <= 0 else { continue }
        alive = min(alive, index)
        while alive > stretch.reaches.lowerBound, reaches[alive - 1].upper > event { alive -= 1 }
        promises.add(place: chosenEvents.count, needs: alive)
      } else {
        index -= 1
        if waiting > limit,
          waiting >= 0 || promises.allow(windows: index, taken: chosenReaches.count)
        {
          continue
        }
        chosenReaches.append(Int32(index))
      }
    }
  }
}

/// The events that were promised an earlier window, so that none is left out that they depend on.
///
/// Only among windows with one start does it matter which of them an event gets: the one that goes
/// without may be the one that is still open.
private struct Promises {
  private struct Promise {
    /// The place of the event among those chosen, from the last.
    var place: Int
    /// The windows before its own, if all windows from there on have an event, and its place.
    var needs: Int
  }

  /// Those that can still be the strictest, which comes first.
  private var open: [Promise] = []
  private var first = 0

  mutating func removeAll() {
    open.removeAll(keepingCapacity: true)
    first = 0
  }

  /// Promises a window at or after position `window`.
  mutating func add(place: Int, needs window: Int) {
    let promise = Promise(place: place, needs: window + place)
    while open.count > first, let last = open.last, last.needs <= promise.needs {
      open.removeLast()
    }
    open.append(promise)
  }

  /// Whether the windows before a position suffice, where so many after it are taken.
  mutating func allow(windows: Int, taken: Int) -> Bool {
    while first < open.count, open[first].place <= taken { first += 1 }
    return first == open.count || windows + taken >= open[first].needs
  }
}
