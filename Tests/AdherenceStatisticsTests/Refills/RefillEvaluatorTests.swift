import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

@Suite struct RefillEvaluatorTests {
  private func query() -> RefillQuery {
    var query = RefillQuery()
    query.followUp.length = ISODuration(days: 300)
    query.observation = RefillWindow(.after(ISODuration(days: 30)), length: ISODuration(days: 200))
    query.carryOver = CarryOver(onlyForSameDrug: true, considersDose: true)
    query.episodes = EpisodeRules(permissibleGap: .percent(50))
    query.episodes.drugChangeBegins = true
    return query
  }

  /// All that is found of a patient.
  private struct Findings: Equatable {
    var values: [Estimate<Double>]
    var episodes: Estimate<[TreatmentEpisode]>
    var intervals: Estimate<[FillInterval]>
    var sliding: Estimate<[WindowValue]>
    var parts: Estimate<[EpisodeValue]>
    var combined: Estimate<Double>
    var daily: Estimate<Double>

    init(_ evaluator: RefillEvaluator, _ record: RefillRecord) {
      values = evaluator.values(of: RefillMeasure.allCases, in: record)
      episodes = evaluator.episodes(of: record)
      intervals = evaluator.intervals(of: record)
      sliding = evaluator.slidingValues(of: .cma7, in: record)
      parts = evaluator.episodeValues(of: .cma6, in: record)
      combined = evaluator.combinedValue(of: .cma9, in: record.byClass, by: .mean)
      daily = evaluator.combinedDailyValue(of: .cma7, in: record.byClass, by: .mean)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func orderOfFillsIsOfNoAccount(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    var shuffled = record
    shuffled.fills.shuffle(using: &world.random)
    let evaluator = RefillEvaluator(query())
    #expect(Findings(evaluator, record) == Findings(evaluator, shuffled))
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func datesMayMove(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    var moved = record
    for index in moved.fills.indices {
      moved.fills[index].date = moved.fills[index].date.adding(days: 12_345)
    }
    let evaluator = RefillEvaluator(query())
    #expect(
      evaluator.values(of: RefillMeasure.allCases, in: record)
        == evaluator.values(of: RefillMeasure.allCases, in: moved))
    let (before, after) = (evaluator.episodes(of: record), evaluator.episodes(of: moved))
    #expect(before.map { $0.map(\.days) } == after.map { $0.map(\.days) })
    #expect(before.map { $0.map(\.gap) } == after.map { $0.map(\.gap) })
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func sharesAreShares(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    let evaluator = RefillEvaluator(query())
    let shares: [RefillMeasure] = [
      .pdc, .mprCapped, .cma3, .cma4, .cma5, .cma6, .cma7, .cma8, .cma9,
    ]
    for measure in shares {
      if let value = evaluator.value(of: measure, in: record).value {
        #expect(0...1 ~= value, "\(measure)")
      }
    }
  }

  /// More supply never means less adherence, where all of it is carried over.
  @Test(arguments: 0..<100 as Range<UInt64>) func moreSupplyIsNoLess(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    var more = record
    let index = Int.random(in: 0..<more.fills.count, using: &world.random)
    more.fills[index].days += 15
    var query = query()
    query.carryOver = CarryOver()
    let evaluator = RefillEvaluator(query)
    for measure in [RefillMeasure.pdc, .mpr, .cma2, .cma4, .cma5, .cma6, .cma7] {
      let (less, value) = (
        evaluator.value(of: measure, in: record), evaluator.value(of: measure, in: more)
      )
      #expect(less.reason == value.reason)
      #expect((less.value ?? 0) <= (value.value ?? 0) + 1e-12, "\(measure)")
    }
  }

  /// Patients who cannot be measured leave no trace with the next one.
  @Test(arguments: 0..<50 as Range<UInt64>) func badPatientsAreAlone(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    let expected = Findings(RefillEvaluator(query()), record)
    let evaluator = RefillEvaluator(query())
    let long = RefillRecord(
      patient: "2", fills: try (0..<400).map { Fill(try day("2020-01-01"), days: Double($0)) })
    #expect(evaluator.value(of: .cma1, in: long) == .missing(.tooFew))
    #expect(Findings(evaluator, record) == expected)
    let none = RefillRecord(patient: "3", fills: [])
    #expect(
      evaluator.values(of: RefillMeasure.allCases, in: none).allSatisfy {
        $0 == .missing(.noSupply)
      })
    #expect(Findings(evaluator, record) == expected)
    for days in [-1, .nan, .infinity] {
      var bad = record
      bad.fills[0].days = days
      #expect(
        evaluator.values(of: RefillMeasure.allCases, in: bad).allSatisfy {
          $0 == .missing(.invalidSupply)
        })
      #expect(
        evaluator.combinedValue(of: .cma7, in: bad.byClass, by: .mean) == .missing(.invalidSupply))
      #expect(Findings(evaluator, record) == expected)
    }
  }
}
