@testable import Scheduling

/// Checks that the number of steps of a query is bounded by its results and days: unlike time, an
/// oracle that is independent of the machine.
struct StepChecks {
  let occurrences: Occurrences
  private let bound: StepBound

  init(_ occurrences: Occurrences) {
    self.occurrences = occurrences
    bound = StepBound(occurrences.schedule)
  }

  /// Queries a few rows before the plan, at the end of the calendar and around an instant.
  func run(around moment: Instant) throws {
    for distance in [-400, 0, 36_500, 2_000_000] as [Int64] {
      let lower = moment.adding(seconds: distance * 86_400)
      for days in [1, 366] as [Int64] where .earliest <= lower && lower < .latest {
        try check(lower..<min(.latest, lower.adding(seconds: days * 86_400)), days: days)
      }
    }
  }

  private func check(_ range: Range<Instant>, days: Int64) throws {
    let rows = try within(bound.listing(4, days: days), "listing \(range)") {
      occurrences.starting(in: range, limit: 3)
    }
    if !occurrences.mergesTwins {
      let count = try within(bound.counting, "counting \(range)") {
        occurrences.count(startingIn: range)
      }
      try require(min(count, 3), is: rows.count, "the count of \(range)")
    }
    var indices = RunningIndices(of: occurrences)
    for row in rows {
      let key = occurrences.key(of: row)
      let found = try within(bound.counting, "finding \(key)") { occurrences.occurrence(for: key) }
      try require(found, is: row, "the occurrence of \(key)")
      _ = try within(bound.listing(2048, days: 0), "the number of \(key)") {
        indices.index(of: row)
      }
    }
  }

  private func within<Answer>(
    _ most: Int64, _ text: @autoclosure () -> String, _ body: () -> Answer
  ) throws -> Answer {
    let counter = StepCounter()
    let answer = StepCounter.$current.withValue(counter, operation: body)
    try require(counter.count <= most, "\(text()) took \(counter.count) steps")
    return answer
  }
}
