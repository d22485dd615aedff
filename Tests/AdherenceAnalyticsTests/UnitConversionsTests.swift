import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

/// Amounts in units other than those of the target.
@Suite struct UnitConversionsTests {
  typealias Target = ScheduleElement.Target

  /// Definitions and well-known pairs: an amount, its units, and the amount in other units.
  static let known: [(Double, String, String, Double)] = [
    (98.6, "°F", "°C", 37), (98.6, "[degF]", "Cel", 37), (37, "Cel", "[degF]", 98.6),
    (-40, "F", "C", -40), (0, "K", "Cel", -273.15), (212, "degF", "K", 373.15),
    (1.5, "L", "mL", 1500), (250, "ml", "l", 0.25), (3, "dL", "mL", 300), (5, "cc", "mL", 5),
    (5, "µL", "mL", 0.005), (5, "μL", "uL", 5), (1, "[gal_us]", "L", 3.785411784),
    (1, "[foz_us]", "mL", 29.5735295625), (1, "fl oz", "mL", 29.5735295625),
    (3, "tsp", "tbsp", 1), (2, "cups", "pt", 1),
    (500, "mg", "g", 0.5), (0.5, "g", "mg", 500), (100, "ug", "mg", 0.1), (100, "µg", "mcg", 100),
    (100, "μg", "mg", 0.1), (1, "kg", "g", 1000), (150, "lb", "kg", 68.0388555),
    (1, "[lb_av]", "g", 453.59237), (16, "oz", "lb", 1), (1, "st", "lb", 14),
    (11, "stone", "kg", 69.85322498), (1, "t", "kg", 1000),
    (140, "mmHg", "kPa", 18.6651342381), (18.6651342381, "kPa", "mm[Hg]", 140),
    (1, "atm", "mmHg", 759.999891726), (10, "cm[H2O]", "Pa", 980.665), (1, "bar", "kPa", 100),
    (30, "min", "h", 0.5), (1.5, "hours", "minutes", 90), (90, "s", "min", 1.5),
    (2, "d", "h", 48), (2, "weeks", "days", 14), (10, "in", "cm", 25.4), (6, "ft", "m", 1.8288),
    (1, "mi", "km", 1.609344), (5000, "m", "km", 5), (2000, "kcal", "kJ", 8368),
    (10, "km/h", "m/s", 2.77777777778), (60, "mph", "km/h", 96.56064),
    (100, "mg/dL", "g/L", 1), (1, "ug/mL", "mg/L", 1), (5, "ng/mL", "ug/L", 5),
    (5000, "umol/L", "mmol/L", 5), (72, "bpm", "/min", 72), (72, "/min", "Hz", 1.2),
  ]

  @Test(arguments: known)
  func convertsByName(_ amount: Double, _ from: String, _ to: String, _ expected: Double) throws {
    let there = try #require(UnitConversions.standard.amount(of: amount, from: from, to: to))
    #expect(isClose(there, expected, within: 1e-11), "\(there)")
    let back = try #require(UnitConversions.standard.amount(of: there, from: to, to: from))
    #expect(isClose(back, amount, within: 1e-10), "\(back)")
  }

  @Test func noStepOfAConversionShows() {
    #expect(UnitConversions.standard.amount(of: 98.6, from: "°F", to: "°C") == 37)
    #expect(UnitConversions.standard.amount(of: 0.1, from: "g", to: "mg") == 100)
    #expect(UnitConversions.standard.amount(of: 32, from: "°F", to: "°C") == 0)
    for exponent in [-300.0, 300] {
      let amount = UnitConversions.standard.amount(of: pow(10, exponent), from: "g", to: "mg")
      #expect(isClose(amount, pow(10, exponent + 3), within: 1e-12))
    }
    #expect(UnitConversions.standard.amount(of: 0.3, from: "puffs", to: "puffs") == 0.3)
  }

  @Test(arguments: [
    ("mmol/L", "mg/dL"), ("mg", "mL"), ("Mg", "mg"), ("MG", "g"), ("tablet", "mg"), ("", "mg"),
    ("min", "m"), ("kPa", "kg"), ("%", "mmol/L"), ("_", "mg"),
  ])
  func whatHasNothingInCommonIsNotConverted(_ from: String, _ to: String) {
    #expect(UnitConversions.standard.amount(of: 1, from: from, to: to) == nil)
  }

  @Test func callersAddSubstances() throws {
    let glucose = try #require(UnitConversion("glucose: mmol/L = 18.0156 mg/dL"))
    #expect(glucose.description == "glucose: mmol/L = 18.0156 mg/dL")
    var conversions = UnitConversions.standard
    conversions.add(glucose)
    conversions.add(UnitConversion(from: "tablet", to: "mg", factor: 250))
    func amount(_ amount: Double, _ from: String, _ to: String, _ kind: String? = nil) -> Double? {
      conversions.amount(of: amount, from: from, to: to, kind: kind)
    }
    #expect(amount(5, "mmol/L", "mg/dL", "glucose") == 90.078)
    #expect(amount(90.078, "mg/dL", "mmol/L", "glucose") == 5)
    #expect(amount(5, "mmol/L", "mg/dL") == nil && amount(5, "mmol/L", "mg/dL", "urea") == nil)
    #expect(amount(2, "tablet", "mg", "any") == 500)
    #expect(amount(98.6, "°F", "°C") == 37)
  }

