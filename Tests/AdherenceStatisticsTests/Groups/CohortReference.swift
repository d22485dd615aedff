import AdherenceStatistics
import Foundation
import TestSupport
import Testing

/// The results of the reference for the cohort of `Datasets/monitoring`, and the values of its
/// patients needed for them.
struct CohortReference: Decodable {
  var patients: [Patient]
  var cohort: Cohort

  struct Patient: Decodable {
    var id: String, arm: String
    var taken: Int, expected: Int, adherence: Double?
    var initiated: Bool, persistenceDays: Int?, persistenceEvent: Int?
    var count: AdherenceCount { AdherenceCount(taken: taken, expected: expected) }
  }

  struct Cohort: Decodable {
    var all: Summary, A: Summary, B: Summary
    var compareAB: Comparison, logrankAB: LogRankFigures, betaBinomial: BetaBinomialFigures
    var persistence: Persistence
  }

  struct Summary: Decodable {
    var patients: Int, n: Int, expected: Int, taken: Int, atLeast80: Int, initiated: Int
    var pooled: Double, mean: Double, sd: Double, min: Double, max: Double, skew: Double
    var trimmedMean10: Double, tCI95: [Double], quantiles: [Double], atLeast80Wilson: [Double]
    var bootstrapMean: BootstrapFigures
  }

  struct BootstrapFigures: Decodable {
    var B: Int, seed: UInt32, percentile: [Double], bca: [Double]
    var z0: Double, a: Double, bootMean: Double, bootSd: Double
  }

  struct Comparison: Decodable {
    var mannWhitneyU: Double, mannWhitneyP: Double, cliffsDelta: Double
  }

  struct LogRankFigures: Decodable {
    var observedA: Double, expectedA: Double, variance: Double, chi2: Double, p: Double
  }

  struct BetaBinomialFigures: Decodable {
    var alpha: Double, beta: Double, mean: Double, icc: Double, negLogLik: Double
    var shrunkFirst5: [Double]
  }

  struct Persistence: Decodable { var all: Curve, A: Curve, B: Curve }

  struct Curve: Decodable {
    var curve: [Step], median: Double?, rmst150: Double, at: [Point]

    struct Step: Decodable {
      var t: Double, atRisk: Int, events: Int, censored: Int
      var S: Double, se: Double?, lower: Double, upper: Double
    }
    struct Point: Decodable { var t: Double, S: Double }
  }

  static let golden = Result {
    try JSONDecoder().decode(
      CohortReference.self,
      from: Data(contentsOf: datasets.appending(path: "golden/mems/expected.json")))
  }

  /// The patients of an arm; `nil` for all.
  func patients(in arm: String?) -> [Patient] { patients.filter { arm == nil || $0.arm == arm } }

  /// The patients' ratios, in the order of the patients.
  func ratios(in arm: String?) -> [Double] { patients(in: arm).compactMap(\.adherence) }

  /// The patients' persistence, of those who began.
  func followUps(in arm: String?) -> [FollowUp] {
    patients(in: arm).compactMap { patient in
      patient.persistenceDays.map {
        FollowUp(time: Double($0), hasEvent: patient.persistenceEvent == 1)
      }
    }
  }
}
