public import Diagnostics
package import Scheduling

/// The values of one scope recorded on the days of a query, and the gaps between them.
///
///     var measured = record
///     let weight = [OutcomeValue(.number(80.5), units: "kg", kind: "weight")]
///     measured.outcomes[0].values = weight
///     let days = AdherenceQuery(monday..<monday.adding(days: 3))
///     for series in try measured.values(days) {
///       print(series.scope.kind!, series.values.map { $0.gap?.rawValue ?? "\($0.amount!)" })
///     }
///     // weight ["80.5", "missed", "unrecorded"]
public struct ValueSeries: Sendable {
  /// The scope of the values.
  public let scope: ValueScope
  /// The values and gaps, in order of time.
  public let values: [RecordedValue]
  /// Whether the task's scoring is of sums, so that a sum of the values is meaningful.
  public let isSummed: Bool
  private let moments: QueryMoments

  init(
    _ scope: ValueScope, _ values: [RecordedValue], gaps: [RecordedValue], isSummed: Bool,
    _ moments: QueryMoments
  ) {
    (self.scope, self.isSummed, self.moments) = (scope, isSummed, moments)
    self.values = values.inOrder.merged(with: gaps.inOrder) { $0.precedes($1) }
  }
}

extension ValueSeries {
  /// The summary of the whole series.
  public var summary: ValueSummary {
    var summary = ValueSummary(values)
    for interval in intervals { summary.add(interval, within: interval.span) }
    return summary
  }

  /// Returns the summary of each of some periods, such as those of a query.
  ///
  /// Values and gaps belong to the period of their day. The time between two readings is divided among
  /// periods, so that the times of all periods add up to that of the whole.
  public func summaries(over spans: PeriodSpans) -> [ValueSummary] {
    var summaries = [ValueSummary](repeating: ValueSummary(), count: spans.count)
    var first = 0
    while first < values.count {
      let index = spans.position(of: values[first].day)
      var end = first + 1
      while end < values.count, spans.position(of: values[end].day) == index { end += 1 }
      if let index { summaries[index].add(values[first..<end]) }
      first = end
    }
    for index in summaries.indices { summaries[index].sort() }
    addIntervals(to: &summaries, spans)
    return summaries
  }

  /// The interpolated intervals between consecutive values, in order.
  private var intervals: [InterpolatedInterval] {
    values.indices.dropLast().compactMap {
      InterpolatedInterval(from: values[$0], to: values[$0 + 1])
    }
  }

  private func addIntervals(to summaries: inout [ValueSummary], _ spans: PeriodSpans) {
    let intervals = intervals
    guard let first = intervals.first, let last = intervals.last,
      let indices = indices(from: first.span.lowerBound, to: last.span.upperBound, spans)
    else { return }
    let starts =
      indices.map { start(of: spans[$0].start) } + [start(of: spans[indices.upperBound].end)]
    var position = 0
    for interval in intervals {
      while position < indices.count, starts[position + 1] <= interval.span.lowerBound {
        position += 1
      }
      var own = position
      while own < indices.count, starts[own] < interval.span.upperBound {
        summaries[indices.lowerBound + own].add(interval, within: starts[own]..<starts[own + 1])
        own += 1
      }
    }
  }

  /// Returns the indices of the periods between two times; `nil` if there are none.
  private func indices(
    from start: Int64, to end: Int64, _ spans: PeriodSpans
  ) -> ClosedRange<Int>? {
    guard let days = spans.days else { return nil }
    let (first, last) = (day(of: start), day(of: end))
    guard first < days.upperBound, last >= days.lowerBound,
      let begin = spans.position(of: max(first, days.lowerBound)),
      let end = spans.position(of: min(last, days.upperBound.adding(days: -1)))
    else { return nil }
    return begin...max(begin, end)
  }

  /// Returns the attribution day of a time.
  private func day(of seconds: Int64) -> CivilDate {
    moments.day(of: moments.zone.civil(at: Instant(seconds: seconds)))
  }

  /// Returns the start of an attribution day.
  private func start(of day: CivilDate) -> Int64 {
    moments.zone.firstInstant(atOrAfter: CivilDateTime(date: day, time: moments.boundary)).seconds
  }
}

extension RecordedValue {
  /// Returns whether it sorts before another: at the same time gaps first, then ascending values.
  fileprivate func precedes(_ other: RecordedValue) -> Bool {
    if time != other.time { return time < other.time }
    return (amount ?? -.infinity) < (other.amount ?? -.infinity)
  }
}

extension [RecordedValue] {
  /// The values in order of time, as they usually are.
  fileprivate var inOrder: Self {
    let isInOrder = indices.dropFirst().allSatisfy { !self[$0].precedes(self[$0 - 1]) }
    return isInOrder ? self : sorted { $0.precedes($1) }
  }
}

extension PeriodSpans {
  /// From the first day of the first period to the end of the last; `nil` without periods.
  fileprivate var days: Range<CivilDate>? {
    isEmpty ? nil : self[0].start..<self[count - 1].end
  }
}

extension CareRecord {
  /// Returns the values recorded on a query's days, by task, element, kind, unit and type.
  ///
  /// All known values of outcomes that were done are included: of occurrences, quotas, as-needed use, and
  /// without an occurrence; except those too soon after another event. An occurrence without a value of a
  /// kind that its element has is a gap in the series of that kind, and never 0.
  public func values(
    _ query: AdherenceQuery, of tasks: TaskQuery = TaskQuery()
  ) throws(InputError) -> [ValueSeries] {
    var series: [ValueSeries] = []
    let problems = choosing(tasks).evaluateTasks(query) { series += $0.values }
    if let problem = problems.first { throw problem }
    return series
  }
}

// Support for charts.
extension ValueSeries {
  /// The amounts that the latest targets allow; `nil` if the latest number has none.
  package var band: ClosedRange<Double>? { values.last { $0.amount != nil }?.band }

  /// The zone of the patient's clock.
  package var zone: Zone { moments.zone }

  /// Returns the local time at which a value was recorded.
  package func clock(_ value: RecordedValue) -> String {
    moments.zone.civil(at: value.time).description
  }

  /// A range of days with a summary of its values.
  package struct Bin {
    /// The days.
    package var days: Range<CivilDate>
    /// The summary.
    package var summary: ValueSummary

    /// The middle day.
    package var middle: CivilDate {
      days.lowerBound.adding(days: (days.upperBound - days.lowerBound - 1) / 2)
    }

    /// The days and the number of values as text.
    package var words: String {
      "\(days.lowerBound) to \(days.upperBound.adding(days: -1)), n = \(summary.count)"
    }
  }

  /// Returns summaries of consecutive ranges of `step` days.
  package func summaries(of days: Range<CivilDate>, step: Int) -> [Bin] {
    let length = days.upperBound - days.lowerBound
    var parts = [[RecordedValue]](repeating: [], count: (length + step - 1) / step)
    for value in values where days.contains(value.day) {
      parts[(value.day - days.lowerBound) / step].append(value)
    }
    return parts.enumerated().map { index, values in
      let first = days.lowerBound.adding(days: index * step)
      let end = min(first.adding(days: step), days.upperBound)
      return Bin(days: first..<end, summary: ValueSummary(values))
    }
  }
}
