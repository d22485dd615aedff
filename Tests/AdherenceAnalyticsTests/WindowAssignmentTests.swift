import Scheduling
import Testing

@testable import AdherenceAnalytics

/// The assignment against the best of all that keep the order, found by trying each.
@Suite struct WindowAssignmentTests {
  /// A window on a line of small whole numbers.
  struct Span: Hashable, CustomStringConvertible {
    var open: Int64, start: Int64, expiry: Int64

    var description: String { "[\(open) \(start) \(expiry))" }

    func contains(_ time: Int64) -> Bool { open <= time && time < expiry }
  }

  /// What an assignment is worth: pairs first, then distance.
  struct Score: Equatable {
    var pairs = 0
    var distance: Int64 = 0
  }

  static func assignment(_ spans: [Span], _ events: [Int64]) -> WindowAssignment {
    let slots = spans.map { span in
      WindowAssignment.Reach(
        start: Instant(seconds: span.start),
        window: OccurrenceWindow(
          open: Instant(seconds: span.open), close: Instant(seconds: span.expiry),
          expiry: Instant(seconds: span.expiry)))
    }
    return WindowAssignment(
      slots: slots,
      events: events.enumerated().map { Event(time: Instant(seconds: $1), outcome: $0) })
  }

  static func solve(_ spans: [Span], _ events: [Int64]) -> [Int?] {
    assignment(spans, events).solve()
  }

  static func score(_ assignment: [Int?], _ spans: [Span], _ events: [Int64]) -> Score {
    var score = Score()
    for (span, event) in zip(spans, assignment) {
      guard let event else { continue }
      score.pairs += 1
      score.distance += abs(events[event] - span.start)
    }
    return score
  }

