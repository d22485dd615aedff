import AdherenceStatistics
import Formats
import Scheduling

// Curves, tests and trajectories as JSON.

extension SurvivalCurve {
  /// Returns the curve as JSON, with the name of its time axis.
  func json(_ parameters: MeasureParameters, clock: String) -> JSONValue {
    let horizon = Double(parameters.horizonDays)
    let last = steps.last?.time ?? 0
    return .sorted([
      "clock": .text(clock), "patients": .integer(count),
      "curve": .made(steps.count) { [steps] in steps[$0].json },
      "median": JSONValue(median.time), "medianLower": JSONValue(median.lower),
      "medianUpper": JSONValue(median.upper),
      "restrictedMean": JSONValue(restrictedMean(to: horizon)) { $0.json(to: horizon) },
      "at": .list(
        SurvivalCurve.landmarks.filter { $0 <= last }.map { day in
          .sorted([
            "t": .number(day), "S": JSONValue(survival(at: day)),
            "atRisk": .integer(atRisk(at: day)),
          ])
        }),
    ])
  }
}

extension SurvivalStep {
  fileprivate var json: JSONValue {
    .sorted([
      "t": .number(time), "atRisk": .integer(atRisk), "events": .integer(events),
      "censored": .integer(censored), "S": .number(survival), "se": JSONValue(standardError),
      "lower": .number(interval.lower), "upper": .number(interval.upper),
    ])
  }
}

extension RestrictedMean {
  fileprivate func json(to horizon: Double) -> JSONValue {
    .sorted([
      "horizon": .number(horizon), "mean": .number(mean), "se": .number(standardError),
      "lower": .number(interval.lower), "upper": .number(interval.upper),
    ])
  }
}

extension LogRank {
  func json(of names: [String]) -> JSONValue {
    let parts = zip(names, groups).map { name, group in
      JSONValue.sorted([
        "group": .text(name), "patients": .integer(group.count),
        "observed": .integer(group.observed),
        "expected": .number(group.expected), "variance": .number(group.variance),
      ])
    }
    return .sorted([
      "groups": .list(parts), "chi2": .number(statistic), "df": .integer(degreesOfFreedom),
      "p": .number(p),
    ])
  }
}

extension GroupComparison {
  var json: JSONValue {
    .sorted([
      "groups": .list(groups.map { .text($0) }),
      "mannWhitney": JSONValue(mannWhitney) { test in
        .sorted([
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
    return .sorted([
      "center": .number(center), "overdispersion": JSONValue(overdispersion),
      "variance": .number(variance),
      "groups": .list(
        zip(members, distances).map { member, z in
          .sorted([
            "group": .text(member.name), "patients": .integer(member.count.expected),
            "adherentPatients": .integer(member.count.taken), "z": JSONValue(z.0),
            "adjustedZ": JSONValue(z.1),
          ])
        }),
    ])
  }
}

extension Trajectories {
  var json: JSONValue {
    .sorted([
      "weeks": .integer(weeks),
      "patients": .made(patients.count) { [patients] in .text(patients[$0]) },
      "criteria": .list(
        criteria.map {
          .sorted([
            "clusters": .integer($0.clusters), "calinskiHarabasz": JSONValue($0.calinskiHarabasz),
            "withinSS": .number($0.withinSquares),
          ])
        }),
      "clusters": JSONValue(clusters) { found in
        .sorted([
          "labels": .made(found.labels.count) { found.labels[$0].map { .integer($0) } ?? .null },
          "start": .texts(found.starts.map { patients[$0] }),
          "sizes": .list(found.sizes.map { .integer($0) }),
          "centroids": .list(
            found.centroids.map { .list($0.map { $0.map { .number($0) } ?? .null }) }),
          "withinSS": .number(found.withinSquares), "totalSS": .number(found.totalSquares),
          "calinskiHarabasz": JSONValue(found.calinskiHarabasz),
          "iterations": .integer(found.iterations),
        ])
      },
    ])
  }
}
