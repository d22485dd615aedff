import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// Days covered in windows that move: supply is carried into later windows.
@Suite struct SlidingCoverageTests {
  /// The days with supply of the whole observation, from its first fill on, day by day.
  private func covered(_ record: RefillRecord, _ days: Range<Int>) -> [Int: Bool] {
    let fills = record.fills.filter { days.contains($0.date.dayNumber) }
    guard let first = fills.map(\.date.dayNumber).min() else { return [:] }
    var (stock, covered): ([[String?]: Double], [Int: Bool]) = ([:], [:])
    for day in first..<days.upperBound {
      for fill in fills where fill.date.dayNumber == day {
        stock[[fill.drugClass, fill.drug], default: 0] += fill.days
      }
      let date = CivilDate(dayNumber: day)
      if record.stays.contains(where: { $0.days.contains(date) }) { continue }
      let supplied = stock.filter { $0.value > 0 }.keys
      for name in supplied { stock[name, default: 0] -= 1 }
      covered[day] = !supplied.isEmpty
    }
    return covered
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func agreesDayByDay(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    var record = try world.record()
    record.stays = try world.stays()
    var query = RefillQuery()
    query.observation = RefillWindow(.after(ISODuration(days: 40)), length: ISODuration(days: 400))
    query.sliding = SlidingWindows(length: ISODuration(days: 60), step: ISODuration(days: 25))
    let evaluator = RefillEvaluator(query)
    let window = try #require(evaluator.windows(of: record).value).observation
    let days = window.lowerBound.dayNumber..<window.upperBound.dayNumber
    let covered = covered(record, days)
    let values = try #require(evaluator.slidingValues(of: .pdc, in: record).value)
    for value in values {
      let own = (value.start.dayNumber..<value.end.dayNumber).compactMap { covered[$0] }
      if own.isEmpty {
        #expect(value.value.value == nil)
      } else {
        #expect(isClose(value.value, Double(own.count(where: \.self)) / Double(own.count)))
      }
    }
  }

  /// A fill of 90 days covers the second window, in which there is none.
  @Test func supplyIsCarriedIntoAWindow() throws {
    let start = try day("2030-01-01")
    let record = RefillRecord(patient: "1", fills: [Fill(start, days: 90)])
    var query = RefillQuery()
    query.observation.length = ISODuration(days: 120)
    query.sliding = SlidingWindows(length: ISODuration(days: 60), step: ISODuration(days: 60))
    for measure in [RefillMeasure.pdc, .cma7] {
      let values = RefillEvaluator(query).slidingValues(of: measure, in: record)
      #expect(values.map { $0.map(\.value) } == .value([.value(1), .value(0.5)]))
    }
  }

  @Test func aWindowBeforeTheFirstFillHasNoValue() throws {
    let start = try day("2030-01-01")
    let record = RefillRecord(patient: "1", fills: [Fill(start.adding(days: 70), days: 20)])
    var query = RefillQuery()
    query.followUp = RefillWindow(.on(start), length: ISODuration(days: 120))
    query.observation = query.followUp
    query.sliding = SlidingWindows(length: ISODuration(days: 60), step: ISODuration(days: 60))
    let values = RefillEvaluator(query).slidingValues(of: .pdc, in: record)
    #expect(values.map { $0.map(\.value) } == .value([.missing(.noSupply), .value(0.4)]))
  }
}
