import AdherenceAnalytics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import AdherenceStatistics

/// Initiation, persistence and implementation by period.
@Suite struct PeriodPhasesTests {
  private static let gap = 5

  private static let parameters: MeasureParameters = {
    var parameters = MeasureParameters()
    parameters.gapDays = gap
    return parameters
  }()

  /// The phases by week of a daily dose from a Monday on: `x` done, `.` missed.
  private func phases(_ doses: String) throws -> [PeriodPhases] {
    let world = try DoseWorld(doses, Self.parameters)
    var evaluator = AdherenceEvaluator(world.query)
    let statistics = MeasureEvaluator(Self.parameters, groups: [.phases])
    var found: [PeriodPhases] = []
    let spans = CalendarPeriod.week.spans(of: world.query.range)
    _ = statistics.evaluate(CompiledRecord(world.record, world.query), by: &evaluator) {
      course, measures, _ in
      found = measures.phases.map { statistics.phases(of: course, $0, over: spans) } ?? []
    }
    return found
  }

  /// The phases in the days of a week, by definition.
  private func expected(_ doses: [Character], _ week: Range<Int>) -> [Double?] {
    let last = week.upperBound - 1
    guard let first = doses.firstIndex(of: "x"), first <= last,
      let final = doses.lastIndex(of: "x")
    else { return [0, 0, 0, nil] }
    let end = doses.count - 1 - final >= Self.gap ? final : doses.count - 1
    let isFollowed = max(last, first) <= doses.count - 1 - Self.gap
    let own = (first..<end + 1).clamped(to: week)
    let done = own.count { doses[$0] == "x" }
    return [
      1, isFollowed ? 1 : 0, isFollowed && end >= last ? 1 : 0,
      own.isEmpty ? nil : Double(done) / Double(own.count),
    ]
  }

  @Test("Drawn doses have the phases by week that their definition gives", arguments: 1...200)
  func drawn(_ seed: UInt64) throws {
    var random = Seeded(state: seed)
    let density = Double.random(in: 0...1, using: &random)
    let doses = (0..<Int.random(in: 1...60, using: &random)).map { _ -> Character in
      Double.random(in: 0...1, using: &random) < density ? "x" : "."
    }
    let silent = Int.random(in: 0...doses.count, using: &random)
    let text = String(doses.prefix(silent)) + String(repeating: ".", count: doses.count - silent)
    let found = try phases(text)
    for (week, own) in found.enumerated() {
      let days = 7 * week..<min(7 * week + 7, doses.count)
      let values = [own.isInitiated, own.isFollowed, own.isPersistent].map { $0 ? 1.0 : 0 }
      #expect(values + [own.implementation] == expected(Array(text), days), "\(text), week \(week)")
    }
    #expect(found.count == (doses.count + 6) / 7)
  }

  @Test("The shares are of those observed, followed and with anything due, and their product")
  func shares() throws {
    let worlds = [
      "xxxxxxx.......xxxxxxxxxxxxxx", "xxxxxxx.....................",
      "............................",
    ]
    var tallies = CohortTallies<PeriodPhaseTally>()
    let part = CohortCollection.PartName(task: "dose", group: nil)
    for doses in worlds { tallies.add(try phases(doses), to: part) }
    let second = try #require(tallies.tally(of: part, 1))
    #expect(second.patients == 3 && second.initiated == 2 && second.followed == 2)
    #expect(second.persistent == 1 && second.implementers == 1)
    #expect(second.initiatedShare.value == 2.0 / 3 && second.persistentShare.value == 0.5)
    #expect(second.implementation.value == 0 && second.product.value == 0)
    let last = try #require(tallies.tally(of: part, 3))
    #expect(last.followed == 0 && last.persistentShare == .missing(.notJudgedYet))
    #expect(last.implementation.value == 1 && last.product == .missing(.notJudgedYet))
  }

  @Test("Parts that merge in any order encode to the same bytes", arguments: 1...10)
  func merging(_ seed: UInt64) throws {
    var random = Seeded(state: seed)
    var whole = CohortTallies<PeriodPhaseTally>()
    var parts = [whole, whole, whole]
    for _ in 0..<20 {
      let doses = (0..<30).map { _ in Bool.random(using: &random) ? "x" : "." }.joined()
      let own = try phases(doses)
      let part = Int.random(in: 0..<3, using: &random)
      for group in [nil, "A"] {
        let name = CohortCollection.PartName(task: "dose", group: group)
        whole.add(own, to: name)
        parts[part].add(own, to: name)
      }
    }
    var merged = CohortTallies<PeriodPhaseTally>()
    for part in parts.shuffled(using: &random) {
      let read = try JSONDecoder().decode(
        CohortTallies<PeriodPhaseTally>.self, from: JSONEncoder().encode(part))
      merged.merge(read)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(merged) == encoder.encode(whole))
  }
}
