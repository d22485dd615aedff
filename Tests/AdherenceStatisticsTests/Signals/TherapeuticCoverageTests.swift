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
      let found = Coverage.measure(of: range, events: events, duration: duration, holds: holds)
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
      Coverage.measure(of: 5..<9, events: [6], duration: 2, holds: [0..<20]) == .missing(.noTime))
  }

  @Test func longerEffectCoversMore() {
    let events: [Int64] = [0, 30, 35, 80, 130]
    let shares = (0...60).compactMap {
      Coverage.measure(of: 0..<150, events: events, duration: $0).value?.share
    }
    #expect(shares.count == 61)
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 })
  }

  /// Alone a dose of 1 is above a half for exactly a half-life.
  @Test func oneDoseLastsAHalfLife() throws {
    let level = try #require(DrugLevel(halfLife: 100))
    #expect(isClose(level.shareAbove(events: [50], until: 450), 0.25))
    #expect(isClose(level.shareAbove(events: [50], until: 120), 1))
    // Two at once are above it for two half-lives.
    #expect(isClose(level.shareAbove(events: [50, 50], until: 450), 0.5))
  }

  @Test func regularDosesFromASteadyStateStayAboveTheirTrough() throws {
    let trough = DrugLevel.steadyTrough(interval: 100, halfLife: 100)
    #expect(isClose(trough, 1))
    #expect(isClose(DrugLevel.steadyTrough(interval: 100, halfLife: 50), 1.0 / 3))
    let events = (0..<20).map { Int64($0 * 100) }
    let steady = try #require(DrugLevel(halfLife: 100, threshold: 0.999, start: trough))
    #expect(isClose(steady.shareAbove(events: events, until: 2000), 1))
    let fresh = try #require(DrugLevel(halfLife: 100, threshold: 0.999))
    #expect(try #require(fresh.shareAbove(events: events, until: 2000).value) < 0.99)
  }

  /// The level of all doses at small steps.
  @Test func agreesWithSmallSteps() throws {
    var random = Seeded(state: 31)
    for _ in 0..<30 {
      let events = (0..<6).map { _ in Int64.random(in: 0..<1000, using: &random) }.sorted()
      let halfLife = Double.random(in: 20...300, using: &random)
      let level = try #require(
        DrugLevel(halfLife: halfLife, threshold: Double.random(in: 0.2...1.5, using: &random)))
      let steps = 20_000
      let span = Double(1100 - events[0])
      let above = (0..<steps).count { step in
        let time = Double(events[0]) + (Double(step) + 0.5) * span / Double(steps)
        let sum = events.filter { Double($0) <= time }
          .reduce(0) { $0 + exp2(-(time - Double($1)) / halfLife) }
        return sum >= level.threshold
      }
      let found = try #require(level.shareAbove(events: events, until: 1100).value)
      #expect(abs(found - Double(above) / Double(steps)) < 1e-3)
    }
  }

  @Test func noLevelWithoutAnEvent() throws {
    let level = try #require(DrugLevel(halfLife: 100))
    #expect(level.shareAbove(events: [], until: 100) == .missing(.notInitiated))
    #expect(level.shareAbove(events: [100], until: 100) == .missing(.noTime))
    for halfLife in [0, -1, .infinity, .nan] { #expect(DrugLevel(halfLife: halfLife) == nil) }
    #expect(DrugLevel(halfLife: 1, threshold: 0) == nil)
    #expect(DrugLevel(halfLife: 1, start: -1) == nil)
  }
}
