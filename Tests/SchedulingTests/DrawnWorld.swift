import Scheduling
import Testing

/// A random schedule with its occurrences by definition.
struct DrawnWorld {
  var span: Range<Instant>
  var occurrences: Occurrences
  var rows: [Definition.Row]

  init(_ schedule: Schedule, over span: Range<Instant>, in zoneName: String) {
    self.span = span
    occurrences = compiled(schedule, in: zone(zoneName))
    rows = Definition(schedule: schedule, zoneName: zoneName).rows(before: span.upperBound)
  }

  /// A range whose bounds often coincide with the start or end of an occurrence.
  func range(_ random: inout SplitMix64) -> Range<Instant> {
    let ends = (0..<2).map { _ in
      let row = rows.randomElement(using: &random)
      let moments = [row?.start, row?.end].compactMap(\.self).filter { $0 < span.upperBound }
      guard !moments.isEmpty, random.oneIn(2) else {
        let seconds = span.lowerBound.seconds..<span.upperBound.seconds
        return Instant(seconds: Int64.random(in: seconds, using: &random))
      }
      return min(random.pick(moments).adding(seconds: random.pick([-1, 0, 1])), span.upperBound)
    }
    return min(ends[0], ends[1])..<max(ends[0], ends[1])
  }

  /// Checks starts, and for every `step`th nominal time ends and keys in both directions.
  func checkAll(every step: Int = 1, _ comment: @autoclosure () -> Comment) throws {
    let all = occurrences.starting(in: .earliest..<span.upperBound)
    try #require(all.rows == rows.plain, comment())
    for index in stride(from: 0, to: all.count, by: step) {
      let (occurrence, row) = (all[index], rows[index])
      try #require(occurrences.nominal(of: occurrence) == row.nominal, comment())
      try #require(occurrences.end(of: occurrence) == row.end, comment())
      let key = occurrences.key(of: occurrence)
      try #require(occurrences.occurrence(for: key) == occurrence, comment())
    }
    try #require(Set(all.map(occurrences.key(of:))).count == all.count, comment())
  }

  /// A narrower query never changes an occurrence: a range contains the same rows as the whole.
  func check(_ range: Range<Instant>, _ comment: @autoclosure () -> Comment) throws {
    let expected = rows.filter { range.contains($0.start) }
    try #require(occurrences.starting(in: range).rows == expected.plain, comment())
    try #require(occurrences.count(startingIn: range) == expected.count, comment())
    let few = occurrences.starting(in: range, limit: 3)
    try #require(few.rows == Array(expected.plain.prefix(3)), comment())
    let running = rows.filter { $0.isRunning(in: range) }
    try #require(occurrences.overlapping(range).rows == running.plain, comment())
    let fewRunning = occurrences.overlapping(range, limit: 2)
    try #require(fewRunning.rows == Array(running.plain.prefix(2)), comment())
    let next = rows.first { $0.start >= range.lowerBound }
    let found = occurrences.first(startingAtOrAfter: range.lowerBound)
    try #require(
      found.map { [$0].rows } == next.map { [$0].plain } || (next == nil && isLater(found)),
      comment())
  }

  /// The definition is not evaluated after the span.
  private func isLater(_ found: Occurrence?) -> Bool {
    found.map { $0.start >= span.upperBound } ?? true
  }
}

/// The fields of an occurrence, in a short form for failure messages.
struct Plain: Equatable, CustomTestStringConvertible {
  var start: Instant
  var element: Int
  var ordinal: Int

  var testDescription: String { "\(start) \(element).\(ordinal)" }
}

extension [Occurrence] {
  var rows: [Plain] {
    map { Plain(start: $0.start, element: $0.element, ordinal: $0.ordinal) }
  }
}

extension [Definition.Row] {
  var plain: [Plain] {
    map { Plain(start: $0.start, element: $0.element, ordinal: $0.ordinal) }
  }
}
