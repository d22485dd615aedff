import Foundation
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct TherapeuticCoverageTests {
  /// Second by second.
  @Test func agreesWithEverySecond() throws {
    var random = Seeded(state: 21)
    for _ in 0..<300 {
      let range = Int64(10)..<Int64.random(in: 11...90, using: &random)
      let events = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int64.random(in: 0...95, using: &random)
      }.sorted()
      let duration = Int64.random(in: 0...15, using: &random)
      let edges = Set((0..<4).map { _ in Int64.random(in: 0...95, using: &random) }).sorted()
      let holds = edges.count < 4 ? [] : [edges[0]..<edges[1], edges[2]..<edges[3]]
      let found = Coverage.measure(
        of: range, doses: events.map { $0..<$0 + duration }, holds: holds)
      var (covered, whole, stretch, longest) = (0, 0, 0, 0)
      for second in range {
        if holds.contains(where: { $0.contains(second) }) {
          stretch = 0
          continue
        }
        whole += 1
        let isCovered = events.contains { $0 <= second && second < $0 + duration }
        covered += isCovered ? 1 : 0
        stretch = isCovered ? 0 : stretch + 1
        longest = max(longest, stretch)
      }
      #expect(isClose(found.value?.share, whole == 0 ? nil : Double(covered) / Double(whole)))
      if whole > 0 { #expect(found.value?.longestUncovered == Int64(longest)) }
    }
  }

  @Test func aHoldOverAllLeavesNothing() {
    #expect(
      Coverage.measure(of: 5..<9, doses: [6..<8], holds: [0..<20]) == .missing(.noTime))
  }

  @Test func longerEffectCoversMore() {
    let events: [Int64] = [0, 30, 35, 80, 130]
    let shares = (Int64(0)...60).compactMap { duration in
      Coverage.measure(of: 0..<150, doses: events.map { $0..<$0 + duration }).value?.share
    }
    #expect(shares.count == 61)
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
