package import AdherenceAnalytics
import Scheduling

/// The intervals between consecutive doses of a course, or between as-needed uses, with their
/// planned intervals.
///
/// The planned interval is the elapsed time between the planned times of the two doses; a dose
/// without an occurrence is assigned to the nearest planned time. Only consecutive planned times
/// are compared. An interval across a missed dose is too long, whatever its length. A second dose
/// for one planned time is compared with the planned interval that starts there.
package struct DoseIntervals {
  /// The lengths in seconds, except those that completely contain a hold.
  package private(set) var lengths: [Double] = []
  /// The planned interval in seconds; NaN if there is none.
  private(set) var planned: [Double] = []
  /// Whether a dose was missed within each interval.
  private(set) var spansMiss: [Bool] = []
  /// The planned times.
  package private(set) var plan = PlannedTimes()
  /// The index of each dose's planned time; empty without a plan.
  private(set) var places: [Int] = []

  init() {}

  /// Measures the intervals of a course.
  package init(_ course: borrowing TaskCourse) {
    var doses = EvaluableDoses()
    doses.take(course)
    take(course, doses)
  }

  /// Computes the intervals of a course whose doses are in columns.
  mutating func take(_ course: borrowing TaskCourse, _ doses: EvaluableDoses) {
    plan.take(course.occurrences, next: course.nextStart)
    lengths.removeAll(keepingCapacity: true)
    planned.removeAll(keepingCapacity: true)
    spansMiss.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    if course.occurrences.isEmpty {
      let times = course.uses.times.filter { $0 != TaskCourse.unknown }
      return measure(times, doses.holds) { _ in (.nan, false) }
    }
    for (time, start) in zip(doses.eventTimes, doses.eventStarts) {
      places.append(plan.place(of: start, or: time))
    }
    let (plan, places) = (plan, places)
    measure(doses.eventTimes, doses.holds) { next in
      let areBothPlanned =
        doses.eventStarts[next - 1] != TaskCourse.unknown
        && doses.eventStarts[next] != TaskCourse.unknown
      return plan.comparison(from: places[next - 1], to: places[next], areBothPlanned)
    }
  }

  private mutating func measure(
    _ times: [Int64], _ holds: [Range<Int64>], _ comparison: (Int) -> (Double, Bool)
  ) {
    var hold = 0
    for next in times.indices.dropFirst() {
      let (begin, end) = (times[next - 1], times[next])
      while hold < holds.count, holds[hold].lowerBound <= begin { hold += 1 }
      if hold < holds.count, holds[hold].upperBound <= end { continue }
      let (interval, misses) = comparison(next)
      lengths.append(Double(end - begin))
      planned.append(interval)
      spansMiss.append(misses)
    }
  }
}

/// The distinct planned times of doses.
package struct PlannedTimes {
  /// The times in seconds, ascending.
  private var starts: [Int64] = []
  /// The time of day of the first occurrence at each, as in `TaskCourse.Occurrence`.
  private var slots: [Int32] = []
  /// The number of occurrences at each.
  private var counts: [Int32] = []
  /// The next planned time; `TaskCourse.unknown` if there is none.
  private var next = TaskCourse.unknown
  /// The number of missed times before each, and in total.
  ///
  /// A time is missed if something was due and nothing taken.
  private var misses: [Int32] = [0]

  /// The elapsed seconds from each time to the next.
  package var intervals: [Double] {
    zip(starts, starts.dropFirst()).map { Double($1 - $0) }
  }

  /// Stores the times of occurrences, sorted by start.
  ///
  /// - Parameters:
  ///   - occurrences: The occurrences.
  ///   - next: The next planned time; `TaskCourse.unknown` if there is none.
  mutating func take(_ occurrences: [TaskCourse.Occurrence], next: Int64) {
    self.next = next
    starts.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    misses.removeAll(keepingCapacity: true)
    var (total, isTaken, isMissed) = (Int32(0), false, false)
    misses.append(0)
    for occurrence in occurrences {
      if starts.last != occurrence.start {
        if !starts.isEmpty { misses.append(total) }
        starts.append(occurrence.start)
        slots.append(occurrence.slot)
        counts.append(0)
        (isTaken, isMissed) = (false, false)
      }
      counts[counts.count - 1] += 1
      let wasMiss = isMissed && !isTaken
      isTaken = isTaken || occurrence.status == .taken
      isMissed = isMissed || occurrence.status == .missed
      total += (isMissed && !isTaken ? 1 : 0) - (wasMiss ? 1 : 0)
    }
    misses.append(total)
  }

  /// Returns the index of a planned time or, if it is not present, of the one nearest to another
  /// time, preferring the later of two, as in nearest matching.
  ///
  /// - Precondition: There are times.
  func place(of start: Int64, or time: Int64) -> Int {
    let place = starts.partitionPoint { $0 < start }
    if place < starts.count, starts[place] == start { return place }
    let next = starts.partitionPoint { $0 < time }
    if next == starts.count { return next - 1 }
    return next > 0 && time - starts[next - 1] < starts[next] - time ? next - 1 : next
  }

  /// Returns the elapsed seconds from a time to the next one; `nil` for a single time.
  ///
  /// After the last planned time it is the previous interval at the same time of day, otherwise the
  /// last interval.
  func interval(at place: Int) -> Double? {
    let last = starts.count - 1
    if place == last, next != TaskCourse.unknown { return Double(next - starts[last]) }
    guard starts.count > 1 else { return nil }
    let place = place < last ? place : slots[..<last].lastIndex(of: slots[last]) ?? last - 1
    return Double(starts[place + 1] - starts[place])
  }

  /// Returns the planned interval between two doses, and whether a dose was missed between them.
  ///
  /// - Parameters:
  ///   - from: The index of the first dose's time.
  ///   - to: The index of the second dose's time.
  ///   - areBothPlanned: Whether both belong to occurrences.
  /// - Returns: The planned interval in seconds; NaN for two doses at one planned time, and across
  ///   times that were neither taken nor missed.
  func comparison(from: Int, to: Int, _ areBothPlanned: Bool) -> (Double, Bool) {
    let interval = interval(at: from) ?? .nan
    if to == from, areBothPlanned, counts[from] > 1 { return (.nan, false) }
    if to <= from + 1 { return (interval, false) }
    let isMiss = misses[to] > misses[from + 1]
    return (isMiss ? interval : .nan, isMiss)
  }
}

