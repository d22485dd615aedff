extension Occurrences {
  /// The occurrences that start in a range, one after the other, in memory that does not grow.
  ///
  ///     for occurrence in occurrences.sequence(in: century).prefix(1) { print(occurrence.start) }
  ///     // 2025-01-06T00:00:00Z
  public func sequence(in range: Range<Instant>) -> OccurrenceSequence {
    OccurrenceSequence(occurrences: self, range: range)
  }
}

/// Occurrences in order, found a slice at a time.
public struct OccurrenceSequence: Sequence, IteratorProtocol, Sendable {
  private let occurrences: Occurrences
  private var range: Range<Instant>
  private var slice: [Occurrence] = []
  private var place = 0
  /// How many rows at the beginning of the range have been handed on.
  private var known = 0
  private var isLast = false

  /// The rows that are found at once: enough to make their cost small, few enough for a core's cache.
  private static let length = 1024

  fileprivate init(occurrences: Occurrences, range: Range<Instant>) {
    self.occurrences = occurrences
    self.range = range
  }

  /// Returns the next occurrence, or `nil` after the last.
  public mutating func next() -> Occurrence? {
    if place == slice.count, !fill() { return nil }
    defer { place += 1 }
    return slice[place]
  }

  private mutating func fill() -> Bool {
    if isLast { return false }
    let limit = OccurrenceSequence.length + known
    slice.removeAll(keepingCapacity: true)
    occurrences.append(startingIn: range, to: &slice, limit: limit)
    isLast = slice.count < limit
    place = known
    if let last = slice.last {
      known = slice.reversed().prefix { $0.start == last.start }.count
      range = last.start..<range.upperBound
    }
    return place < slice.count
  }
}

/// Occurrences as columns, which leave the process without conversion.
public struct OccurrenceColumns: Hashable, Sendable {
  /// The starts, in seconds since 1970-01-01T00:00:00Z.
  public var starts: [Int64] = []
  /// The positions of the elements in the schedule.
  public var elements: [Int32] = []
  /// The places in the nominal sequences of the elements.
  public var ordinals: [Int64] = []

  /// Creates empty columns.
  public init() {}
}

extension Occurrences {
  /// The occurrences that start in a range, as columns of one length.
  public func columns(startingIn range: Range<Instant>, limit: Int = .max) -> OccurrenceColumns {
    var columns = OccurrenceColumns()
    let rows = starting(in: range, limit: limit)
    columns.starts = rows.map(\.start.seconds)
    columns.elements = rows.map { Int32($0.element) }
    columns.ordinals = rows.map { Int64($0.ordinal) }
    return columns
  }
}
