import Foundation
import TestSupport

/// Figures of lifelines, statsmodels and SciPy, in `Datasets/golden/statistics`.
struct StatisticsGolden: Decodable {
  var cumulativeIncidence: [Incidence]
  var pooledRatio: [Pooled]
  var theilSen: [Slope]

  struct Incidence: Decodable {
    var time: [Double], entry: [Double], cause: [Int], causes: [String: [Step]]

    struct Step: Decodable {
      var time: Double, incidence: Double, standardError: Double, lower: Double, upper: Double
    }
  }

  struct Pooled: Decodable {
    var done: [Double], due: [Double], logit: Double, logitError: Double, ratio: Double
    var ratioError: Double, mean: Double, meanError: Double
  }

  struct Slope: Decodable { var ratios: [Double], slope: Double, lower: Double, upper: Double }

  static func read() throws -> StatisticsGolden {
    try JSONDecoder().decode(
      StatisticsGolden.self,
      from: Data(contentsOf: datasets.appending(path: "golden/statistics/statistics.json")))
  }
}
