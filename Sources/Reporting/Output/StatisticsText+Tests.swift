import AdherenceStatistics

// Curves, tests and trajectories as JSON.

extension SurvivalCurve {
  /// Returns the curve as JSON, with the name of its time axis.
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
          "pHolm": JSONValue(adjustedP), "cliffsDelta": .number(test.cliffsDelta),
          "cliffsDeltaInterval": JSONValue(test.deltaInterval) {
            .list([.number($0.lower), .number($0.upper)])
          },
        ])
      },
    ])
  }
}

extension FunnelPlot {
  var json: JSONValue {
    let distances = zip(z, adjustedZ)
    return .object([
      "center": .number(center), "overdispersion": JSONValue(overdispersion),
      "variance": .number(variance),
      "groups": .list(
        zip(members, distances).map { member, z in
          .object([
            "group": .text(member.name), "patients": .count(member.count.expected),
            "adherentPatients": .count(member.count.taken), "z": JSONValue(z.0),
            "adjustedZ": JSONValue(z.1),
          ])
        }),
    ])
  }
}

extension Trajectories {
  var json: JSONValue {
    .object([
      "weeks": .count(weeks), "patients": .texts(patients),
      "criteria": .list(
        criteria.map {
          .object([
            "clusters": .count($0.clusters), "calinskiHarabasz": JSONValue($0.calinskiHarabasz),
            "withinSS": .number($0.withinSquares),
          ])
        }),
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
