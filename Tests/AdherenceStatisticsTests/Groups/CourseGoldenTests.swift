import AdherenceAnalytics
import Scheduling
import Testing

@testable import AdherenceStatistics

/// The cohort's course by weeks and days from the start, from the records themselves, against the
/// reference.
@Suite struct CourseGoldenTests {
  private static let reference = CohortReference.golden

  /// The patients' weeks and days from the first day of the plan, which the reference counts from, and
  /// not from the first dose, which a day boundary of 03:00 may put on the day before.
  private static let times = Result {
    var days = DoseDays()
    return try MonitoringCohort(asOf: "2025-12-31T22:00:00Z").patients.map { patient in
      let task = try #require(patient.record.tasks.first { $0.id == "med" })
      let start = task.schedule.elements[0].start.civil(in: patient.record.patient.zone).date
      days.take(try #require(patient.courses["med"]))
      return TreatmentWeeks(days, from: start.dayNumber, hours: [])
    }
  }

  @Test func relativeWeeks() throws {
    let times = try Self.times.get()
    for expected in try Self.reference.get().cohort.relativeWeeks {
      let week = expected.week
      let counts = times.compactMap { time in
        time.expected.indices.contains(week) && time.expected[week] > 0
          ? AdherenceCount(taken: time.taken[week], expected: time.expected[week]) : nil
      }
      let ours = CohortSummary(counts)
      #expect(ours.evaluable == expected.patients && ours.pooled.expected == expected.expected)
      #expect(isClose(ours.pooled.ratio, expected.pooled), "\(week)")
      #expect(isClose(ours.mean, expected.mean), "\(week)")
      let root = Double(ours.evaluable).squareRoot()
      #expect(isClose(ours.standardDeviation.map { $0 / root }, expected.se), "\(week)")
      #expect(isClose(ours.quantile(0.25), expected.q25), "\(week)")
      #expect(isClose(ours.quantile(0.5), expected.median), "\(week)")
      #expect(isClose(ours.quantile(0.75), expected.q75), "\(week)")
    }
  }

  @Test func proportionOfPatientsCovered() throws {
    var ours = ProportionCovered()
    for time in try Self.times.get() {
      for day in time.days { ours.add(day: day.number, isCovered: day.isCovered) }
    }
    let intervals = ProportionIntervals()
    for expected in try Self.reference.get().cohort.proportionOfPatientsCovered {
      #expect(ours.observed[expected.day] == expected.observed, "\(expected.day)")
      #expect(ours.covered[expected.day] == expected.covered, "\(expected.day)")
      #expect(isClose(ours.share(on: expected.day), expected.share), "\(expected.day)")
      if let wilson = expected.wilson {
        #expect(isClose(ours.interval(on: expected.day, intervals), wilson), "\(expected.day)")
      }
    }
  }

  @Test func trajectories() throws {
    let reference = try Self.reference.get()
    let expected = reference.cohort.kmeans
    let rows = zip(reference.patients, try Self.times.get()).filter { _, time in
      time.expected.count >= expected.weeks
        && time.expected.prefix(expected.weeks).allSatisfy { $0 > 0 }
    }
    try #require(rows.map(\.0.id) == expected.patients)
    let weeks = rows.map { _, time in
      (0..<expected.weeks).map { Double(time.taken[$0]) / Double(time.expected[$0]) as Double? }
    }
    let ours = try #require(TrajectoryClusters.find(expected.K, in: weeks).value)
    #expect(ours.starts.map { expected.patients[$0] } == expected.start)
    #expect(ours.labels == expected.labels && ours.sizes == expected.sizes)
    #expect(isClose(ours.withinSquares, expected.withinSS))
    #expect(ours.iterations == expected.iterations)
    for (ours, expected) in zip(ours.centroids, expected.centroids) {
      for (ours, expected) in zip(ours, expected) { #expect(isClose(ours, expected)) }
    }
  }
}
