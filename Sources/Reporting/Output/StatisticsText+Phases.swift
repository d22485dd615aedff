import AdherenceStatistics
import Formats
import Scheduling

// The phases of treatment, and how persistence ended, as JSON.

extension PhaseSummary {
  var json: JSONValue {
    .sorted([
      "initiated": .sorted([
        "patients": count(patients, of: initiated), "share": JSONValue(initiated),
        "interval": JSONValue(initiatedInterval, \.json),
      ]),
      "persistent": .sorted([
        "day": day.map { .integer($0) } ?? .null, "share": JSONValue(persistent),
        "interval": JSONValue(persistentInterval, \.json),
      ]),
      "implementation": .sorted([
        "patients": count(implementers, of: implementation), "mean": JSONValue(implementation),
        "interval": JSONValue(implementationInterval, \.json),
      ]),
      "product": JSONValue(product),
    ])
  }

  /// Returns the number of patients behind a share, which is withheld with it.
  private func count(_ patients: Int, of share: Estimate<Double>) -> JSONValue {
    share == .missing(.tooFewPatients) ? .missing(.tooFewPatients) : .integer(patients)
  }
}

extension GroupStatistics {
  /// The cumulative incidence of each observed cause of discontinuation.
  var cumulativeIncidence: JSONValue {
    let causes = incidences.map { ($0.cause.name, $0.incidence.json) }
    return .sorted([
      "clock": .text(StatisticsText.persistenceClock),
      "causes": .sorted(Dictionary(uniqueKeysWithValues: causes)),
    ])
  }
}

extension CumulativeIncidence {
  fileprivate var json: JSONValue {
    .sorted([
      "patients": .integer(count),
      "curve": .made(steps.count) { [steps] in steps[$0].json },
      "at": .list(
        SurvivalCurve.landmarks.filter { $0 <= followedTo }.map { day in
          .sorted(["t": .number(day), "F": JSONValue(incidence(at: day))])
        }),
    ])
  }
}

extension CumulativeIncidence.Step {
  fileprivate var json: JSONValue {
    .sorted([
      "t": .number(time), "atRisk": .integer(atRisk), "events": .integer(events),
      "otherEvents": .integer(otherEvents), "F": .number(incidence), "se": .number(standardError),
      "interval": JSONValue(interval, \.json),
    ])
  }
}
