import Scheduling
import Testing

/// Every query against the listing, for random schedules with exclusions and overrides.
@Suite struct OccurrencesTests {
  @Test(arguments: zoneNames)
  func everyQueryAgreesWithTheListing(_ zoneName: String) throws {
    for seed in 0..<UInt64(40) {
      var random = SplitMix64(seed: seed &+ 77)
      let drawn = RandomSchedule(in: zoneName, &random)
      var schedule = drawn.schedule
      override(&schedule, in: zoneName, drawn.span, &random)
      schedule.isDistinct = seed.isMultiple(of: 5)
      try check(
        compiled(schedule, in: zone(zoneName)), drawn.span, "\(zoneName), seed \(seed)")
    }
  }

  /// Cancels an occurrence, moves another, and adds a third.
  private func override(
    _ schedule: inout Schedule, in zoneName: String, _ span: Range<Instant>,
    _ random: inout SplitMix64
  ) {
    let occurrences = compiled(schedule, in: zone(zoneName))
    let rows = occurrences.starting(in: span, limit: 40)
    guard rows.count > 3 else { return }
    let keys = rows.shuffled(using: &random).prefix(2).map(occurrences.key(of:))
    let instant = rows[1].start.adding(seconds: Int64.random(in: -90_000...90_000, using: &random))
    let isAllDay = schedule.elements.contains { $0.id == keys[0].element && $0.isAllDay }
    let added = local(isAllDay ? "2024-03-10T00:00:00" : "2024-03-10T02:34:56")
    schedule = schedule.cancelled(keys[0]).moved(keys[1], to: .instant(instant))
      .added(OccurrenceKey(element: keys[0].element, nominal: added))
  }

  private func check(
    _ occurrences: Occurrences, _ span: Range<Instant>, _ comment: Comment
  ) throws {
    let rows = occurrences.starting(in: span, limit: 200)
    let end = rows.count < 200 ? span.upperBound : rows[rows.count - 1].start
    let listed = rows.filter { $0.start < end }
    let range = span.lowerBound..<end
    try #require(listed == listed.sorted(), comment)
    try #require(occurrences.count(startingIn: range) == listed.count, comment)
    try #require(Array(occurrences.sequence(in: range)) == listed, comment)
    let columns = occurrences.columns(startingIn: range)
    try #require(columns.starts == listed.map(\.start.seconds), comment)
    try #require(columns.ordinals == listed.map { Int64($0.ordinal) }, comment)
    try checkNeighbours(occurrences, listed, range, comment)
    try checkPlaces(occurrences, listed, comment)
  }

  private func checkNeighbours(
    _ occurrences: Occurrences, _ rows: [Occurrence], _ range: Range<Instant>, _ comment: Comment
  ) throws {
    for (index, row) in rows.enumerated() where index.isMultiple(of: 61) {
      let next = rows[index...].first { $0.start > row.start }
      if let next { try #require(occurrences.next(after: row.start) == next, comment) }
      let previous = rows[..<index].last { $0.start < row.start }
      if let previous {
        try #require(occurrences.previous(before: row.start) == previous, comment)
      }
      let bounds = [range.lowerBound, row.start, range.upperBound]
      let before = rows.count { $0.start < row.start }
      try #require(
        occurrences.counts(between: bounds) == [before, rows.count - before], comment)
    }
  }

  private func checkPlaces(
    _ occurrences: Occurrences, _ rows: [Occurrence], _ comment: Comment
  ) throws {
    guard let first = rows.first else { return }
    let before = occurrences.count(startingIn: .earliest..<first.start)
    for (index, row) in rows.enumerated() where index.isMultiple(of: 97) {
      try #require(occurrences.index(of: row) == before + index, comment)
      try #require(occurrences.occurrence(at: before + index) == row, comment)
    }
  }

  @Test func runningIndicesIgnoreExclusionsAndQueries() {
    var element = ScheduleElement("am", from: local("2024-01-01T08:00:00"))
    element.recurrence = .every(ISODuration(days: 1))
    let schedule = Schedule([element], excluding: [Schedule.Exclusion(date("2024-01-03"))])
    let occurrences = compiled(schedule, in: .utc)
    let rows = occurrences.starting(in: at("2024-01-02T00:00:00Z")..<at("2024-01-06T00:00:00Z"))
    var indices = RunningIndices(of: occurrences)
    #expect(rows.map { indices.index(of: $0) } == [1, 3, 4])
  }

  @Test func adjustmentsReportGapsAndOverlaps() throws {
    var night = ScheduleElement("night", from: local("2024-03-01T02:30:00"))
    night.recurrence = .every(ISODuration(days: 1))
    var early = ScheduleElement("early", from: local("2024-03-01T01:30:00"))
    early.recurrence = .every(ISODuration(days: 1))
    early.overlap = .both
    let year = at("2024-01-01T00:00:00Z")..<at("2025-01-01T00:00:00Z")
    var occurrences = compiled(Schedule([night, early]), in: zone("America/New_York"))
    #expect(
      occurrences.adjustments(in: year) == [
        Adjustment(
          key: read("night/2024-03-10T02:30:00"), effect: .shifted(to: at("2024-03-10T07:30:00Z"))),
        Adjustment(
          key: read("early/2024-11-03T01:30:00"),
          effect: .doubled(at("2024-11-03T05:30:00Z"), at("2024-11-03T06:30:00Z"))),
      ])
    night.gap = .skip
    occurrences = compiled(Schedule([night]), in: zone("America/New_York"))
    #expect(occurrences.adjustments(in: year).map(\.effect) == [.skipped])
  }
}
