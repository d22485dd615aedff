import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Every occurrence is in exactly one count, and every occurrence that is due in exactly one count of those
/// that are due, for each denominator.
@Suite struct DenominatorTests {
  private static func queries(_ query: AdherenceQuery) -> [AdherenceQuery] {
    Denominator.allCases.flatMap { denominator in
      [false, true].map { excuses in
        var own = query
        (own.denominator, own.excusesDeclined) = (denominator, excuses)
        return own
      }
    }
  }

  @Test func countsAddUp() throws {
    var random = try RandomRecords(seed: 15)
    var outstanding: [Denominator: Int] = [:]
    for _ in 0..<120 {
      let record = try random.record()
      for query in Self.queries(try random.query(by: .week)) {
        let adherence = record.adherence(query)
        for (task, series) in zip(record.tasks, adherence.tasks) {
          let scored = try record.evaluate(task, query).scored
          for (span, counts) in zip(adherence.spans, series.periods) {
            let own = scored.filter { span.start <= $0.day && $0.day < span.end }
            check(counts, own, query)
            outstanding[query.denominator, default: 0] += counts.outstanding
          }
        }
      }
    }
    #expect(outstanding[.elapsed] == 0)
    #expect(outstanding[.offered, default: 0] > 0)
    #expect(outstanding[.planned, default: 0] > outstanding[.offered, default: 0])
  }

  private func check(_ counts: Adherence, _ own: [ScoredOccurrence], _ query: AdherenceQuery) {
    let isUndecided = { (state: OccurrenceState) in
      [.started, .upcoming, .open, .overdue].contains(state)
    }
    #expect(
      own.count
        == counts.due + counts.excused + counts.onHold + counts.cancelled + counts.pending)
    #expect(
      counts.due
        == counts.done + counts.partial + counts.missed + counts.declined
        + counts.outstanding)
    #expect(counts.outstanding >= 0)
    if query.denominator == .planned {
      #expect(counts.outstanding == own.count { isUndecided($0.state) })
      #expect(counts.pending == 0)
    }
    if !query.excusesDeclined { #expect(counts.excused == 0) }
  }

  /// A dose at 08:00 and one at 20:00, at noon, with the first not taken.
  @Test(arguments: [
    (Denominator.elapsed, [0, 0, 0, 2]), (.offered, [2, 0, 2, 0]), (.planned, [2, 0, 2, 0]),
  ]) func aRunningDay(_ denominator: Denominator, _ counts: [Int]) throws {
    let record = CareRecord(
      patient: try patient(),
      tasks: [task("tablet", .window, try element(from: "2024-01-15", at: ["08:00", "20:00"]))])
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    (query.denominator, query.asOf) = (denominator, try at("2024-01-15T12:00:00Z"))
    let whole = record.adherence(query).total.periods[0]
    #expect([whole.due, whole.missed, whole.outstanding, whole.pending] == counts)
    #expect(record.summary(query).total == whole)
  }
}
