import Scheduling

/// The best assignment of events to slots that never crosses: as many pairs as possible, and of those
/// with the most the one with the least total distance.
///
/// It is the alignment of two sequences, kept to the events that can still matter: row *i* looks only
/// at events between the first that a later slot may take and the last that a slot so far may take.
/// With windows that overlap few neighbours that is linear in slots and events.
struct WindowAssignment {
  private let slots: [Reach]
  private let events: [Event]
  /// The events that each slot may take.
  private let eligible: [Range<Int>]
  /// The first event that this slot or a later one may take.
  private let firstNeeded: [Int]

  /// An occurrence as far as events are concerned.
  struct Reach {
    var start: Instant
    var window: OccurrenceWindow
  }

  /// How many pairs, and how far apart in total.
  private struct Score {
    var pairs = 0
    var distance: Int64 = 0

    func isBetter(than other: Score) -> Bool {
      pairs != other.pairs ? pairs > other.pairs : distance < other.distance
    }
  }

  /// The last decision on the way to a cell.
  private enum Step: UInt8 {
    case skipSlot, skipEvent, pair
  }

  /// The best scores of the slots so far with the events before `lower + index`.
  private struct Row {
    var lower: Int
    var scores: [Score]

    /// The score with the events before `end`; beyond the last cell nothing more can be gained.
    func score(before end: Int) -> Score { scores[min(end - lower, scores.count - 1)] }
  }

  /// Prepares slots and events, each in order of time.
  init(slots: [Reach], events: [Event]) {
    self.slots = slots
    self.events = events
    eligible = slots.map { slot in
      let first = events.partitionPoint { $0.time < slot.window.open }
      return first..<max(first, events.partitionPoint { $0.time < slot.window.expiry })
    }
    var needed = Array(repeating: events.count, count: slots.count + 1)
    for index in slots.indices.reversed() {
      needed[index] = min(needed[index + 1], eligible[index].lowerBound)
    }
    firstNeeded = needed
  }

  /// The event of each slot, by position; `nil` for slots that go without.
  ///
  /// - Complexity: O(*n* · *w*) time and space for *n* slots and *w* events within reach of one.
  func solve() -> [Int?] {
    var row = Row(lower: firstNeeded[0], scores: [Score()])
    var steps: [(lower: Int, steps: [Step])] = []
    for slot in slots.indices {
      let (next, choices) = extend(row, by: slot)
      steps.append((next.lower, choices))
      row = next
    }
    return trace(steps)
  }

  /// For each event the nearest slot whose window holds it, whether or not it has an event; of two
  /// the earlier.
  func nearestSlots() -> [Int?] {
    var nearest: [Int?] = Array(repeating: nil, count: events.count)
    for slot in slots.indices {
      for event in eligible[slot] {
        let distance = abs(events[event].time - slots[slot].start)
        let best = nearest[event].map { abs(events[event].time - slots[$0].start) }
        if best.map({ distance < $0 }) ?? true { nearest[event] = slot }
      }
    }
    return nearest
  }

  private func extend(_ row: Row, by slot: Int) -> (Row, [Step]) {
    let lower = firstNeeded[slot]
    let upper = max(row.lower + row.scores.count - 1, eligible[slot].upperBound, lower)
    var next = Row(lower: lower, scores: [])
    var steps: [Step] = []
    for end in lower...upper {
      var best = row.score(before: end)
      var step = Step.skipSlot
      if end > lower, next.scores[end - 1 - lower].isBetter(than: best) {
        best = next.scores[end - 1 - lower]
        step = .skipEvent
      }
      if end > lower, eligible[slot].contains(end - 1) {
        var paired = row.score(before: end - 1)
        paired.pairs += 1
        paired.distance += abs(events[end - 1].time - slots[slot].start)
        if paired.isBetter(than: best) {
          best = paired
          step = .pair
        }
      }
      next.scores.append(best)
      steps.append(step)
    }
    return (next, steps)
  }

  private func trace(_ rows: [(lower: Int, steps: [Step])]) -> [Int?] {
    var result: [Int?] = Array(repeating: nil, count: slots.count)
    var end = events.count
    for slot in slots.indices.reversed() {
      let (lower, steps) = rows[slot]
      end = min(end, lower + steps.count - 1)
      while end >= lower, steps[end - lower] == .skipEvent { end -= 1 }
      guard steps[end - lower] == .pair else { continue }
      end -= 1
      result[slot] = end
    }
    return result
  }
}

extension TaskTimeline {
  /// The start and window of the occurrence at a place.
  func reach(_ place: Int) -> WindowAssignment.Reach {
    WindowAssignment.Reach(start: rows[place].start, window: windows[place])
  }
}
