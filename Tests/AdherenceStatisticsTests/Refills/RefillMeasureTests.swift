import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

@Suite struct RefillMeasureTests {
  private static let measures: [RefillMeasure] = [
    .mpr, .mprCapped, .mprModified, .complianceRate, .csa, .cmg, .cmos, .oneMinusCMG,
  ]

  private func evaluator(_ days: Int) -> RefillEvaluator {
    var query = RefillQuery()
    query.observation.length = ISODuration(days: days)
    return RefillEvaluator(query)
  }

  /// Three fills of 30 days on days 0, 20 and 70 of 100.
  private static let byHand: [(measure: RefillMeasure, value: Double)] = [
    (.mpr, 0.9), (.mprCapped, 0.9), (.mprModified, 0.9), (.complianceRate, 6.0 / 7),
    // 1.5 and 0.6.
    (.csa, 1.05), (.cmg, 2.0 / 7), (.cmos, 1.0 / 7), (.oneMinusCMG, 5.0 / 7),
  ]

  @Test(arguments: byHand)
  func worksOutByHand(_ measure: RefillMeasure, _ value: Double) throws {
    let start = try day("2030-01-01")
    let record = RefillRecord(
      patient: "1", fills: [0, 20, 70].map { Fill(start.adding(days: $0), days: 30) })
    #expect(isClose(evaluator(100).value(of: measure, in: record), value))
  }

  /// The values of an independent reference for the 365 days from the first fill.
  private static let reference: [(patient: Int, values: [Double])] = [
    (
      1,
      [
        0.958904109589041, 0.958904109589041, 0.9283819628647215, 0.9221902017291066,
        1.9248770594086904, 0.23631123919308358, 0.07780979827089338, 0.7636887608069164,
      ]
    ),
    (
      2,
      [
        0.7397260273972602, 0.7397260273972602, 0.8852459016393442, 0.8571428571428571,
        0.8412309368191723, 0.3836734693877551, 0.14285714285714285, 0.616326530612245,
      ]
    ),
    (
      50,
      [
        1.095890410958904, 1, 1.2861736334405145, 1.4218009478672986, 2.431295901445155,
        0.16113744075829384, -0.4218009478672986, 0.8388625592422062,
      ]
    ),
    (
      66,
      [
        1.0684931506849316, 1, 1.0626702997275204, 1.0682492581602374, 1.4524681383360338,
        0.26706231454005935, -0.06824925816023739, 0.7329376854599406,
      ]
    ),
  ]

  @Test(arguments: reference)
  func agreesWithTheReference(patient: Int, values: [Double]) throws {
    let record = try GoldenFills().record(patient)
    let ours = evaluator(365).values(of: RefillMeasureTests.measures, in: record)
    for (measure, (ours, value)) in zip(RefillMeasureTests.measures, zip(ours, values)) {
      #expect(isClose(ours, value), "\(measure)")
    }
  }

  /// A ratio that is divided by the days to the last fill needs two fill dates.
  @Test func needsFills() throws {
    let start = try day("2030-01-01")
    let one = RefillRecord(patient: "1", fills: [Fill(start, days: 30)])
    let twice = RefillRecord(patient: "1", fills: [Fill(start, days: 30), Fill(start, days: 20)])
    for measure in [RefillMeasure.complianceRate, .csa, .cmg, .cmos, .oneMinusCMG] {
      #expect(evaluator(100).value(of: measure, in: one) == .missing(.tooFew))
      #expect(evaluator(100).value(of: measure, in: twice) == .missing(.noTime))
    }
    #expect(evaluator(100).value(of: .mprModified, in: one) == .value(1))
    #expect(evaluator(100).value(of: .mpr, in: one) == .value(0.3))
  }
}