  @Test(arguments: [
    "", "mmol/L", "mmol/L = mg/dL", "mmol/L = 0 mg/dL", "mmol/L = nan mg/dL", "= 18 mg/dL",
    "a = 2 b = 3 c", ": a = 2 b", "mmol/L = 18", "mmol/L = inf mg/dL",
  ])
  func whatIsNoConversionIsRefused(_ text: String) { #expect(UnitConversion(text) == nil) }

  @Test(arguments: [
    "lb = 0.45359237 kg", "weight: [lb_av] = 0.45359237 kg", "1 dose = 2.5 mL", "a b = 2.0 c d",
  ])
  func conversionsReadBack(_ text: String) throws {
    #expect(UnitConversion(try #require(UnitConversion(text)).description)?.description == text)
  }
}

// Values compared with targets in another unit.
extension UnitConversionsTests {
  private func number(_ number: Double, _ units: String?, _ kind: String? = nil) -> OutcomeValue {
    OutcomeValue(.number(number), units: units, kind: kind)
  }

  @Test func sumsAreOfTheTargetsUnit() {
    let aim = [Target(1500, units: "mL")]
    let drunk = [number(0.5, "L"), number(400, "mL")]
    #expect(Scoring.summed.progress(of: drunk, against: aim) == 0.6)
    #expect(Scoring.summed.progress(of: [number(3, "km")], against: aim) == 0)
    #expect(Scoring.fractionRecorded.progress(of: [number(3, "km")], against: aim) == 0)
  }

  @Test func eachKindIsConvertedToItsOwnTarget() {
    let aim = [
      Target(.atMost(.number(18.7)), units: "kPa", kind: "systolic"),
      Target(.within(36...38), units: "Cel", kind: "temperature"), Target(3, kind: "mood"),
    ]
    let values = [
      number(140, "mmHg", "systolic"), number(98.6, "°F", "temperature"), number(3, nil, "mood"),
    ]
    #expect(Scoring.reached.progress(of: values, against: aim) == 1)
    #expect(Scoring.fractionInRange.progress(of: values, against: aim) == 1)
    let high = [number(141, "mmHg", "systolic")] + values.dropFirst()
    #expect(Scoring.fractionReached.progress(of: high, against: aim) == 2.0 / 3)
  }

  @Test func aCustomScoringSeesTheTargetsUnit() {
    let most = CustomScoring("most") { values, _ in (values.map(\.amount).max() ?? 0) / 1000 }
    let progress = Scoring.custom(most).progress(
      of: [number(0.25, "L")], against: [Target(1000, units: "mL")])
    #expect(progress == 0.25)
  }

  /// A record in other units has the counts of the same record in the targets' units, without warnings.
  @Test(arguments: Scoring.allCases) func recordsInOtherUnitsAreTheSame(_ scoring: Scoring) throws {
    var random = Seeded(state: 5)
    for matching in Matching.allCases {
      let element = try element(
        from: "2025-01-06T08:00", at: ["08:00", "20:00"],
        targets: [Target(.within(1...2), units: "L")])
      let times = (0..<20).map { _ in Int64.random(in: 0..<14 * 86_400, using: &random) }
      func record(_ units: String, _ factor: Double) throws -> CareRecord {
        let first = try at("2025-01-06T00:00:00Z")
        return CareRecord(
          patient: try patient(), tasks: [task("tablet", matching, element)],
          outcomes: times.map { seconds in
            Outcome(
              task: "tablet",
              key: seconds % 3 == 0
                ? OccurrenceKey("tablet/2025-01-\(seconds % 2 == 0 ? "07" : "09")T08:00:00") : nil,
              time: first.adding(seconds: seconds),
              values: [number(Double(seconds % 13) / 4 * factor, units)])
          })
      }
      var query = AdherenceQuery(try days("2025-01-06", "2025-01-20"), by: .day)
      query.scoring = scoring
      let (liters, milliliters) = (try record("L", 1), try record("mL", 1000))
      #expect(
        liters.adherence(query).total.periods == milliliters.adherence(query).total.periods)
      #expect(liters.warnings.map(\.error.problem) == milliliters.warnings.map(\.error.problem))
      #expect(CompiledRecord(liters, query).conversions.isEmpty)
      let converted = CompiledRecord(milliliters, query).conversions
      #expect(converted == [ConvertedUnits(from: "mL", to: "L"): 20])
    }
  }

