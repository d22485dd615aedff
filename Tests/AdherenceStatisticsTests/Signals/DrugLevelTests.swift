import Foundation
import TestSupport
import TestSampling
import Testing

@testable import AdherenceStatistics

@Suite struct DrugLevelTests {
  /// Alone a dose of 1 is above a half for exactly a half-life.
  @Test func oneDoseLastsAHalfLife() throws {
    let level = try #require(DrugLevel(halfLife: 100, threshold: 0.5))
    #expect(isClose(level.shareAbove(events: [50], amounts: [1], until: 450), 0.25))
    #expect(isClose(level.shareAbove(events: [50], amounts: [1], until: 120), 1))
    // Two at once are above it for two half-lives.
    #expect(isClose(level.shareAbove(events: [50, 50], amounts: [1, 1], until: 450), 0.5))
    // So is one of twice the amount, and half a dose never.
    #expect(isClose(level.shareAbove(events: [50], amounts: [2], until: 450), 0.5))
    #expect(isClose(level.shareAbove(events: [50], amounts: [0.49], until: 450), 0))
  }

  @Test func regularDosesFromASteadyStateStayAboveTheirTrough() throws {
    let trough = DrugLevel.steadyTrough(interval: 100, halfLife: 100)
    #expect(isClose(trough, 1))
    #expect(isClose(DrugLevel.steadyTrough(interval: 100, halfLife: 50), 1.0 / 3))
    let events = (0..<20).map { Int64($0 * 100) }
    let ones = events.map { _ in 1.0 }
    let steady = try #require(DrugLevel(halfLife: 100, threshold: 0.999, start: trough))
    #expect(isClose(steady.shareAbove(events: events, amounts: ones, until: 2000), 1))
    let fresh = try #require(DrugLevel(halfLife: 100, threshold: 0.999))
    #expect(try #require(fresh.shareAbove(events: events, amounts: ones, until: 2000).value) < 0.99)
  }

  /// The level of all doses at small steps.
  @Test func agreesWithSmallSteps() throws {
    var random = Seeded(state: 31)
    for _ in (0..<30).sampled(10) {
      let events = (0..<6).map { _ in Int64.random(in: 0..<1000, using: &random) }.sorted()
      let amounts = events.map { _ in Double.random(in: 0...2, using: &random) }
      let halfLife = Double.random(in: 20...300, using: &random)
      let level = try #require(
        DrugLevel(halfLife: halfLife, threshold: Double.random(in: 0.2...1.5, using: &random)))
      let steps = 20_000
      let span = Double(1100 - events[0])
      let above = (0..<steps).count { step in
        let time = Double(events[0]) + (Double(step) + 0.5) * span / Double(steps)
        var sum = 0.0
        for (event, amount) in zip(events, amounts) where Double(event) <= time {
          sum += amount * exp2(-(time - Double(event)) / halfLife)
        }
        return sum >= level.threshold
      }
      let found = try #require(
        level.shareAbove(events: events, amounts: amounts, until: 1100).value)
      #expect(abs(found - Double(above) / Double(steps)) < 1e-3)
    }
  }

  @Test func noLevelWithoutAnEvent() throws {
    let level = try #require(DrugLevel(halfLife: 100, threshold: 0.5))
    #expect(level.shareAbove(events: [], amounts: [], until: 100) == .missing(.notInitiated))
    #expect(level.shareAbove(events: [100], amounts: [1], until: 100) == .missing(.noTime))
    for halfLife in [0, -1, .infinity, .nan] {
      #expect(DrugLevel(halfLife: halfLife, threshold: 0.5) == nil)
    }
    #expect(DrugLevel(halfLife: 1, threshold: 0) == nil)
    #expect(DrugLevel(halfLife: 1, threshold: 0.5, start: -1) == nil)
  }
}
