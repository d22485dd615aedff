import TestSampling
import TestSupport
import Testing

@testable import AdherenceAnalytics

/// A window on a line of small integers.
struct Span: Hashable, CustomStringConvertible {
  var open: Int64, start: Int64, expiry: Int64

  var description: String { "[\(open) \(start) \(expiry))" }

  func contains(_ time: Int64) -> Bool { open <= time && time < expiry }
}

extension WindowColumns {
  init(_ spans: [Span]) {
    self.init(
      open: spans.map(\.open), start: spans.map(\.start), expiry: spans.map(\.expiry))
  }
}

/// The assignment against the best of all that preserve the order, found by exhaustive search.
@Suite struct WindowAssignmentTests {
  /// The score of an assignment: pairs first, then distance.
  struct Score: Equatable {
    var pairs = 0
    var distance: Int64 = 0

    func isBetter(than other: Score) -> Bool {
      pairs != other.pairs ? pairs > other.pairs : distance < other.distance
    }
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

  /// All assignments that preserve the order.
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

  /// The definition: those with the least distance among those with the most pairs.
  static func best(_ spans: [Span], _ events: [Int64]) -> [[Int?]] {
    let scored = all(spans, events).map { ($0, score($0, spans, events)) }
    let pairs = scored.map(\.1.pairs).max() ?? 0
    let distance = scored.filter { $0.1.pairs == pairs }.map(\.1.distance).min() ?? 0
    return scored.filter { $0.1 == Score(pairs: pairs, distance: distance) }.map(\.0)
  }

  /// Ties: at the last occurrence where they differ, the one without an event is preferred, then the one with
  /// the earlier event.
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
    World(
      testDescription: "together, one open longer, to 4 slots and 4 events", slots: 4, events: 4,
      starts: 1...2, windows: [(1, 1), (1, 3)]),
    World(
      testDescription: "apart from their starts, to 3 slots and 3 events", slots: 3, events: 3,
      starts: 0...3, windows: [(-1, 3), (3, -1), (1, 1)]),
  ]

  /// Every list of windows with every list of events; in a sample run a twelfth of the lists of each
  /// length, and twelve at least.
  @Test(arguments: worlds) func smallWorlds(_ world: World) {
    let spans = world.starts.flatMap { start in
      world.windows.map { Span(open: start - $0.before, start: start, expiry: start + $0.after) }
    }
    let events = (0...world.events).flatMap {
      Self.multisets(of: Array(0...4 as ClosedRange<Int64>), length: $0)
    }
    var (assignment, found) = (WindowAssignment(), [Int32]())
    for slots in 0...world.slots {
      let all = Self.multisets(of: spans, length: slots)
      for spans in all.sampled(max(12, all.count / 12)) {
        let windows = WindowColumns(spans)
        for events in events {
          assignment.assign(events, to: windows, into: &found)
          let chosen = Self.chosen(spans, events)
          if found != chosen.map({ Int32($0 ?? -1) }) {
            Issue.record("\(spans) with \(events): \(found), not \(chosen)")
          }
        }
      }
    }
  }

  /// The textbook alignment of two sequences: every slot, every event, without pruning.
  static func textbook(_ spans: [Span], _ events: [Int64]) -> [Int32] {
    var rows = [Array(repeating: Score(), count: events.count + 1)]
    for span in spans {
      let last = rows[rows.count - 1]
      var row = last
      for (index, event) in events.enumerated() {
        if row[index].isBetter(than: row[index + 1]) { row[index + 1] = row[index] }
        guard span.contains(event) else { continue }
        let distance = last[index].distance + abs(event - span.start)
        let paired = Score(pairs: last[index].pairs + 1, distance: distance)
        if paired.isBetter(than: row[index + 1]) { row[index + 1] = paired }
      }
      rows.append(row)
    }
    return readBack(rows)
  }

  /// Backtracks from the end, with the first decision among equals: no event, an earlier event, this one.
  private static func readBack(_ rows: [[Score]]) -> [Int32] {
    var result = Array(repeating: Int32(-1), count: rows.count - 1)
    var end = rows[0].count - 1
    for slot in result.indices.reversed() where rows[slot + 1][end] != rows[slot][end] {
      while rows[slot + 1][end] == rows[slot + 1][end - 1] { end -= 1 }
      end -= 1
      result[slot] = Int32(end)
    }
    return result
  }

  /// The arrangement of windows.
  enum Shape: CaseIterable {
    /// All of one length before and after the start.
    case alike
    /// Opening and expiring in order, some at the same time.
    case inOrder
    /// Some within others.
    case nested
    /// Some that do not contain their start, some empty.
    case any
  }

