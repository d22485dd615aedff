import Scheduling

/// A set of days as sorted, disjoint, non-adjacent ranges.
struct DaySpans: Hashable, Sendable {
  private(set) var ranges: [Range<CivilDate>]

  init(_ days: Range<CivilDate>) { ranges = days.isEmpty ? [] : [days] }

  var first: CivilDate? { ranges.first?.lowerBound }
  var last: CivilDate? { ranges.last?.upperBound.adding(days: -1) }

  /// Removes days.
  ///
  /// - Complexity: O(*n*) for *n* ranges.
  mutating func subtract(_ days: Range<CivilDate>) {
    if days.isEmpty { return }
    ranges = ranges.flatMap { range in
      let before = range.lowerBound..<max(range.lowerBound, min(range.upperBound, days.lowerBound))
      let after = min(range.upperBound, max(range.lowerBound, days.upperBound))..<range.upperBound
      return [before, after].filter { !$0.isEmpty }
    }
  }

  /// Removes several ranges of days, in any order.
  mutating func subtract(_ days: [Range<CivilDate>]) { for range in days { subtract(range) } }

  /// Adds days.
  mutating func formUnion(_ other: DaySpans) {
    var joined: [Range<CivilDate>] = []
    for range in (ranges + other.ranges).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    ranges = joined
  }

  func contains(_ day: CivilDate) -> Bool {
    let index = ranges.partitionPoint { $0.upperBound <= day }
    return index < ranges.count && ranges[index].contains(day)
  }

  /// Returns the number of days within a range.
  ///
  /// - Complexity: O(log *n* + *k*) for *n* ranges, *k* of them within.
  func count(in range: Range<CivilDate>) -> Int {
    var count = 0
    for index in indices(in: range) {
      let part = ranges[index].clamped(to: range)
      count += part.upperBound - part.lowerBound
    }
    return count
  }

  /// Returns the smallest range that contains the days within a range; `nil` if there are none.
  func bounds(in range: Range<CivilDate>) -> Range<CivilDate>? {
    let indices = indices(in: range)
    guard let first = indices.first, let last = indices.last else { return nil }
    return (ranges[first].lowerBound..<ranges[last].upperBound).clamped(to: range)
  }

  /// Returns the days within a range, in order.
  func all(in range: Range<CivilDate>) -> [CivilDate] {
    parts(in: range).flatMap { part in
      (part.lowerBound.dayNumber..<part.upperBound.dayNumber).map { CivilDate(dayNumber: $0) }
    }
  }

  /// Returns the parts of the ranges within a range, in order.
  func parts(in range: Range<CivilDate>) -> [Range<CivilDate>] {
    ranges[indices(in: range)].map { $0.clamped(to: range) }
  }

  /// Returns the indices of the ranges with days within a range.
  private func indices(in range: Range<CivilDate>) -> Range<Int> {
    let first = ranges.partitionPoint { $0.upperBound <= range.lowerBound }
    return first..<ranges.partitionPoint { $0.lowerBound < range.upperBound }
  }
}
