import Foundation
import TestSampling
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct ClusteredRatioTests {
  /// statsmodels 0.15.0, `GEE` with independence and robust errors, which lack *m*/(*m* − 1).
  @Test(arguments: [0, 1]) func agreesWithGEE(_ place: Int) throws {
    let golden = try StatisticsGolden.read().pooledRatio[place]
    let ours = try #require(ClusteredRatio.pooled(golden.done, of: golden.due).value)
    let m = Double(golden.done.count)
    let correction = (m / (m - 1)).squareRoot()
    #expect(isClose(ours.estimate, golden.ratio, within: 1e-7))
    #expect(isClose(ours.standardError, golden.ratioError * correction, within: 1e-7))
    let t = try #require(StudentT.halfWidth(level: 0.95, degrees: m - 1))
    let interval = try #require(ours.interval.value)
    for (limit, sign) in [(interval.lower, -1.0), (interval.upper, 1.0)] {
      let logit = golden.logit + sign * t * golden.logitError * correction
      #expect(isClose(limit, 1 / (1 + exp(-logit)), within: 1e-7))
    }
    let ratios = zip(golden.done, golden.due).map { $0 / $1 }
    let mean = try #require(ClusteredRatio.mean(of: ratios).value)
    #expect(isClose(mean.estimate, golden.mean, within: 1e-7))
    #expect(isClose(mean.standardError, golden.meanError * correction, within: 1e-7))
  }

  /// Patients that differ have a wider interval than independent doses, and it covers.
  @Test func covers() throws {
    var random = Seeded(state: 81)
    let independent = ProportionIntervals()
    var (covered, naive) = (0, 0)
    for _ in 0..<(isExhaustive ? 1000 : 250) {
      let patients = (0..<40).map { _ -> (done: Double, due: Double) in
        let level = Double.random(in: 0.5...1, using: &random)
        let due = Int.random(in: 20...120, using: &random)
        let done = (0..<due).count { _ in Double.random(in: 0..<1, using: &random) < level }
        return (Double(done), Double(due))
      }
      let (done, due) = (patients.map(\.done), patients.map(\.due))
      let ours = try #require(ClusteredRatio.pooled(done, of: due).value?.interval.value)
      covered += ours.contains(0.75) ? 1 : 0
      let counts = (Int(done.reduce(0, +)), Int(due.reduce(0, +)))
      naive += independent.wilson(counts.0, of: counts.1).value?.contains(0.75) == true ? 1 : 0
    }
    // Both limits are three standard errors of the share of 250 from 95 %.
    let (range, most) = isExhaustive ? (925...975, 600) : (227...248, 160)
    #expect(range.contains(covered) && naive < most, "\(covered) \(naive)")
  }

  @Test func patientsWithNothingDueHaveNoPart() throws {
    let ours = ClusteredRatio.pooled([3, 0, 5], of: [4, 0, 10])
    #expect(ours == ClusteredRatio.pooled([3, 5], of: [4, 10]) && ours.value?.patients == 2)
  }

  @Test func whatIsMissing() {
    #expect(ClusteredRatio.pooled([], of: []) == .missing(.nothingDue))
    #expect(ClusteredRatio.pooled([3, 0], of: [4, 0]) == .missing(.tooFew))
    let all = ClusteredRatio.mean(of: [1, 1, 1]).value
    #expect(all?.estimate == 1 && all?.interval == .missing(.noVariation))
    #expect(ClusteredRatio.mean(of: [0.5, 0.5]).value?.interval == .missing(.noVariation))
  }
}