  /// Whether each event is eligible for its slot and none crosses another.
  static func isAllowed(_ assignment: [Int?], _ spans: [Span], _ events: [Int64]) -> Bool {
    let chosen = assignment.compactMap(\.self)
    return assignment.count == spans.count
      && zip(spans, assignment).allSatisfy { span, event in
        event.map { span.contains(events[$0]) } ?? true
      } && zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// All assignments that keep the order.
  static func all(_ spans: [Span], _ events: [Int64]) -> [[Int?]] {
    func extend(_ slot: Int, _ next: Int) -> [[Int?]] {
      guard slot < spans.count else { return [[]] }
      let choices = [nil] + events.indices.filter { $0 >= next && spans[slot].contains(events[$0]) }
      return choices.flatMap { choice in
        extend(slot + 1, choice.map { $0 + 1 } ?? next).map { [choice] + $0 }
      }
    }
    return extend(0, 0)
  }

  /// The definition: of all with the most pairs those with the least distance.
  static func best(_ spans: [Span], _ events: [Int64]) -> [[Int?]] {
    let scored = all(spans, events).map { ($0, score($0, spans, events)) }
    let pairs = scored.map(\.1.pairs).max() ?? 0
    let distance = scored.filter { $0.1.pairs == pairs }.map(\.1.distance).min() ?? 0
    return scored.filter { $0.1 == Score(pairs: pairs, distance: distance) }.map(\.0)
  }

  /// Ties: at the last occurrence where they differ, the one without an event wins, then the one
  /// with the earlier event.
  static func chosen(_ spans: [Span], _ events: [Int64]) -> [Int?] {
    best(spans, events).min { a, b in
      a.reversed().lexicographicallyPrecedes(b.reversed()) { ($0 ?? -1) < ($1 ?? -1) }
    } ?? []
  }

  /// All choices of `length` members in order, repetition allowed.
  static func multisets<Member>(of members: [Member], length: Int) -> [[Member]] {
    guard length > 0 else { return [[]] }
    return members.indices.flatMap { index in
      multisets(of: Array(members[index...]), length: length - 1).map { [members[index]] + $0 }
    }
  }

  struct World: CustomTestStringConvertible {
    var testDescription: String
    var slots: Int, events: Int
    var starts: ClosedRange<Int64>
    /// How long before the start windows open, and how long after it they expire.
    var windows: [(before: Int64, after: Int64)]
  }

  static let worlds = [
    World(
      testDescription: "wide and narrow, to 3 slots and 3 events", slots: 3, events: 3,
      starts: 0...3, windows: [(0, 1), (1, 2), (2, 3)]),
    World(
      testDescription: "none, long before, long after, to 3 slots and 3 events", slots: 3,
      events: 3, starts: 0...2, windows: [(0, 0), (3, 1), (0, 4)]),
    World(
      testDescription: "overlapping neighbours, to 4 slots and 4 events", slots: 4, events: 4,
      starts: 0...3, windows: [(2, 2)]),
    World(
      testDescription: "one within the other, to 4 slots and 4 events", slots: 4, events: 4,
      starts: 0...1, windows: [(0, 1), (2, 4)]),
  ]

  @Test(arguments: worlds) func smallWorldsExhaustively(_ world: World) {
    let spans = world.starts.flatMap { start in
      world.windows.map { Span(open: start - $0.before, start: start, expiry: start + $0.after) }
    }
    for slots in 0...world.slots {
      for spans in Self.multisets(of: spans, length: slots) {
        for count in 0...world.events {
          for events in Self.multisets(of: Array(0...4 as ClosedRange<Int64>), length: count) {
            let found = Self.solve(spans, events)
            if found != Self.chosen(spans, events) {
              Issue.record("\(spans) with \(events): \(found), not \(Self.chosen(spans, events))")
            }
          }
        }
      }
    }
  }

  /// The best score by the textbook table: every slot, every event, nothing left out.
  static func bestScore(_ spans: [Span], _ events: [Int64]) -> Score {
    var row = Array(repeating: Score(), count: events.count + 1)
    for span in spans {
      var next = row
      for (index, event) in events.enumerated() {
        var best = [row[index + 1], next[index]]
        if span.contains(event) {
          best.append(
            Score(
              pairs: row[index].pairs + 1, distance: row[index].distance + abs(event - span.start)))
        }
        next[index + 1] =
          best.max { ($0.pairs, -$0.distance) < ($1.pairs, -$1.distance) } ?? Score()
      }
      row = next
    }
    return row[events.count]
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func randomWorlds(seed: UInt64) {
    var random = Seeded(state: seed)
    for _ in 0..<150 {
      let line = Int64.random(in: 5...120, using: &random)
      let spans = (0..<Int.random(in: 0...25, using: &random)).map { _ in
        let start = Int64.random(in: 0...line, using: &random)
        return Span(
          open: start - .random(in: 0...20, using: &random), start: start,
          expiry: start + .random(in: 0...20, using: &random))
      }.sorted { $0.start < $1.start }
      let events = (0..<Int.random(in: 0...25, using: &random)).map { _ in
        Int64.random(in: -10...line + 10, using: &random)
      }.sorted()
      let found = Self.solve(spans, events)
      #expect(Self.isAllowed(found, spans, events), "\(spans) with \(events): \(found)")
      #expect(
        Self.score(found, spans, events) == Self.bestScore(spans, events),
        "\(spans) with \(events): \(found)")
    }
  }

  @Test(.timeLimit(.minutes(1))) func aLifeOfDailyDosesIsPrompt() {
    let spans = (0..<20_000 as Range<Int64>).map { day in
      Span(open: day * 86_400, start: day * 86_400 + 28_800, expiry: (day + 1) * 86_400)
    }
    var random = Seeded(state: 4)
    let events = (0..<20_000 as Range<Int64>).map { _ in
      Int64.random(in: 0..<20_000 * 86_400, using: &random)
    }.sorted()
    let daysWithEvents = Set(events.map { $0 / 86_400 }).count
    let found = Self.solve(spans, events)
    #expect(found.compactMap(\.self).count == daysWithEvents)
    #expect(Self.isAllowed(found, spans, events))
  }

  @Test func theNearestSlotIsTheEarlierOfTwoAsNear() {
    let spans = [
      Span(open: 0, start: 10, expiry: 20), Span(open: 5, start: 14, expiry: 30),
    ]
    #expect(Self.assignment(spans, [3, 12, 13, 25, 30]).nearestSlots() == [0, 0, 1, 1, nil])
  }
}
