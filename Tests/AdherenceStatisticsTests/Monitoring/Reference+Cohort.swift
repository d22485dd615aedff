import AdherenceAnalytics
import Foundation
import TestSupport

@testable import AdherenceStatistics

// Our statistics of a cohort in the form of the reference.

extension TaskStatistics {
  /// The cohort in the form of the reference, which shrinks the ratios of the first five patients.
  func asReference(_ patients: [MonitoringCohort.Patient]) -> [String: Any] {
    guard let comparison = comparisons.value?.first, let model = whole.betaBinomial.value,
      let a = groups.first, let b = groups.last
    else { return [:] }
    // The reference censors at the last evaluable day, where our curves end a gap before it.
    let arms = ["A", "B"].map { arm in patients.followUps { $0 == arm } }
    return [
      "all": whole.asReference, "A": a.asReference, "B": b.asReference,
      "compareAB": comparison.asReference,
      "logrankAB": LogRank.test(arms).value?.asReference ?? NSNull(),
      "persistence": [
        "all": SurvivalCurve(patients.followUps { _ in true }).asReference,
        "A": SurvivalCurve(arms[0]).asReference, "B": SurvivalCurve(arms[1]).asReference,
      ],
      "betaBinomial": [
        "alpha": model.alpha, "beta": model.beta, "mean": model.mean,
        "icc": model.intraclassCorrelation, "negLogLik": model.negativeLogLikelihood,
        "shrunkFirst5": patients.prefix(5).compactMap { $0.measures["med"]?.taking }.map {
          model.shrunken(AdherenceCount(taken: $0.taken, expected: $0.expected))
        },
      ],
      "relativeWeeks": whole.weeks.map(\.asReference),
      "proportionOfPatientsCovered": whole.covered.asReference,
      "kmeans": MonitoringCohort.Patient.trajectories(patients),
      "rawEventHourHistogram": whole.eventHours,
    ]
  }
}

extension [MonitoringCohort.Patient] {
  /// The persistence of those of some arms who began, up to discontinuation or the last evaluable
  /// day.
  fileprivate func followUps(_ isOfArm: (String?) -> Bool) -> [FollowUp] {
    filter { isOfArm($0.record.patient.group) }.compactMap { patient in
      patient.measures["med"]?.phases?.course.value.map {
        FollowUp(time: Double($0.persistenceDays), hasEvent: $0.isDiscontinued)
      }
    }
  }
}

extension Interval {
  fileprivate var asReference: [Double] { [lower, upper] }
}

extension GroupStatistics {
  fileprivate var asReference: [String: Any] {
    [
      "patients": summary.patients, "n": summary.evaluable, "expected": summary.pooled.expected,
      "taken": summary.pooled.taken, "pooled": summary.pooled.ratio.asReference,
      "mean": summary.mean.asReference, "sd": summary.standardDeviation.asReference,
      "tCI95": summary.meanInterval.value?.asReference ?? [],
      "quantiles": [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95].map { summary.quantile($0).asReference },
      "min": summary.minimum.asReference, "max": summary.maximum.asReference,
      "skew": summary.skewness.asReference, "atLeast80": summary.adherentPatients,
      "atLeast80Wilson": summary.adherentInterval.value?.asReference ?? [],
      "trimmedMean10": summary.trimmedMean.asReference, "initiated": initiated,
      "bootstrapMean": bootstrap.value?.asReference ?? [:],
    ]
  }
}

extension BootstrapEstimate {
  fileprivate var asReference: [String: Any] {
    [
      "B": resamples, "seed": 20_250_101, "rng": "mt19937 as gsl_rng_uniform_int",
      "percentile": percentile.asReference, "bca": bca.asReference, "z0": bias.asReference,
      "a": acceleration.asReference, "bootMean": mean, "bootSd": standardError,
    ]
  }
}

extension GroupComparison {
  fileprivate var asReference: [String: Any] {
    [
      "mannWhitneyU": mannWhitney.map(\.u).asReference,
      "mannWhitneyP": mannWhitney.flatMap(\.p).asReference,
      "cliffsDelta": mannWhitney.map(\.cliffsDelta).asReference,
    ]
  }
}

extension LogRank {
  fileprivate var asReference: [String: Any] {
    [
      "observedA": groups[0].observed, "expectedA": groups[0].expected,
      "variance": groups[0].variance, "chi2": statistic, "p": p,
    ]
  }
}

extension SurvivalCurve {
  fileprivate var asReference: [String: Any] {
    [
      "curve": steps.map { step in
        [
          "t": step.time, "atRisk": step.atRisk, "events": step.events, "censored": step.censored,
          "S": step.survival, "se": step.standardError.asReference, "lower": step.interval.lower,
          "upper": step.interval.upper,
        ] as [String: Any]
      },
      "median": median.time.asReference,
      "rmst150": restrictedMean(to: 150).map(\.mean).asReference,
      "at": [30.0, 60, 90, 120, 150].map { ["t": $0, "S": survival(at: $0).asReference] },
    ]
  }
}

extension TreatmentWeek {
  fileprivate var asReference: [String: Any] {
    [
      "week": number, "patients": patients, "expected": expected, "taken": taken,
      "pooled": pooled.asReference, "mean": mean.asReference, "se": standardError.asReference,
      "q25": quartiles[0].asReference, "median": quartiles[1].asReference,
      "q75": quartiles[2].asReference,
    ]
  }
}

extension ProportionCovered {
  /// The reference has an interval every thirty days.
  fileprivate var asReference: [[Any]] {
    let intervals = ProportionIntervals()
    return observed.indices.map { day in
      let interval = day % 30 == 0 ? self.interval(on: day, intervals).value : nil
      return [
        day, observed[day], covered[day], share(on: day).asReference,
        interval.map { [$0.lower, $0.upper] } ?? NSNull(),
      ]
    }
  }
}

extension MonitoringCohort.Patient {
  /// Four clusters of the patients with something due in each of the first 24 weeks, whom alone the
  /// reference has.
  fileprivate static func trajectories(_ patients: [MonitoringCohort.Patient]) -> [String: Any] {
    let rows = patients.compactMap { patient -> (id: String, weeks: [Double?])? in
      guard let time = patient.measures["med"]?.time, time.expected.count >= 24 else { return nil }
      let weeks = (0..<24).map { week -> Double? in
        time.expected[week] > 0 ? Double(time.taken[week]) / Double(time.expected[week]) : nil
      }
      return weeks.contains(nil) ? nil : (patient.record.patient.id, weeks)
    }
    let ids = rows.map(\.id)
    guard let found = TrajectoryClusters.find(4, in: rows.map(\.weeks)).value else { return [:] }
    return [
      "K": found.sizes.count, "weeks": 24, "patients": ids,
      "start": found.starts.map { ids[$0] }, "labels": found.labels.map { $0 ?? -1 },
      "sizes": found.sizes, "centroids": found.centroids.map { $0.map { $0 ?? NSNull() as Any } },
      "withinSS": found.withinSquares, "iterations": found.iterations,
    ]
  }
}