  @Test func quotasAndUsesTakeOtherUnits() throws {
    var drink = ScheduleElement("drink", on: try day("2025-01-06"))
    drink.recurrence = .quota(Quota(2, per: try period("P1D")))
    drink.targets = [Target(1, units: "L")]
    let record = CareRecord(
      patient: try patient(), tasks: [task("drink", .window, drink)],
      outcomes: [
        try event("2025-01-06T10:00", of: "drink", value: 1000, units: "mL"),
        try event("2025-01-06T12:00", of: "drink", value: 500, units: "mL"),
      ])
    var query = AdherenceQuery(try days("2025-01-06", "2025-01-07"))
    query.scoring = .summed
    let day = record.adherence(query).total.periods[0]
    #expect(day.quota.credited == 1 && day.uses.asNeededAmount == 1.5)
  }

  @Test func inconvertibleUnitsHaveWarnings() throws {
    let element = try element(from: "2025-01-06T08:00", targets: [Target(5, units: "mmol/L")])
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .window, element)],
      outcomes: [try event("2025-01-06T08:00", value: 90, units: "mg/dL")])
    var query = AdherenceQuery(try days("2025-01-06", "2025-01-07"))
    query.scoring = .reached
    #expect(record.adherence(query).total.periods[0].uncredited == 1)
    #expect(record.warnings.count == 1)
    query.conversions.add(UnitConversion(from: "mmol/L", to: "mg/dL", factor: 18.0156))
    let converted = record.adherence(query).total.periods[0]
    #expect(converted.uncredited == 0 && converted.done == 0)
    #expect(isClose(converted.valueSum, 90 / 18.0156))
  }

  @Test func rangesAreComparedInTheUnitOfTheValue() throws {
    let element = try element(
      from: "2025-01-06T08:00", targets: [Target(.within(36...38), units: "Cel")])
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .window, element)],
      outcomes: [
        try event("2025-01-06T08:00", value: 98.6, units: "°F"),
        try event("2025-01-07T08:00", value: 102.2, units: "°F"),
      ])
    let series = try record.values(AdherenceQuery(try days("2025-01-06", "2025-01-08")))
    #expect(series.map(\.scope.units) == ["°F"])
    #expect(series[0].summary.shareInRange == 0.5)
    // 38 °C are 100.4 °F: half of the way.
    #expect(series[0].summary.timeInRange.map { abs($0 - 0.5) < 1e-4 } == true)
  }
}

// Values below 0.
extension UnitConversionsTests {
  @Test func valuesBelowZeroAreValues() {
    let mood = [Target(.within(-2...2))]
    #expect(Scoring.reached.progress(of: [number(-1, nil)], against: mood) == 1)
    #expect(Scoring.reached.progress(of: [number(-3, nil)], against: mood) == 0)
    let loss = [Target(.atMost(.number(-0.5)), units: "kg")]
    #expect(Scoring.reached.progress(of: [number(-700, "g")], against: loss) == 1)
    #expect(Scoring.reached.progress(of: [number(-0.3, "kg")], against: loss) == 0)
    #expect(
      Scoring.summed.progress(of: [number(-0.4, "kg"), number(-0.2, "kg")], against: loss) == 1)
    #expect(Scoring.summed.progress(of: [number(-0.4, "kg")], against: loss) == 0)
    #expect(
      Scoring.summed.progress(of: [number(5, nil), number(-2, nil)], against: [Target(6)]) == 0.5)
    #expect(Scoring.summed.progress(of: [number(-2, nil)], against: [Target(6)]) == 0)
    #expect(Scoring.summed.progress(of: [number(-2.5, nil)], against: mood) == 0)
    #expect(Scoring.summed.progress(of: [number(-2, nil)], against: mood) == 1)
  }

  /// Counted, listed, with and without keys: values that a target rejects are in no sum, and are counted.
  @Test func valuesRejectedByATargetAreCounted() throws {
    var water = Target(1500, units: "mL")
    for isNonNegative in [false, true] {
      water.isNonNegative = isNonNegative
      let element = try element(from: "2025-01-06T08:00", targets: [water])
      for key in ["tablet/2025-01-06T08:00:00", nil] {
        let outcomes = [1000, -200, 500].map { amount in
          Outcome(
            task: "tablet", key: key.flatMap(OccurrenceKey.init),
            time: Instant("2025-01-06T09:00:00Z"),
            values: [number(amount, "mL")])
        }
        let record = CareRecord(
          patient: try patient(), tasks: [task("tablet", .window, element)], outcomes: outcomes)
        var query = AdherenceQuery(try days("2025-01-06", "2025-01-07"))
        query.scoring = .summed
        let day = record.adherence(query).total.periods[0]
        #expect(day.valueSum == (isNonNegative ? 1500 : 1300))
        #expect(day.uncredited == (isNonNegative ? 1 : 0))
        #expect(day.done == (isNonNegative ? 1 : 0))
      }
    }
  }
}
