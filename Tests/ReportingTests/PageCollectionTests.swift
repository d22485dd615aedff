import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// Who is listed and flagged, whatever the order and the parts in which patients come.
@Suite struct PageCollectionTests {
  /// A patient of the collection, with the tests that it brings along.
  private struct Member {
    var facts: PatientFacts
    var tests: [Double]
  }

  private func members(_ count: Int, falling: Int, _ random: inout Seeded) -> [Member] {
    (0..<count).map { place in
      var facts = PatientFacts(
        id: "P\(place)", ratio: Double(Int.random(in: 0...20, using: &random)) / 20, flags: [],
        falls: [],
        sparkline: Sparkline([]))
      if Int.random(in: 0..<4, using: &random) == 0 {
        let flag = PatientFlag.allCases[Int.random(in: 0..<3, using: &random)]
        facts.flags = [TaskFlag(flag: flag, task: "t", title: "t", rank: 3)]
      }
      var tests = [Double.random(in: 0..<1, using: &random)]
      if place % 10 < falling {
        let p = Double(Int.random(in: 1...300, using: &random)) / 10_000
        tests.append(p)
        facts.falls = [
          TaskFlag(
            flag: .declining, task: "t", title: "t", rank: 3,
            fall: TaskMeasures.Fall(change: -0.2, p: p))
        ]
      }
      return Member(facts: facts, tests: tests)
    }
  }

  /// The largest significant *p*, and the list by its definition: all patients, once all tests are known.
  private func list(_ members: [Member]) -> (trendP: Double?, patients: [PatientFacts]) {
    let tests = members.flatMap(\.tests).sorted()
    let k = (1...tests.count).last {
      tests[$0 - 1] * Double(tests.count) <= 0.05 * Double($0)
    }
    let trendP = k.map { tests[$0 - 1] }
    func isBelieved(_ facts: PatientFacts) -> Bool {
      facts.falls.contains { ($0.fall?.p ?? 2) <= trendP ?? -1 }
    }
    func rank(_ facts: PatientFacts) -> Int {
      facts.flags.isEmpty ? isBelieved(facts) ? 1 : 2 : 0
    }
    let patients = members.map(\.facts).sorted { a, b in
      if rank(a) != rank(b) { return rank(a) < rank(b) }
      return rank(a) == 1 ? PatientFacts.isSurer(a, than: b) : a < b
    }
    return (trendP, patients.map { $0.believing(trendP) })
  }

  @Test(arguments: [(40, 3), (900, 0), (900, 10), (1700, 1), (2600, 6)])
  func theListIsItsDefinition(_ count: Int, _ falling: Int) throws {
    var random = Seeded(state: UInt64(count + falling))
    let members = members(count, falling: falling, &random)
    let record = try #require(monitoring().records.first)
    let query = try someQuery()
    let empty = CareRecord(patient: record.patient)
    var evaluator = AdherenceEvaluator(query)
    let adherence = evaluator.adherence(of: empty)
    let measures = MeasureEvaluator().measures(of: empty, by: &evaluator)
    let (trendP, expected) = list(members)
    for parts in [1, 3] {
      var collections = Array(repeating: PageCollection(query), count: parts)
      var flags = Array(repeating: FlagCollection(), count: parts)
      for member in members.shuffled(using: &random) {
        let part = Int.random(in: 0..<parts, using: &random)
        collections[part].add(member.facts, adherence, measures)
        let facts = member.facts
        flags[part].add(
          .init(patient: facts.id, flags: facts.flags + facts.falls), tests: member.tests)
      }
      let all = collections.dropFirst().reduce(into: collections[0]) { $0.merge($1) }
      let report = flags.dropFirst().reduce(into: flags[0]) { $0.merge($1) }.flags
      #expect(report.trendP == trendP)
      #expect(all.patients(trendP) == Array(expected.prefix(PageCollection.limit)))
      #expect(report.patients == expected.count { !$0.flags.isEmpty })
      for flag in PatientFlag.allCases {
        let flagged = expected.count { $0.flags.contains { $0.flag == flag } }
        #expect(report.patients(with: flag) == flagged)
      }
      let paged = try #require(all.withPages(.flagged, trendP))
      #expect(paged == Set(all.patients(trendP).filter { !$0.flags.isEmpty }.map(\.id)))
      let ofShare = try #require(all.withPages(.flagged, trendP, isShare: true))
      #expect(paged.isSubset(of: ofShare))
    }
  }
}
