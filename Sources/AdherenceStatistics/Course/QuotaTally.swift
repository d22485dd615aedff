import AdherenceAnalytics
import Scheduling

/// What a task's quotas come to, day by day.
///
/// A period can be judged where it is in the denominator. It is empty where none of what it asks for was done
/// and no event of the task falls into it.
struct QuotaTally {
  /// What the periods of a day say of it.
  enum Day: UInt8 {
    /// No period that can be judged holds it, or the plan rests on it.
    case none
    /// Something was done in its period.
    case covered
    /// It lies in an empty period.
    case empty
  }

  /// One period that can be judged.
  struct Span {
    /// The offsets of its days.
    var days: Range<Int>
    var required: Double
    var credited: Double
  }

  /// By offset; empty without quotas.
  private(set) var days: [Day] = []
  /// By offset: the empty periods that end on the day; of those of one quota that overlap, as where it rolls,
  /// the first counts.
  private(set) var misses: [Int32] = []
  /// By offset: the periods that end on the day, empty or not; of overlapping ones the first counts.
  private(set) var asks: [Int32] = []
  /// By offset: what the periods that end on the day ask for, and what of it was done.
  private(set) var required: [Double] = []
  private(set) var credited: [Double] = []
  /// The periods that can be judged, quota by quota.
  private(set) var spans: [[Span]] = []

  var isEmpty: Bool { days.isEmpty }
  /// The offset of the last day of a period that can be judged.
  var last: Int? { spans.compactMap { $0.last.map { $0.days.upperBound - 1 } }.max() }
}

extension QuotaTally {
  /// Sorts the quotas of a course into its days.
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

  /// Sorts a quota, given how many events lie before each offset.
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
      // Periods that roll overlap: each day is marked once.
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

  /// What the periods from one offset to another ask for, and what of it was done.
  ///
  /// A period belongs to them where its last day does. So does the one that holds the end, unless it overlaps
  /// others, as where it rolls.
  ///
  /// - Parameters:
  ///   - offsets: From the first to the last day.
  ///   - range: The days on which a period must end to be looked at.
  /// - Returns: The sums.
  func sums(
    in offsets: ClosedRange<Int>, endingIn range: Range<Int>
  ) -> (required: Double, credited: Double) {
    var sums = (required: 0.0, credited: 0.0)
    for own in spans {
      var end = Int.min
      for span in own where span.days.upperBound > offsets.lowerBound {
        let last = span.days.upperBound - 1
        defer { end = span.days.upperBound }
        guard range.contains(last),
          last <= offsets.upperBound
            || span.days.lowerBound <= offsets.upperBound && span.days.lowerBound >= end
        else { continue }
        sums.required += span.required
        sums.credited += span.credited
      }
    }
    return sums
  }
}

/// What quotas asked for in the periods that can be judged.
package struct QuotaTaking: Hashable, Sendable {
  /// The periods.
  package internal(set) var periods = 0
  /// The uses that they ask for.
  package internal(set) var required = 0.0
  /// Those of them that were done.
  package internal(set) var credited = 0.0
}

extension QuotaTaking {
  mutating func merge(_ other: QuotaTaking) {
    periods += other.periods
    required += other.required
    credited += other.credited
  }

  /// The share done of occurrences and of what quotas ask for; `nil` where nothing was due.
  func ratio(with count: AdherenceCount) -> Double? {
    let due = Double(count.expected) + required
    return due == 0 ? nil : (Double(count.taken) + credited) / due
  }

  init(_ tally: QuotaTally) {
    for span in tally.spans.joined() {
      periods += 1
      required += span.required
      credited += span.credited
    }
  }
}
