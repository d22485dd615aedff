import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSampling
import TestSupport
import Testing

@Suite struct CoverageWorkTests {
  private func period() throws -> ClosedRange<CivilDate> {
    try day("2030-03-01")...day("2030-11-30")
  }

  /// Applies the rules day by day and drug by drug; `nil` if no fill is in the period.
  private func simulate(
    _ record: RefillRecord, _ rules: CoverageRules, _ period: ClosedRange<CivilDate>
  ) -> (covered: Int, stayDays: Int)? {
    let fills = record.fills.filter { period.contains($0.date) }
    guard let first = fills.map(\.date).min() else { return nil }
    let names = Set(fills.map(Name.init))
    // In parts of a day of which drawn supplies are whole numbers.
    var stock: [Name: Int] = [:]
    var (covered, away) = (0, 0)
    for number in first.dayNumber...period.upperBound.dayNumber {
      let date = CivilDate(dayNumber: number)
      for fill in fills where fill.date == date {
        stock[Name(fill), default: 0] += Int((fill.days * 42).rounded())
      }
      if rules.excludesStays && record.stays.contains(where: { isAway(date, $0, rules) }) {
        away += 1
        continue
      }
      let supplied = names.filter { stock[$0, default: 0] >= 42 }
      for name in supplied { stock[name, default: 0] -= 42 }
      covered += isCovered(by: supplied, of: names, rules.needs) ? 1 : 0
    }
    return (covered, away)
  }

  /// A drug of a class.
  private struct Name: Hashable {
    var drugClass, drug: String?
    init(_ fill: Fill) { (drugClass, drug) = (fill.drugClass, fill.drug) }
  }

  private func isCovered(
    by supplied: Set<Name>, of names: Set<Name>, _ needs: CoverageRules.Needs
  ) -> Bool {
    switch needs {
    case .anyDrug: !supplied.isEmpty
    case .everyDrug: supplied == names
    case .everyClass: Set(supplied.map(\.drugClass)) == Set(names.map(\.drugClass))
    }
  }

  private func isAway(_ date: CivilDate, _ stay: Stay, _ rules: CoverageRules) -> Bool {
    let isAfter =
      rules.includesAdmission ? stay.days.lowerBound <= date : stay.days.lowerBound < date
    let isBefore =
      rules.includesDischarge ? date <= stay.days.upperBound : date < stay.days.upperBound
    return isAfter && isBefore
  }

  @Test(arguments: (0..<300 as Range<UInt64>).sampled(25))
  func agreesWithStockByTheDay(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    var record = try world.record()
    record.stays = try world.stays()
    if seed % 2 == 0 { world.cutSupplies(of: &record, parts: 42) }
    var query = RefillQuery()
    query.coverage.period = try period()
    for needs in CoverageRules.Needs.allCases {
      for flags in 0..<8 {
        query.coverage.needs = needs
        query.coverage.excludesStays = flags & 1 == 0
        query.coverage.includesAdmission = flags & 2 == 0
        query.coverage.includesDischarge = flags & 4 == 0
        let days = RefillEvaluator(query).daysCovered(in: record)
        let simulated = simulate(record, query.coverage, try period())
        #expect(days.value?.covered == simulated?.covered, "\(query.coverage)")
        #expect(days.value?.stayDays == simulated?.stayDays, "\(query.coverage)")
      }
    }
  }

  @Test func theObservationWindowIsThePeriod() throws {
    let start = try day("2030-01-01")
    let record = RefillRecord(
      patient: "1", fills: [Fill(start, days: 30), Fill(start.adding(days: 100), days: 30)])
    var query = RefillQuery()
    query.observation.length = ISODuration(days: 100)
    let days = try #require(RefillEvaluator(query).daysCovered(in: record).value)
    #expect((days.treatmentDays, days.covered, days.fills) == (100, 30, 1))
    #expect(RefillEvaluator(query).value(of: .pdc, in: record) == .value(0.3))
  }

  private static let fractions: [(Double, Int, Int)] = [
    (50 / 3, 3, 50), (100 / 7, 7, 100), (0.7, 10, 7), (1000 / 23, 23, 1000), (0.1, 365, 36),
  ]

  /// 50 tablets at 3 a day, each bought a day or two before the stock is used up, as decimals have
  /// it.
  @Test(arguments: fractions)
  func fractionsAddUpExactly(_ days: Double, _ fills: Int, _ covered: Int) throws {
    let start = try day("2030-01-01")
    let record = RefillRecord(
      patient: "1", fills: (0..<fills).map { Fill(start.adding(days: $0), days: days) })
    var query = RefillQuery()
    query.followUp.length = ISODuration(days: 2_000)
    query.observation.length = ISODuration(days: 2_000)
    #expect(RefillEvaluator(query).daysCovered(in: record).value?.covered == covered)
  }

  /// The supply left after a gap is still available at the next fill.
  @Test func fractionsOutlastAGap() throws {
    let start = try day("2030-01-01")
    let record = RefillRecord(
      patient: "1", fills: [0, 100].map { Fill(start.adding(days: $0), days: 10.5) })
    #expect(RefillEvaluator(RefillQuery()).daysCovered(in: record).value?.covered == 21)
    for change in [\Fill.drug, \Fill.drugClass] {
      var others = record
      others.fills[1][keyPath: change] = "b"
      #expect(RefillEvaluator(RefillQuery()).daysCovered(in: others).value?.covered == 20)
    }
  }

  @Test func nothingIsCountedAfterTheLastDay() throws {
    let start = try day("2030-01-01")
    var record = RefillRecord(
      patient: "1", fills: [Fill(start, days: 30), Fill(start.adding(days: 60), days: 60)])
    var query = RefillQuery()
    query.coverage.period = start...(try day("2030-12-31"))
    record.observation.to = start.adding(days: 99)
    let days = try #require(RefillEvaluator(query).daysCovered(in: record).value)
    #expect((days.treatmentDays, days.covered) == (100, 70))
    record.observation.to = start.adding(days: -1)
    #expect(RefillEvaluator(query).daysCovered(in: record) == .missing(.noSupply))
  }

  @Test func aStayOfTheWholePeriodLeavesNothing() throws {
    let start = try day("2030-01-01")
    let record = RefillRecord(
      patient: "1", fills: [Fill(start, days: 30)], stays: [Stay(start...start.adding(days: 900))])
    let evaluator = RefillEvaluator(RefillQuery())
    let days = try #require(evaluator.daysCovered(in: record).value)
    #expect((days.stayDays, days.denominator, days.isAdherent) == (730, 0, false))
    #expect(evaluator.value(of: .pdc, in: record) == .missing(.noTime))
  }

  /// 80 of 100 days are four of five, whatever a division says.
  @Test func thresholdIsReachedExactly() throws {
    let start = try day("2030-01-01")
    var query = RefillQuery()
    query.observation.length = ISODuration(days: 100)
    for (second, isAdherent) in [(49.0, false), (50, true)] {
      let record = RefillRecord(
        patient: "1",
        fills: [Fill(start, days: 30), Fill(start.adding(days: 30), days: second)])
      let days = try #require(RefillEvaluator(query).daysCovered(in: record).value)
      #expect(days.isEligible)
      #expect(days.isAdherent == isAdherent)
    }
  }
}