  static func spans(_ shape: Shape, line: Int64, using random: inout Seeded) -> [Span] {
    let (before, after) = (Int64.random(in: 0...20, using: &random), Int64(7))
    let least: Int64 = shape == .any ? -4 : 0
    var spans = (0..<Int.random(in: 0...25, using: &random)).map { _ in
      let start = Int64.random(in: 0...line, using: &random)
      guard shape != .alike else {
        return Span(open: start - before, start: start, expiry: start + after)
      }
      return Span(
        open: start - .random(in: least...20, using: &random), start: start,
        expiry: start + .random(in: least...20, using: &random))
    }.sorted { $0.start < $1.start }
    for index in spans.indices.dropFirst() where shape == .inOrder {
      spans[index].open = min(spans[index].start, max(spans[index].open, spans[index - 1].open))
      spans[index].expiry = max(spans[index].expiry, spans[index - 1].expiry)
    }
    return spans
  }

  @Test(arguments: Shape.allCases, (1...4 as ClosedRange<UInt64>).sampled(2))
  func randomWorldsAreSolvedAsByTheTextbook(_ shape: Shape, seed: UInt64) {
    var random = Seeded(state: seed)
    var (assignment, scarce) = (WindowAssignment(), WindowAssignment(limit: 40))
    var (found, foundInParts): ([Int32], [Int32]) = ([], [])
    for _ in (0..<150).sampled(30) {
      let line = Int64.random(in: 3...120, using: &random)
      let spans = Self.spans(shape, line: line, using: &random)
      let events = (0..<Int.random(in: 0...25, using: &random)).map { _ in
        Int64.random(in: -10...line + 10, using: &random)
      }.sorted()
      assignment.assign(events, to: WindowColumns(spans), into: &found)
      scarce.assign(events, to: WindowColumns(spans), into: &foundInParts)
      #expect(found == Self.textbook(spans, events), "\(spans) with \(events)")
      #expect(foundInParts == found, "\(spans) with \(events), in parts")
    }
  }

  @Test func oneEventBetweenTwoOccurrencesGoesToTheEarlier() {
    let spans = [Span(open: 0, start: 10, expiry: 30), Span(open: 0, start: 20, expiry: 30)]
    var (assignment, found) = (WindowAssignment(), [Int32]())
    assignment.assign([15], to: WindowColumns(spans), into: &found)
    #expect(found == [0, -1])
  }
}

/// The growth of the work, in counted steps instead of time.
@Suite struct WindowAssignmentStepsTests {
  static let day: Int64 = 86_400

  /// The distribution of events over the days of a daily occurrence.
  enum Course: CaseIterable {
    case kept, anyTime, lateAndTwice, firstHalfAlone
  }

  static func events(_ course: Course, days: Int64, using random: inout Seeded) -> [Int64] {
    (0..<days).compactMap { index -> Int64? in
      let time = index * day + Int64.random(in: 0..<day, using: &random)
      switch course {
      case .kept: return index % 10 == 0 ? nil : time
      case .anyTime: return index % 7 == 0 ? nil : .random(in: 0..<days * day, using: &random)
      case .lateAndTwice: return days / 2 + time / 2
      case .firstHalfAlone: return index % 3 == 0 ? nil : time / 2
      }
    }.sorted()
  }

  @Test(arguments: Course.allCases, [10, 40] as [Int64])
  func windowsOfYearsTakeAFewStepsADay(_ course: Course, years: Int64) {
    var random = Seeded(state: 9)
    let days = 365 * years
    let windows = WindowColumns(
      (0..<days).map { index in
        let start = index * Self.day + 28_800
        return Span(
          open: start - 365 * Self.day, start: start, expiry: start + 2 * 365 * Self.day)
      })
    let events = Self.events(course, days: days, using: &random)
    var (assignment, found) = (WindowAssignment(), [Int32]())
    assignment.assign(events, to: windows, into: &found)
    #expect(found.contains { $0 >= 0 })
    #expect(assignment.steps <= 8 * (windows.count + events.count))
    var (nearest, slots) = (NearestWindows(), [Int32]())
    nearest.find(for: events, in: windows, into: &slots)
    #expect(slots.contains { $0 >= 0 })
    #expect(nearest.steps <= 4 * windows.count)
  }

  @Test func windowsThatShareNoEventTakeNone() {
    let windows = WindowColumns(
      (0..<20_000 as Range<Int64>).map { index in
        Span(
          open: index * Self.day, start: index * Self.day + 28_800, expiry: (index + 1) * Self.day)
      })
    var random = Seeded(state: 4)
    let events = Self.events(.anyTime, days: 20_000, using: &random)
    var (assignment, found) = (WindowAssignment(), [Int32]())
    assignment.assign(events, to: windows, into: &found)
    #expect(found.count { $0 >= 0 } == Set(events.map { $0 / Self.day }).count)
    #expect(assignment.steps == 0)
  }
}
