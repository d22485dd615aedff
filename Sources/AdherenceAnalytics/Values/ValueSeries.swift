public import Scheduling

/// The values of one scope that were recorded on the days of a query, and the gaps between them.
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
  /// What the values are of.
  public let scope: ValueScope
  /// The values and gaps, in order of time.
  public let values: [RecordedValue]
  /// Whether the task's scoring sums, so that a sum of the values is asked for.
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
  /// What all of it comes to.
  public var summary: ValueSummary {
    var summary = ValueSummary(values)
    for stretch in stretches { summary.add(stretch, within: stretch.span) }
    return summary
  }

  /// What it comes to in each of some periods, such as those of a query.
  ///
  /// Values and gaps are of the period of their day. The time between two readings is of the periods in
  /// which it passes, so that those of all periods are those of the whole.
  ///
  /// - Complexity: O(*n* log *n*) for *n* values, and the periods.
  public func summaries(over spans: PeriodSpans) -> [ValueSummary] {
    var summaries = [ValueSummary](repeating: ValueSummary(), count: spans.count)
    for value in values {
      if let place = spans.position(of: value.day) { summaries[place].add(value) }
    }
    for place in summaries.indices { summaries[place].sort() }
    addStretches(to: &summaries, spans)
    return summaries
  }

  /// The time between neighbours that is bridged, in order.
  private var stretches: [ValueStretch] {
    values.indices.dropLast().compactMap { ValueStretch(from: values[$0], to: values[$0 + 1]) }
  }

  private func addStretches(to summaries: inout [ValueSummary], _ spans: PeriodSpans) {
    let stretches = stretches
    guard let first = stretches.first, let last = stretches.last,
      let places = places(from: first.span.lowerBound, to: last.span.upperBound, spans)
    else { return }
    let starts =
      places.map { start(of: spans[$0].start) } + [start(of: spans[places.upperBound].end)]
    var place = 0
    for stretch in stretches {
      while place < places.count, starts[place + 1] <= stretch.span.lowerBound { place += 1 }
      var own = place
      while own < places.count, starts[own] < stretch.span.upperBound {
        summaries[places.lowerBound + own].add(stretch, within: starts[own]..<starts[own + 1])
        own += 1
      }
    }
  }

  /// The periods between two moments; `nil` where there are none.
  private func places(
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

  /// The attribution day of a moment.
  private func day(of seconds: Int64) -> CivilDate {
    moments.day(of: moments.zone.civil(at: Instant(seconds: seconds)))
  }

  /// When an attribution day begins.
  private func start(of day: CivilDate) -> Int64 {
    moments.zone.firstInstant(atOrAfter: CivilDateTime(date: day, time: moments.boundary)).seconds
  }
}

extension RecordedValue {
  /// Whether it comes before another: at one time gaps first, then the less before the greater.
  fileprivate func precedes(_ other: RecordedValue) -> Bool {
    if time != other.time { return time < other.time }
    return (amount ?? -.infinity) < (other.amount ?? -.infinity)
  }
}

extension [RecordedValue] {
  /// The values in order of time, in which they mostly are.
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
  /// What was recorded on a query's days, by task, element, kind, unit and type.
  ///
  /// Everything counts that is known and was done: for occurrences, for quotas, as needed, and what belongs to
  /// no occurrence. What came too soon after another event does not. An occurrence without a value of a kind
  /// that its element has is a gap in the series of that kind, and never 0.
  ///
  /// - Parameters:
  ///   - query: The days, and the definitions of what is done; its period plays no part.
  ///   - tasks: Which tasks; all unless told otherwise.
  /// - Returns: The series of each task in the order of the record: of the whole task, then, where it has
  ///   several elements, of each of them.
  /// - Throws: `InputError` for the first task that cannot be evaluated.
  /// - Complexity: As ``evaluate(_:_:)`` for every task.
  public func values(
    _ query: AdherenceQuery, of tasks: TaskQuery = TaskQuery()
  ) throws(InputError) -> [ValueSeries] {
    var series: [ValueSeries] = []
    let problems = choosing(tasks).evaluateTasks(query) { series += $0.values }
    if let problem = problems.first { throw problem }
    return series
  }
}

// What charts show.
extension ValueSeries {
  /// The amounts that the latest targets allow; `nil` where the latest number is held against none.
  package var band: ClosedRange<Double>? { values.last { $0.amount != nil }?.band }

  /// By whose clock and calendar it was recorded.
  package var zone: Zone { moments.zone }

  /// What a clock on the wall showed when a value was recorded.
  package func clock(_ value: RecordedValue) -> String {
    moments.zone.civil(at: value.time).description
  }

  /// Some neighbouring days, and what was recorded on them.
  package struct Bin {
    /// The first of the days, and the first after them.
    package var days: Range<CivilDate>
    /// What was recorded.
    package var summary: ValueSummary

    /// The day in their middle.
    package var middle: CivilDate {
      days.lowerBound.adding(days: (days.upperBound - days.lowerBound - 1) / 2)
    }

    /// The days and how many values there are, in words.
    package var words: String {
      "\(days.lowerBound) to \(days.upperBound.adding(days: -1)), n = \(summary.count)"
    }
  }

  /// What was recorded on each so many neighbouring days.
  package func summaries(of days: Range<CivilDate>, step: Int) -> [Bin] {
    let length = days.upperBound - days.lowerBound
    var parts = [[RecordedValue]](repeating: [], count: (length + step - 1) / step)
    for value in values where days.contains(value.day) {
      parts[(value.day - days.lowerBound) / step].append(value)
    }
    return parts.enumerated().map { place, values in
      let first = days.lowerBound.adding(days: place * step)
      let end = min(first.adding(days: step), days.upperBound)
      return Bin(days: first..<end, summary: ValueSummary(values))
    }
  }
}
