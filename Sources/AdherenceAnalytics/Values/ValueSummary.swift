public import Scheduling

/// What some of the values of one scope come to.
///
/// All numbers are kept, in order, so that parts merge to the same as the whole to the last digit.
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
  /// How often each value was recorded that is no number.
  public private(set) var counts: [OutcomeValue.Content: Int] = [:]
  /// The occurrences without a value, by why they have none.
  public private(set) var gaps: [ValueGap: Int] = [:]
  /// The values that are held against targets, and those of them that are as their targets want it.
  public private(set) var (held, inRange) = (0, 0)
  /// The seconds between numbers that are bridged, and those of them in which the value is in range.
  public private(set) var (bridgedSeconds, secondsInRange) = (0, 0)
  /// The first and the last number, of equal times the less and the greater.
  private var earliest, latest: TimedAmount?

  /// Creates the summary of nothing.
  public init() {}

  /// Sums up values and gaps, in any order; the time between them is no part of it.
  init(_ values: some Sequence<RecordedValue>) {
    for value in values { add(value) }
    sort()
  }

  /// Adds a value or gap; when all are there, they are to be sorted.
  mutating func add(_ value: RecordedValue) {
    if let gap = value.gap { gaps[gap, default: 0] += 1 }
    guard let content = value.content else { return }
    held += value.isInRange == nil ? 0 : 1
    inRange += value.isInRange == true ? 1 : 0
    guard case .number(let amount) = content else { return counts[content, default: 0] += 1 }
    amounts.append(amount)
    let reading = TimedAmount(time: value.time, amount: amount)
    reach(reading, reading)
  }

  /// Puts the numbers in order.
  mutating func sort() { amounts.sort() }

  private mutating func reach(_ first: TimedAmount, _ last: TimedAmount) {
    earliest = earliest.map { Swift.min($0, first) } ?? first
    latest = latest.map { Swift.max($0, last) } ?? last
  }

  /// Adds the time of a stretch that lies in some seconds.
  mutating func add(_ stretch: ValueStretch, within seconds: Range<Int64>) {
    bridgedSeconds += stretch.span.overlap(seconds)
    secondsInRange += stretch.inRange.overlap(seconds)
  }

  /// Adds another part of the values of the same scope.
  ///
  /// The time between the values of two parts is in neither.
  ///
  /// - Complexity: O(*n*) for *n* numbers of both.
  public mutating func merge(_ other: ValueSummary) {
    amounts = amounts.merged(with: other.amounts, by: <)
    counts.merge(other.counts, uniquingKeysWith: +)
    gaps.merge(other.gaps, uniquingKeysWith: +)
    held += other.held
    inRange += other.inRange
    bridgedSeconds += other.bridgedSeconds
    secondsInRange += other.secondsInRange
    if let first = other.earliest, let last = other.latest { reach(first, last) }
  }
}

extension ValueSummary {
  /// How many values were recorded, numbers and others.
  public var count: Int { counts.values.reduce(amounts.count, +) }

  /// Why nothing was recorded; `nil` where something was.
  public var reason: MissingValue? { count > 0 ? nil : MissingValue(Set(gaps.keys)) }

  /// The sum of the numbers; `nil` without any, and where it is more than a number can hold.
  public var sum: Double? { amounts.isEmpty ? nil : amounts.reduce(0, +).finite }

  /// The mean of the numbers; `nil` where there is no sum.
  public var mean: Double? { sum.map { $0 / Double(amounts.count) } }

  /// The sample standard deviation, over *n* - 1; `nil` of fewer than two numbers.
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

  /// A quantile of the numbers.
  ///
  /// - Parameter share: 0 for the least, 0.25 for the lower quartile, 1 for the greatest.
  /// - Returns: The quantile, of type 7 of Hyndman and Fan (1996); `nil` without any number.
  public func quantile(_ share: Double) -> Double? { amounts.quantile(ofSorted: share)?.finite }

  /// The share of the values held against targets that are in range; `nil` where none is.
  public var shareInRange: Double? { held == 0 ? nil : Double(inRange) / Double(held) }

  /// The share of the bridged time in which the value is in range; `nil` where nothing is bridged.
  ///
  /// It is that of Rosendaal et al. (1993): between two readings the value is taken to change evenly. What is
  /// longer than 56 days is not bridged, and neither is an occurrence without a value.
  public var timeInRange: Double? {
    bridgedSeconds == 0 ? nil : Double(secondsInRange) / Double(bridgedSeconds)
  }
}

extension Double {
  fileprivate var finite: Double? { isFinite ? self : nil }
}

/// A number and when it was recorded.
private struct TimedAmount: Hashable, Comparable {
  var time: Instant
  var amount: Double

  static func < (a: TimedAmount, b: TimedAmount) -> Bool {
    (a.time, a.amount) < (b.time, b.amount)
  }
}
