/// CareKit's running indices, for rows queried in order.
///
/// An index is the position among the resolved occurrences of the whole plan before exclusions and overrides;
/// it is independent of queries. ``Occurrences/index(of:)`` returns a single one.
package struct RunningIndices {
  private let occurrences: Occurrences
  private let plan: Occurrences
  /// The plan's rows from the last queried one on; `nil` before the first query.
  private var rows: OccurrenceSequence?
  private var current: Occurrence?
  private var index = 0

  /// The maximum number of rows to iterate over; beyond it a count is cheaper.
  private static let mostPassed = 1024

  /// Creates the indices of a plan's rows.
  package init(of occurrences: Occurrences) {
    self.occurrences = occurrences
    plan = occurrences.withoutExceptions
  }

  /// Returns the index of a row, which must not precede earlier queried rows; `nil` for one that an override
  /// added.
  package mutating func index(of row: Occurrence) -> Int? {
    if let key = occurrences.overrides.keys[row] {
      return plan.occurrence(for: key).map(plan.index(of:))
    }
    if rows == nil { jump(to: row.start) }
    var passed = 0
    while let known = current, known < row {
      if passed == RunningIndices.mostPassed, known.start < row.start {
        jump(to: row.start)
        continue
      }
      current = rows?.next()
      index += 1
      passed += 1
    }
    countSteps(Int64(passed))
    return current == row ? index : nil
  }

  private mutating func jump(to instant: Instant) {
    rows = plan.sequence(in: instant..<max(instant, .latest))
    current = rows?.next()
    index = plan.count(startingIn: .earliest..<max(instant, .earliest))
  }
}

extension Occurrences {
  /// Returns a lazy sequence of the occurrences that start in a range, in constant memory.
  ///
  ///     for occurrence in occurrences.sequence(in: century).prefix(1) { print(occurrence.start) }
  ///     // 2025-01-06T00:00:00Z
  public func sequence(in range: Range<Instant>) -> OccurrenceSequence {
    OccurrenceSequence(occurrences: self, range: range)
  }
}

/// A lazy sequence of occurrences in order of start, computed in batches.
public struct OccurrenceSequence: Sequence, IteratorProtocol, Sendable {
  private let occurrences: Occurrences
  private var range: Range<Instant>
  private var slice: [Occurrence] = []
  private var position = 0
  /// The number of rows at the start of the range that have been returned already.
  private var known = 0
  private var isLast = false

  /// The batch size: large enough to amortise the set-up, small enough for the L1 cache.
  private static let length = 1024

  fileprivate init(occurrences: Occurrences, range: Range<Instant>) {
    self.occurrences = occurrences
    self.range = range
  }

  public mutating func next() -> Occurrence? {
    if position == slice.count, !fill() { return nil }
    defer { position += 1 }
    return slice[position]
  }

  private mutating func fill() -> Bool {
    if isLast { return false }
    let limit = OccurrenceSequence.length + known
    slice.removeAll(keepingCapacity: true)
    occurrences.append(startingIn: range, to: &slice, limit: limit)
    isLast = slice.count < limit
    position = known
    if let last = slice.last {
      known = slice.reversed().prefix { $0.start == last.start }.count
      range = last.start..<range.upperBound
    }
    return position < slice.count
  }
}

/// Occurrences as columns, which can be exported without conversion.
public struct OccurrenceColumns: Hashable, Sendable {
  /// The starts, in seconds since 1970-01-01T00:00:00Z.
  public var starts: [Int64] = []
  /// The indices of the elements in the schedule.
  public var elements: [Int32] = []
  /// The positions in the nominal sequences of the elements.
  public var ordinals: [Int64] = []

  /// Creates empty columns.
  public init() {}
}

extension Occurrences {
  /// Returns the occurrences that start in a range, as columns of equal length.
  public func columns(startingIn range: Range<Instant>, limit: Int = .max) -> OccurrenceColumns {
    var columns = OccurrenceColumns()
    let rows = starting(in: range, limit: limit)
    columns.starts = rows.map(\.start.seconds)
    columns.elements = rows.map { Int32($0.element) }
    columns.ordinals = rows.map { Int64($0.ordinal) }
    return columns
  }
}
