import AdherenceStatistics

// Curves, tests and trajectories as JSON.

extension SurvivalCurve {
  /// The curve as JSON, with what its clock is.
  func json(_ parameters: MeasureParameters, clock: String) -> JSONValue {
    let horizon = Double(parameters.horizonDays)
    let last = steps.last?.time ?? 0
    return .object([
      "clock": .text(clock), "patients": .count(count),
      "curve": .made(steps.count) { [steps] in steps[$0].json },
      "median": JSONValue(median.time), "medianLower": JSONValue(median.lower),
      "medianUpper": JSONValue(median.upper),
      "restrictedMean": JSONValue(restrictedMean(to: horizon)) { $0.json(to: horizon) },
      "at": .list(
        SurvivalCurve.landmarks.filter { $0 <= last }.map { day in
          .object([
            "t": .number(day), "S": JSONValue(survival(at: day)),
            "atRisk": .count(atRisk(at: day)),
          ])
        }),
    ])
  }
}

extension SurvivalStep {
  fileprivate var json: JSONValue {
    .object([
      "t": .number(time), "atRisk": .count(atRisk), "events": .count(events),
      "censored": .count(censored), "S": .number(survival), "se": JSONValue(standardError),
      "lower": .number(interval.lower), "upper": .number(interval.upper),
    ])
  }
}

extension RestrictedMean {
  fileprivate func json(to horizon: Double) -> JSONValue {
    .object([
      "horizon": .number(horizon), "mean": .number(mean), "se": .number(standardError),
      "lower": .number(interval.lower), "upper": .number(interval.upper),
    ])
  }
}

extension LogRank {
  func json(of names: [String]) -> JSONValue {
    let parts = zip(names, groups).map { name, group in
      JSONValue.object([
        "group": .text(name), "patients": .count(group.count), "observed": .count(group.observed),
        "expected": .number(group.expected), "variance": .number(group.variance),
      ])
    }
    return .object([
      "groups": .list(parts), "chi2": .number(statistic), "df": .count(degreesOfFreedom),
      "p": .number(p),
    ])
  }
}

extension GroupComparison {
  var json: JSONValue {
    .object([
      "groups": .list(groups.map { .text($0) }),
      "mannWhitney": JSONValue(mannWhitney) { test in
        .object([
          "U": .number(test.u), "z": JSONValue(test.z), "p": JSONValue(test.p),
          "cliffsDelta": .number(test.cliffsDelta),
        ])
      },
      "welch": JSONValue(welch, \.json), "kolmogorovSmirnov": JSONValue(kolmogorovSmirnov, \.json),
      "permutation": JSONValue(permutation, \.json), "reaching": JSONValue(reaching, \.json),
      "medianDifference": JSONValue(medianDifference) { found in
        .object([
          "difference": .number(found.estimate),
          "percentile": .list([.number(found.percentile.lower), .number(found.percentile.upper)]),
          "bca": .list([.number(found.bca.lower), .number(found.bca.upper)]),
        ])
      },
    ])
  }
}

extension WelchTest {
  fileprivate var json: JSONValue {
    .object([
      "difference": .number(difference), "lower": .number(interval.lower),
      "upper": .number(interval.upper), "t": .number(t), "df": .number(degreesOfFreedom),
      "p": .number(p),
    ])
  }
}

extension KolmogorovSmirnov {
  fileprivate var json: JSONValue { .object(["D": .number(d), "p": .number(p)]) }
}

extension PermutationTest {
  fileprivate var json: JSONValue {
    .object([
      "difference": .number(difference), "asExtreme": .count(asExtreme),
      "resamples": .count(resamples), "p": .number(p),
    ])
  }
}

extension ProportionDifference {
  fileprivate var json: JSONValue {
    .object([
      "difference": .number(difference), "lower": .number(interval.lower),
      "upper": .number(interval.upper), "z": JSONValue(z), "p": JSONValue(p),
    ])
  }
}

extension Trajectories {
  var json: JSONValue {
    .object([
      "weeks": .count(weeks), "patients": .texts(patients),
      "clusters": JSONValue(clusters) { found in
        .object([
          "labels": .counts(found.labels),
          "start": .texts(found.starts.map { patients[$0] }),
          "sizes": .counts(found.sizes),
          "centroids": .list(
            found.centroids.map { .list($0.map { $0.map { .number($0) } ?? .null }) }),
          "withinSS": .number(found.withinSquares), "totalSS": .number(found.totalSquares),
          "calinskiHarabasz": JSONValue(found.calinskiHarabasz),
          "iterations": .count(found.iterations),
        ])
      },
    ])
  }
}
