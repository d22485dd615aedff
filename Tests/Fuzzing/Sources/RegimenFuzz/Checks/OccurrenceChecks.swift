@testable import Scheduling

/// Checks that all queries of a schedule agree.
struct OccurrenceChecks {
  let occurrences: Occurrences
  /// The maximum number of rows compared.
  private let most = 300

  init(_ schedule: Schedule, in zone: Zone) throws {
    occurrences = try must("a schedule that was read") { try Occurrences(of: schedule, in: zone) }
  }

  /// Checks around an instant, or around the first occurrence.
  func run(around moment: Instant? = nil) throws {
    guard let middle = moment ?? occurrences.first(startingAtOrAfter: .earliest)?.start else {
      return try never()
    }
    // More elements only multiply the number of steps.
    if occurrences.elements.count <= 8 { try StepChecks(occurrences).run(around: middle) }
    for days in [1, 40, 4000] as [Int64] {
      let range = middle.adding(seconds: -days * 43_200)..<middle.adding(seconds: days * 86_400)
      let rows = try self.rows(in: range)
      try counts(rows, in: range)
      if days == 40 { try places(of: rows) }
      try names(of: rows)
      try running(rows, in: range)
    }
  }

  private func never() throws {
    let all = Instant.earliest..<Instant.latest
    try require(occurrences.count(startingIn: all, atMost: 0), is: 0, "what has no first")
    try require(occurrences.overlapping(all, limit: 1).isEmpty, "what has no first is under way")
    try require(occurrences.previous(before: .latest) == nil, "what has no first has a last")
  }

  /// Returns the first rows of a range, by each way to list them.
  private func rows(in range: Range<Instant>) throws -> [Occurrence] {
    let rows = occurrences.starting(in: range, limit: most)
    for (a, b) in zip(rows, rows.dropFirst()) { try require(a < b, "out of order: \(a), \(b)") }
    try require(rows.allSatisfy { range.contains($0.start) }, "a start outside of \(range)")
    try require(Array(occurrences.sequence(in: range).prefix(most)), is: rows, "the sequence")
    var starts: [Int64] = []
    let hasMore = occurrences.append(startsIn: range, to: &starts, limit: most)
    try require(starts, is: rows.map(\.start.seconds), "the starts alone")
    var again: [Occurrence] = []
    try require(
      occurrences.append(startingIn: range, to: &again, limit: most), is: hasMore, "whether more")
    let few = occurrences.starting(in: range, limit: 3)
    try require(few, is: Array(rows.prefix(3)), "the first three")
    return rows
  }

  /// Compares the count of the whole range with those of its parts.
  private func counts(_ rows: [Occurrence], in range: Range<Instant>) throws {
    guard let last = rows.last, let middle = rows.dropFirst(rows.count / 2).first else {
      return try require(occurrences.count(startingIn: range, atMost: 0), is: 0, "nothing")
    }
    let complete = rows.prefix { $0.start < last.start }
    try require(
      occurrences.count(startingIn: range.lowerBound..<last.start), is: complete.count, "the count")
    let counts = occurrences.counts(between: [range.lowerBound, middle.start, last.start])
    try require(counts.reduce(0, +), is: complete.count, "the counts of the parts")
    let parts = [range.lowerBound..<middle.start, middle.start..<last.start].flatMap {
      occurrences.starting(in: $0)
    }
    try require(parts, is: Array(complete), "the parts of a range")
  }

  /// Checks neighbours and ordinals.
  private func places(of rows: [Occurrence]) throws {
    // If clocks skip or repeat occurrences, each count from the start visits every change.
    guard let row = rows.dropFirst(rows.count / 2).first,
      occurrences.elements.allSatisfy(\.isRegular)
    else { return }
    let next = rows.first { $0.start > row.start }
    if let next {
      try require(occurrences.next(after: row.start), is: next, "the next of \(row)")
      let previous = rows.last { $0.start < next.start }
      try require(occurrences.previous(before: next.start), is: previous, "the one before \(next)")
    }
    let first = rows.first { $0.start == row.start }
    try require(occurrences.first(startingAtOrAfter: row.start), is: first, "the first from \(row)")
    if occurrences.mergesTwins { return }
    let index = occurrences.index(of: row)
    try require(occurrences.occurrence(at: index), is: row, "the occurrence at index \(index)")
  }

  /// Checks that keys round-trip, and the values derived from a row.
  private func names(of rows: [Occurrence]) throws {
    var keys: Set<OccurrenceKey> = []
    for row in rows.prefix(12) {
      let key = occurrences.key(of: row)
      try require(keys.insert(key).inserted, "two occurrences are \(key)")
      try require(occurrences.occurrence(for: key), is: row, "the occurrence of \(key)")
      try require(OccurrenceKey(key.description) == key, "the text of \(key)")
      try require(occurrences.end(of: row) >= row.start, "\(key) ends before it starts")
    }
  }

  /// Checks the occurrences in progress in a part of a range: those that start in it, and those not
  /// over before.
  private func running(_ rows: [Occurrence], in range: Range<Instant>) throws {
    guard let middle = rows.dropFirst(rows.count / 2).first?.start else { return }
    let part = middle..<middle.adding(seconds: 3600)
    let found = occurrences.overlapping(part, limit: most)
    for (a, b) in zip(found, found.dropFirst()) { try require(a < b, "out of order: \(a), \(b)") }
    for row in found {
      let runs = row.start >= part.lowerBound || occurrences.end(of: row) > part.lowerBound
      try require(runs && row.start < part.upperBound, "\(row) is not under way in \(part)")
    }
    if found.count == most || occurrences.schedule.isDistinct { return }
    let missing = Set(rows.filter { occurrences.end(of: $0) > middle && $0.start < middle })
      .subtracting(found)
    try require(missing.isEmpty, "\(missing) are under way in \(part) and not found")
    try require(
      found.filter { $0.start >= middle }, is: occurrences.starting(in: part, limit: most),
      "what starts while it is looked at")
  }
}