/// The timing of doses.
package struct DoseTiming: Sendable {
  /// The deviations from planned times; missing if no dose was taken at a known time.
  package internal(set) var lateness: Estimate<Lateness>
  /// The intervals between doses.
  package internal(set) var interdose: Interdose
  /// The local times of doses for each planned time of day, as directions on a circle.
  package internal(set) var regularity: [Estimate<CircularTime>]
  /// The occurrences in the denominator, and those completed.
  private let expected: Int
  private let taken: Int

  /// Doses near their planned time among all that were due; those in their windows are another number, the
  /// count `inWindow` of an `Adherence`.
  package var nearPlannedOfDue: Estimate<Double> {
    Estimate(lateness.value?.nearPlanned ?? 0, of: expected, else: .nothingDue)
  }
  /// Doses near their planned time among those taken.
  package var nearPlannedOfDone: Estimate<Double> {
    Estimate(
      lateness.value?.nearPlanned ?? 0, of: taken, else: expected == 0 ? .nothingDue : .noDose)
  }
  /// Intervals near their planned ones, over all doses that were due.
  package var nearOfExpected: Estimate<Double> { interdose.near(ofPrescribed: expected) }
}

extension DoseTiming {
  init(
    _ doses: EvaluableDoses, _ intervals: borrowing DoseIntervals, _ parameters: MeasureParameters,
    _ scratch: SignalScratch
  ) {
    lateness = Lateness.summary(
      of: doses.delays, nearPlanned: Int64(parameters.nearPlannedSeconds), scratch: scratch)
    interdose = Interdose(intervals, tolerance: parameters.intervalTolerance)
    regularity = CircularSum.sums(
      of: doses.clocks, by: doses.clockSlots, count: doses.slotTimes.count
    ).map(\.result)
    expected = doses.taken.count
    taken = doses.taken.count { $0 }
  }
}

/// Statistics of the intervals between doses, in hours.
///
/// An interval that completely contains a hold is excluded.
///
/// Safe: lengths are lent for the call, and no count is above their number.
package struct Interdose: Hashable, Sendable {
  /// The number of intervals.
  package var count = 0
  /// The mean; missing without intervals.
  package var mean: Estimate<Double> = .missing(.tooFew)
  /// The standard deviation, with *n* − 1; missing with fewer than two intervals.
  package var deviation: Estimate<Double> = .missing(.tooFew)
  /// The standard deviation divided by the mean.
  package var variation: Estimate<Double> = .missing(.tooFew)
  /// The longest interval; missing without intervals.
  package var longest: Estimate<Double> = .missing(.tooFew)
  /// The number within the tolerance of their planned intervals, inclusive.
  var near = 0
  /// The number shorter than that.
  package var tooShort = 0
  /// The number longer than that.
  package var tooLong = 0

  /// The share near their planned intervals, among those with one.
  package var nearOfIntervals: Estimate<Double> {
    Estimate(near, of: near + tooShort + tooLong, else: .tooFew)
  }

  /// Returns the number near their planned intervals over the number of doses prescribed.
  package func near(ofPrescribed expected: Int) -> Estimate<Double> {
    Estimate(near, of: expected, else: .nothingDue)
  }

  /// Compares intervals with the planned ones.
  ///
  /// - Parameters:
  ///   - intervals: The intervals.
  ///   - tolerance: The tolerance as a share of the planned interval.
  package init(_ intervals: borrowing DoseIntervals, tolerance: Double = 0.25) {
    count = intervals.lengths.count
    intervals.lengths.withUnsafeBufferPointer { summarize($0) }
    for place in intervals.lengths.indices where !intervals.planned[place].isNaN {
      let (length, planned) = (intervals.lengths[place], intervals.planned[place])
      if intervals.spansMiss[place] || length > (1 + tolerance) * planned {
        tooLong &+= 1
      } else if length < (1 - tolerance) * planned {
        tooShort &+= 1
      } else {
        near &+= 1
      }
    }
  }

  private mutating func summarize(_ lengths: UnsafeBufferPointer<Double>) {
    guard let first = lengths.first else { return }
    let moments = Moments(lengths)
    mean = .value(moments.mean / 3600)
    longest = .value(lengths.reduce(first, max) / 3600)
    deviation = Estimate(moments.deviation.map { $0 / 3600 }, else: .tooFew)
    if moments.mean > 0 {
      variation = Estimate(moments.deviation.map { $0 / moments.mean }, else: .tooFew)
    }
  }
}
