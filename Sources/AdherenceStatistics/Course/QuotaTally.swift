import AdherenceAnalytics
import Scheduling

/// The quotas of a task, by day.
///
/// A period can be evaluated if it is in the denominator. It is empty if nothing of the quota was
/// done and no event of the task is in it.
struct QuotaTally {
  /// The state of a day in quota periods.
  enum Day: UInt8 {
    /// No evaluable period contains it, or the plan is inactive.
    case none
    /// Something was done in its period.
    case covered
    /// The day is in an empty period.
    case empty
  }

  /// An evaluable period.
  struct Span {
    /// The offsets of its days.
    var days: Range<Int>
    var required: Double
    var credited: Double
  }

  /// The state of each day; empty without quotas.
  private(set) var days: [Day] = []
  /// The number of empty periods that end on each day; of overlapping ones, as in rolling quotas,
  /// the first counts.
  private(set) var misses: [Int32] = []
  /// The number of periods that end on each day; of overlapping ones the first counts.
  private(set) var asks: [Int32] = []
  /// The amount due in periods that end on each day, and the part done.
  private(set) var required: [Double] = []
  private(set) var credited: [Double] = []
  /// The evaluable periods, by quota.
  private(set) var spans: [[Span]] = []

  var isEmpty: Bool { days.isEmpty }
  /// The offset of the last day of an evaluable period.
  var last: Int? { spans.compactMap { $0.last.map { $0.days.upperBound - 1 } }.max() }
}

extension QuotaTally {
  /// Computes the state of days from the quotas of a course.
  ///
  /// - Complexity: O(*n* + *p* log *r*) for *n* days, *p* periods and *r* ranges on which they rest.
  mutating func take(_ quotas: [QuotaCourse], _ all: [DoseDays.Day], first: Int) {
    self = QuotaTally()
    if quotas.isEmpty { return }
    days = Array(repeating: .none, count: all.count)
    (misses, asks) = (
      Array(repeating: 0, count: all.count), Array(repeating: 0, count: all.count)
    )
    (required, credited) = (
      Array(repeating: 0, count: all.count), Array(repeating: 0, count: all.count)
    )
    var events: [Int32] = []
    events.takeSums(of: all) { $0.events }
    for quota in quotas { take(quota, events, first: first) }
  }

  /// Adds a quota, given the number of events before each offset.
  private mutating func take(_ quota: QuotaCourse, _ events: [Int32], first: Int) {
    var (own, missed, asked) = ([Span](), 0, 0)
    var marked: [Day: Int] = [:]
    for period in quota.periods where period.isDue {
      let offsets = period.days.lowerBound - first..<period.days.upperBound - first
      own.append(Span(days: offsets, required: period.required, credited: period.credited))
      required[offsets.upperBound - 1] += period.required
      credited[offsets.upperBound - 1] += period.credited
      let isEmpty =
        period.credited == 0 && events[offsets.upperBound] == events[offsets.lowerBound]
      let state = isEmpty ? Day.empty : .covered
      // Periods of rolling quotas overlap, but each day is marked once.
      let begin = max(offsets.lowerBound, marked[state] ?? 0)
      mark(begin..<max(begin, offsets.upperBound), state, quota.active, first: first)
      marked[state] = offsets.upperBound
      if offsets.lowerBound >= asked {
        asks[offsets.upperBound - 1] += 1
        asked = offsets.upperBound
      }
      if isEmpty, offsets.lowerBound >= missed {
        misses[offsets.upperBound - 1] += 1
        missed = offsets.upperBound
      }
    }
    spans.append(own)
  }

  private mutating func mark(
    _ offsets: Range<Int>, _ state: Day, _ active: [Range<Int>], first: Int
  ) {
    let begin = active.partitionPoint { $0.upperBound - first <= offsets.lowerBound }
    for range in active[begin...].prefix(while: { $0.lowerBound - first < offsets.upperBound }) {
      let own = range.lowerBound - first..<range.upperBound - first
      for offset in own.clamped(to: offsets) where state.rawValue > days[offset].rawValue {
        days[offset] = state
      }
    }
  }

  /// Returns the number of empty periods that end between two offsets (exclusive).
  func countEmpty(after day: Int, before end: Int) -> Int {
    isEmpty ? 0 : Int(misses[max(0, day + 1)..<max(0, day + 1, end)].reduce(0, +))
  }

  /// Returns the amounts due and done in the periods of a range of offsets.
  ///
  /// A period belongs to the range if its last day does. So does the period that contains the end,
  /// unless it overlaps others, as in rolling quotas.
  ///
  /// - Parameters:
  ///   - offsets: The first and last day.
  ///   - range: The days on which a period must end to be considered.
  /// - Returns: The sums.
  /// - Complexity: O(log *p* + *m*) for *p* periods, *m* of which end in the range.
  func sums(
    in offsets: ClosedRange<Int>, endingIn range: Range<Int>
  ) -> (required: Double, credited: Double) {
    var sums = (required: 0.0, credited: 0.0)
    for own in spans {
      let lower = max(offsets.lowerBound, range.lowerBound)
      let first = own.partitionPoint { $0.days.upperBound <= lower }
      var end = first > 0 ? own[first - 1].days.upperBound : Int.min
      if end <= offsets.lowerBound { end = .min }
      for span in own[first...].prefix(while: { $0.days.upperBound <= range.upperBound }) {
        defer { end = span.days.upperBound }
        guard
          span.days.upperBound - 1 <= offsets.upperBound
            || span.days.lowerBound <= offsets.upperBound && span.days.lowerBound >= end
        else { continue }
        sums.required += span.required
        sums.credited += span.credited
      }
    }
    return sums
  }
}

extension QuotaTaking {
  /// Sums the evaluable periods of a task.
  init(_ tally: QuotaTally) {
    for span in tally.spans.joined() {
      periods += 1
      required += span.required
      credited += span.credited
    }
  }
}
