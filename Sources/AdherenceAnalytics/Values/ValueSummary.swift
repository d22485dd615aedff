public import Scheduling

/// A summary of values of one scope.
///
/// All numbers are stored in sorted order, so that merging parts gives exactly the same results as the whole.
///
///     let weights = [81.5, 80, 79.5, 79].enumerated().map { day, weight in
///       Outcome(
///         task: "tablet", time: Instant("2025-01-06T07:10:00Z")!.adding(seconds: Int64(day) * 86_400),
///         values: [OutcomeValue(.number(weight), units: "kg")])
///     }
///     let measured = CareRecord(
///       patient: Patient(id: "ann", zone: .utc), tasks: [tablet], outcomes: weights)
///     let week = AdherenceQuery(monday..<monday.adding(days: 7))
///     let summary = try measured.values(week)[0].summary
///     print(summary.count, summary.mean!, summary.quantile(0.25)!, summary.gaps[.missed]!)
///     // 4 80.0 79.375 3
public struct ValueSummary: Hashable, Sendable {
  /// The numbers, ascending.
  package private(set) var amounts: [Double] = []
  /// The numbers of occurrences of each value that is not a number.
  public private(set) var counts: [OutcomeValue.Content: Int] = [:]
  /// The numbers of occurrences without a value, by the index of the reason.
  private var gapCounts = SIMD8<Int>()
  /// The numbers of values with targets, and of those that meet them.
  public private(set) var (held, inRange) = (0, 0)
  /// The interpolated time in seconds, and the part of it in which the value is in range.
  public private(set) var (bridgedSeconds, secondsInRange) = (0, 0)
  /// The first and the last number; of simultaneous ones the least and the greatest.
  private var earliest, latest: TimedAmount?

  /// Creates an empty summary.
  public init() {}

  /// Creates the summary of values and gaps, in any order, without the time between them.
  init(_ values: some Sequence<RecordedValue>) {
    for value in values { add(value) }
    sort()
  }

  /// Adds consecutive values and gaps.
  mutating func add(_ values: ArraySlice<RecordedValue>) {
    amounts.reserveCapacity(amounts.count + values.count)
    for value in values { add(value) }
  }

  /// Adds a value or gap; ``sort()`` has to be called after the last.
  mutating func add(_ value: RecordedValue) {
    if let gap = value.gap { gapCounts[gap.index] += 1 }
    guard let content = value.content else { return }
    held += value.isInRange == nil ? 0 : 1
    inRange += value.isInRange == true ? 1 : 0
    guard case .number(let amount) = content else { return counts[content, default: 0] += 1 }
    amounts.append(amount)
    let reading = TimedAmount(time: value.time, amount: amount)
    reach(reading, reading)
  }

  /// Sorts the numbers.
  mutating func sort() { amounts.sort() }

  private mutating func reach(_ first: TimedAmount, _ last: TimedAmount) {
    earliest = earliest.map { Swift.min($0, first) } ?? first
    latest = latest.map { Swift.max($0, last) } ?? last
  }

  /// Adds the part of an interval in a range of seconds.
  mutating func add(_ interval: InterpolatedInterval, within seconds: Range<Int64>) {
    bridgedSeconds += interval.span.overlap(seconds)
    secondsInRange += interval.inRange.overlap(seconds)
  }

  /// Adds another part of the values of the same scope.
  ///
  /// The time between the values of two parts is in neither.
  public mutating func merge(_ other: ValueSummary) {
    amounts = amounts.merged(with: other.amounts, by: <)
    counts.merge(other.counts, uniquingKeysWith: +)
    for index in gapCounts.indices { gapCounts[index] += other.gapCounts[index] }
    held += other.held
    inRange += other.inRange
    bridgedSeconds += other.bridgedSeconds
    secondsInRange += other.secondsInRange
    if let first = other.earliest, let last = other.latest { reach(first, last) }
  }
}

extension ValueSummary {
  /// The number of values, including those that are not numbers.
  public var count: Int { counts.values.reduce(amounts.count, +) }

  /// The numbers of occurrences without a value, by reason.
  public var gaps: [ValueGap: Int] {
    let found = ValueGap.allCases.filter { gapCounts[$0.index] > 0 }
    return Dictionary(uniqueKeysWithValues: found.map { ($0, gapCounts[$0.index]) })
  }

  /// The reason why there is no value; `nil` if there is one.
  public var reason: MissingValue? { count > 0 ? nil : MissingValue(Set(gaps.keys)) }

  /// The sum of the numbers; `nil` without any, and on overflow.
  public var sum: Double? { amounts.isEmpty ? nil : amounts.reduce(0, +).finite }

  /// The mean of the numbers; `nil` without a sum.
  public var mean: Double? { sum.map { $0 / Double(amounts.count) } }

  /// The sample standard deviation, with *n* − 1; `nil` for fewer than two numbers.
  public var standardDeviation: Double? {
    guard amounts.count > 1, let mean else { return nil }
    let squares = amounts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(amounts.count - 1)).squareRoot().finite
  }

  /// The least number; `nil` without any.
  public var min: Double? { amounts.first }
  /// The greatest number; `nil` without any.
  public var max: Double? { amounts.last }
  /// The number recorded first; `nil` without any.
  public var first: Double? { earliest?.amount }
  /// The number recorded last; `nil` without any.
  public var last: Double? { latest?.amount }

  /// Returns a quantile of the numbers.
  public func quantile(_ share: Double) -> Double? { amounts.quantile(ofSorted: share)?.finite }

  /// The share of the values with targets that are in range; `nil` without any.
  public var shareInRange: Double? { held == 0 ? nil : Double(inRange) / Double(held) }

  /// The share of the interpolated time in which the value is in range; `nil` without any.
  ///
  /// Computed by the method of Rosendaal et al. (1993): between two readings the value is interpolated
  /// linearly. Intervals longer than 56 days are not interpolated, and neither are gaps.
  public var timeInRange: Double? {
    bridgedSeconds == 0 ? nil : Double(secondsInRange) / Double(bridgedSeconds)
  }
}

extension Double {
  fileprivate var finite: Double? { isFinite ? self : nil }
}

/// A number with its time.
private struct TimedAmount: Hashable, Comparable {
  var time: Instant
  var amount: Double

  static func < (a: TimedAmount, b: TimedAmount) -> Bool {
    (a.time, a.amount) < (b.time, b.amount)
  }
}
