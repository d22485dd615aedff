import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct CompositeAdherenceTests {
  /// A tablet three times a day, all taken on the first of two days, and a walk of 30 minutes on the second,
  /// of which 15 were done: days of 3 / 3 and 0.5 / 4.
  private func record() throws -> CareRecord {
    let tablet = try element(
      from: "2025-01-01T08:00", at: ["08:00", "14:00", "20:00"], until: "2025-01-03")
    let walk = try element(
      "walk", from: "2025-01-02T17:00", every: nil, targets: [ScheduleElement.Target(30)])
    var exercise = task("exercise", .keyed, walk)
    exercise.scoring = .summed
    return CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet), exercise],
      outcomes: try ["08", "14", "20"].map { try outcome("tablet/2025-01-01T\($0):00") } + [
        try outcome("walk/2025-01-02T17:00", of: "exercise", value: 15)
      ])
  }

  @Test func threeWaysToOneNumber() throws {
    var query = AdherenceQuery(try days("2025-01-01", "2025-01-04"))
    query.numerator = .progress
    let composite = try record().composite(query)
    #expect(composite.pooledOverTasks == 0.5)
    #expect(composite.meanOfTaskRatios == 0.5)
    #expect(composite.dailyMean == 0.5625)
    #expect(composite.days == 2)
    #expect(composite.completeDays == 1)
  }

  @Test func completedCountsNoHalves() throws {
    let query = AdherenceQuery(try days("2025-01-01", "2025-01-04"))
    let composite = try record().composite(query)
    #expect(composite.pooledOverTasks == 3.0 / 7)
    #expect(composite.meanOfTaskRatios == 0.25)
    #expect(composite.dailyMean == 0.5625)
  }

  @Test func tasksThatDoNotImpactAreInNone() throws {
    var record = try record()
    record.tasks[1].impactsAdherence = false
    let composite = record.composite(AdherenceQuery(try days("2025-01-01", "2025-01-04")))
    #expect(composite.pooledOverTasks == 0.5)
    #expect(composite.meanOfTaskRatios == 0.5)
    #expect(composite.dailyMean == 0.5)
  }

  @Test func nothingDueIsNil() throws {
    let composite = try record().composite(AdherenceQuery(try days("2025-02-01", "2025-02-04")))
    #expect(composite.pooledOverTasks == nil)
    #expect(composite.meanOfTaskRatios == nil)
    #expect(composite.dailyMean == nil)
    #expect(composite.days == 0)
  }

  /// Six sixths are one: completeness of a day is determined by counts.
  @Test(arguments: 1...24) func aDayOfManyPartsIsComplete(parts: Int) throws {
    let times = (0..<parts).map { "\($0 < 10 ? "0" : "")\($0):00" }
    let tablet = try element(from: "2025-01-01T00:00", at: times, until: "2025-01-02")
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet)],
      outcomes: try times.map { try outcome("tablet/2025-01-01T\($0)") })
    let composite = record.composite(AdherenceQuery(try days("2025-01-01", "2025-01-02")))
    #expect(composite.dailyMean == 1)
    #expect(composite.completeDays == 1)
  }
}
