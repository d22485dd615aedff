import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSampling
import TestSupport
import Testing

@Suite struct RefillWorkTests {
  static let measures: [RefillMeasure] = [
    .cma1, .cma2, .cma3, .cma4, .cma5, .cma6, .cma7, .cma8, .cma9,
  ]

  /// Three fills of 30 days on days 0, 20 and 80 of 100.
  private func record() throws -> RefillRecord {
    let start = try day("2030-01-01")
    return RefillRecord(
      patient: "1", fills: [0, 20, 80].map { Fill(start.adding(days: $0), days: 30) })
  }

  private func query(_ days: Int) -> RefillQuery {
    var query = RefillQuery()
    query.followUp.length = ISODuration(days: days)
    query.observation.length = ISODuration(days: days)
    return query
  }

  private static let byHand: [(measure: RefillMeasure, value: Double)] = [
    (.cma1, 0.75), (.cma2, 0.9), (.cma3, 0.75), (.cma4, 0.9),
    // Ten days are left on day 20, so that the second fill lasts to day 60.
    (.cma5, 0.75), (.cma6, 0.8), (.cma7, 0.8), (.cma8, 0.8), (.cma9, 0.8),
  ]

  @Test(arguments: byHand)
  func worksOutByHand(_ measure: RefillMeasure, _ value: Double) throws {
    let evaluator = RefillEvaluator(query(100))
    #expect(isClose(evaluator.value(of: measure, in: try record()), value))
  }

  @Test func severalMeasuresAreTheSameAsEach() throws {
    let evaluator = RefillEvaluator(query(100))
    let record = try record()
    let values = evaluator.values(of: RefillMeasure.allCases, in: record)
    #expect(values == RefillMeasure.allCases.map { evaluator.value(of: $0, in: record) })
  }

  @Test(arguments: (0..<200 as Range<UInt64>).sampled(50))
  func agreesWithTheDefinitions(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    for rule in [
      CarryOver(), CarryOver(onlyForSameDrug: true), CarryOver(considersDose: true),
      CarryOver(onlyForSameDrug: true, considersDose: true),
    ] {
      for (start, days) in [(0, 300), (0, 90), (45, 180), (120, 30)] {
        var query = query(300)
        query.observation = RefillWindow(
          .after(ISODuration(days: start)), length: ISODuration(days: days))
        query.carryOver = rule
        let evaluator = RefillEvaluator(query)
        let windows = try #require(evaluator.windows(of: record).value)
        let naive = NaiveRefills(record, windows, rule)
        for measure in RefillWorkTests.measures {
          let ours = evaluator.value(of: measure, in: record)
          #expect(isClose(ours, naive.value(measure)), "\(measure) \(start) \(days) \(rule)")
        }
      }
    }
  }

  @Test(arguments: (0..<50 as Range<UInt64>).sampled(12))
  func slidingWindowsAreWindows(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    var query = query(300)
    query.sliding = SlidingWindows(
      start: ISODuration(days: 10), length: ISODuration(months: 2), step: ISODuration(days: 25))
    // Days covered carry supply into windows, of which another test tells.
    for measure in RefillMeasure.allCases where measure != .pdc {
      let windows = try #require(
        RefillEvaluator(query).slidingValues(of: measure, in: record).value)
      #expect(windows.count == (290 - 60) / 25 + 1)
      for (index, window) in windows.enumerated() {
        var single = query
        single.observation = RefillWindow(
          .after(ISODuration(days: 10 + 25 * index)), length: ISODuration(days: 60))
        #expect(RefillEvaluator(single).value(of: measure, in: record) == window.value)
      }
    }
  }

  @Test(arguments: (0..<50 as Range<UInt64>).sampled(12))
  func rowsAreAsDefined(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    var query = query(300)
    query.observation = RefillWindow(.after(ISODuration(days: 60)), length: ISODuration(days: 120))
    query.carryOver = CarryOver(onlyForSameDrug: true, considersDose: true)
    let evaluator = RefillEvaluator(query)
    let naive = NaiveRefills(
      record, try #require(evaluator.windows(of: record).value), query.carryOver)
    let end = Double(naive.end.dayNumber)
    for carryingIn in [false, true] {
      let fills = carryingIn ? naive.fills.filter { $0.date <= naive.end } : naive.inside
      let rows = try #require(evaluator.intervals(of: record, carryingIn: carryingIn).value)
      #expect(rows.map(\.fill) == fills)
      for (row, expected) in zip(rows, naive.rows(fills, until: end)) {
        #expect(isClose(row.carriedOver, expected.carried))
        #expect(isClose(row.gap, expected.gap))
        #expect(row.days == expected.next - Double(expected.fill.date.dayNumber))
      }
    }
  }

  @Test func noWindowFits() throws {
    var query = query(100)
    query.sliding.length = ISODuration(days: 101)
    let values = RefillEvaluator(query).slidingValues(of: .cma7, in: try record())
    #expect(values == .missing(.tooFew))
  }
}
