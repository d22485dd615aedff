import AdherenceStatistics
import TestSupport
import Testing

/// The cohort of `Datasets/monitoring` against an independent reference, `golden/mems`, within one
/// part in 10⁹.
@Suite struct CohortStatisticsGoldenTests {
  private let reference: CohortReference
  private var cohort: CohortReference.Cohort { reference.cohort }

  init() throws { reference = try CohortReference.golden.get() }

  @Test(arguments: [nil, "A", "B"])
  func summaries(_ arm: String?) throws {
    let expected = arm == nil ? cohort.all : arm == "A" ? cohort.A : cohort.B
    let patients = reference.patients(in: arm)
    let ours = CohortSummary(patients.map(\.count))
    #expect(ours.patients == expected.patients && ours.evaluable == expected.n)
    #expect(ours.pooled == AdherenceCount(taken: expected.taken, expected: expected.expected))
    #expect(isClose(ours.pooled.ratio, expected.pooled))
    #expect(isClose(ours.mean, expected.mean))
    #expect(isClose(ours.standardDeviation, expected.sd))
    #expect(isClose(ours.meanInterval, expected.tCI95))
    for (share, quantile) in zip([0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95], expected.quantiles) {
      #expect(isClose(ours.quantile(share), quantile), "\(share)")
    }
    #expect(isClose(ours.minimum, expected.min) && isClose(ours.maximum, expected.max))
    #expect(isClose(ours.skewness, expected.skew))
    #expect(isClose(ours.trimmedMean, expected.trimmedMean10))
    #expect(ours.adherentPatients == expected.atLeast80)
    #expect(isClose(ours.adherentInterval, expected.atLeast80Wilson))
    #expect(patients.count(where: \.initiated) == expected.initiated)
  }

  @Test(arguments: [nil, "A", "B"])
  func bootstraps(_ arm: String?) throws {
    let expected = (arm == nil ? cohort.all : arm == "A" ? cohort.A : cohort.B).bootstrapMean
    var bootstrap = Bootstrap()
    (bootstrap.resamples, bootstrap.seed) = (expected.B, expected.seed)
    let ours = try #require(bootstrap.mean(of: reference.ratios(in: arm)).value)
    #expect(isClose(.value(ours.percentile), expected.percentile))
    #expect(isClose(.value(ours.bca), expected.bca))
    #expect(isClose(ours.bias, expected.z0))
    #expect(isClose(ours.acceleration, expected.a))
    #expect(isClose(ours.mean, expected.bootMean))
    #expect(isClose(ours.standardError, expected.bootSd))
  }

  @Test func comparisonsOfTheArms() throws {
    let (a, b) = (reference.ratios(in: "A"), reference.ratios(in: "B"))
    let mannWhitney = try #require(MannWhitney.test(a, b).value)
    #expect(mannWhitney.u == cohort.compareAB.mannWhitneyU)
    #expect(isClose(mannWhitney.p, cohort.compareAB.mannWhitneyP))
    #expect(isClose(mannWhitney.cliffsDelta, cohort.compareAB.cliffsDelta))
  }

  @Test(arguments: [nil, "A", "B"])
  func persistence(_ arm: String?) throws {
    let curves = cohort.persistence
    let expected = arm == nil ? curves.all : arm == "A" ? curves.A : curves.B
    let ours = SurvivalCurve(reference.followUps(in: arm))
    try #require(ours.steps.count == expected.curve.count)
    for (step, expected) in zip(ours.steps, expected.curve) {
      #expect(step.time == expected.t && step.atRisk == expected.atRisk)
      #expect(step.events == expected.events && step.censored == expected.censored)
      #expect(isClose(step.survival, expected.S), "\(expected.t)")
      #expect(isClose(step.standardError, expected.se), "\(expected.t)")
      #expect(isClose(.value(step.interval), [expected.lower, expected.upper]), "\(expected.t)")
    }
    #expect(ours.median.time.value == expected.median)
    #expect(isClose(ours.restrictedMean(to: 150).map(\.mean), expected.rmst150))
    for point in expected.at { #expect(isClose(ours.survival(at: point.t), point.S)) }
  }

  @Test func logRankOfTheArms() throws {
    let expected = cohort.logrankAB
    let groups = [reference.followUps(in: "A"), reference.followUps(in: "B")]
    let ours = try #require(LogRank.test(groups).value)
    #expect(Double(ours.groups[0].observed) == expected.observedA)
    #expect(isClose(ours.groups[0].expected, expected.expectedA))
    #expect(isClose(ours.groups[0].variance, expected.variance))
    #expect(isClose(ours.statistic, expected.chi2) && ours.degreesOfFreedom == 1)
    #expect(isClose(ours.p, expected.p))
  }

  /// The reference's own search ends within one part in 10⁵.
  @Test func betaBinomial() throws {
    let expected = cohort.betaBinomial
    let ours = try #require(BetaBinomial.fit(reference.patients.map(\.count)).value)
    #expect(isClose(ours.alpha, expected.alpha, within: 1e-5))
    #expect(isClose(ours.beta, expected.beta, within: 1e-5))
    #expect(isClose(ours.mean, expected.mean, within: 1e-5))
    #expect(isClose(ours.intraclassCorrelation, expected.icc, within: 1e-5))
    #expect(isClose(ours.negativeLogLikelihood, expected.negLogLik))
    for (patient, shrunken) in zip(reference.patients, expected.shrunkFirst5) {
      #expect(isClose(ours.shrunken(patient.count), shrunken, within: 1e-5))
    }
  }
}

/// Whether an interval has the expected limits.
func isClose(_ interval: Estimate<Interval>, _ limits: [Double]) -> Bool {
  isClose(interval.value?.lower, limits[0]) && isClose(interval.value?.upper, limits[1])
}
