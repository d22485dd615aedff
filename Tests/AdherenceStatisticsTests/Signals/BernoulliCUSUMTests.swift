import Foundation
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct BernoulliCUSUMTests {
  @Test func missesAddUpAndDosesTakeDown() throws {
    let chart = try #require(BernoulliCUSUM(acceptable: 0.75, unacceptable: 0.5, limit: 1))
    let (miss, dose) = (log(2.0), log(0.5 / 0.75))
    let course = chart.course(of: [true, false, true, false, true, true, true, true])
    #expect(course.firstAlarm == nil)
    #expect(isClose(course.highest, 2 * miss + dose))
    #expect(course.last == 0)
    let alarmed = chart.course(of: [true, false, false, false, true])
    #expect(alarmed.firstAlarm == 2)
    #expect(isClose(alarmed.highest, 3 * miss))
    #expect(isClose(alarmed.last, 3 * miss + dose))
  }

  @Test func nothingHappensWithoutOccurrences() throws {
    #expect(try #require(BernoulliCUSUM()).course(of: []) == BernoulliCUSUM.SumCourse())
  }

  /// A limit that a single miss reaches: the alarm is the first miss, 1/(1 − p) occurrences on average.
  @Test(arguments: [0.5, 0.9, 0.99]) func oneMissCanBeEnough(p: Double) throws {
    let chart = try #require(BernoulliCUSUM(limit: 1))
    let length = chart.averageRunLength(at: p)
    #expect(isClose(length, 1 / (1 - p)))
  }

  /// Steps of +2 and −1 and a limit of 3: L₀ = 1 + pL₀ + qL₂, L₁ = 1 + pL₀, L₂ = 1 + pL₁, so that from 0
  /// L = (1 + q + pq)/(q − p²q).
  @Test func aShortLatticeIsSolvedByHand() throws {
    // p₁/p₀ = 1/r and (1 − p₁)/(1 − p₀) = r² with r the golden ratio: p₀ = (r² − 1)/(r² − 1/r).
    let r = (1 + 5.0.squareRoot()) / 2
    let p0 = (r * r - 1) / (r * r - 1 / r)
    let chart = try #require(
      BernoulliCUSUM(acceptable: p0, unacceptable: p0 / r, limit: 3 * log(r)))
    for p in [0.3, 0.6, 0.9] {
      let q = 1 - p
      let expected = (1 + q + p * q) / (q - p * p * q)
      #expect(isClose(chart.averageRunLength(at: p, states: 3), expected))
    }
  }

  /// Between lattice and simulation lie the rounding of the one and the chance of the other.
  @Test(arguments: [0.9, 0.8, 0.7]) func runLengthsAgreeWithSimulation(p: Double) throws {
    let chart = try #require(BernoulliCUSUM())
    let expected = try #require(chart.averageRunLength(at: p).value)
    var random = Seeded(state: UInt64(p * 100))
    let (rounds, longest) = (1500, 12_000)
    let lengths = (0..<rounds).map { _ in
      var (sum, length) = (0.0, 0)
      repeat {
        let isTaken = Double.random(in: 0..<1, using: &random) < p
        sum = max(0, sum + (isTaken ? chart.takenStep : chart.missedStep))
        length += 1
      } while sum < chart.limit && length < longest
      return Double(length)
    }
    let mean = lengths.reduce(0, +) / Double(rounds)
    #expect(abs(mean - expected) < 0.12 * expected, "\(mean) \(expected)")
  }

  @Test func worseAdherenceAlarmsSooner() throws {
    let chart = try #require(BernoulliCUSUM())
    let lengths = [0.95, 0.9, 0.8, 0.7, 0.5].compactMap { chart.averageRunLength(at: $0).value }
    #expect(lengths.count == 5)
    #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 > $1 })
  }
}
