package import AdherenceAnalytics
package import AdherenceStatistics
import Foundation
import Scheduling
import Synchronization
import TestSampling
import Testing

/// The patients of `Datasets/monitoring` at some time, with plans in local time.
///
/// They are a sample, unless all are asked for or the run is exhaustive.
///
/// Treatment starts on the first day of the plan, as in the reference, rather than on that of the
/// first dose, which a day boundary of 03:00 may move to the day before.
///
/// A dose planned for 02:30 is taken at 03:30 in the night in which clocks are set forward. It
/// belongs to the day before here, according to the plan, and to that day in the reference,
/// according to local time. If the plan itself has 03:30 both agree.
package struct MonitoringCohort {
  /// A patient with the courses of the tasks.
  package struct Patient {
    package var record: CareRecord
    package var query: AdherenceQuery
    package var summary: PatientSummary
    package var courses: [String: TaskCourse] = [:]
    package var measures: [String: TaskMeasures] = [:]
    /// The measures by planned times.
    package var byNominal = TaskMeasures()
  }

  package var patients: [Patient] = []
  package var collection = CohortCollection(MeasureParameters())

  /// The number of patients in a sample: of both arms, with one and two tablets a day, some who
  /// stop and some who never start.
  package static let sample = 38

  private static let cohorts = Mutex<[String: MonitoringCohort]>([:])

  /// Returns the patients at a time, evaluated once for all tests.
  package static func shared(asOf: String, whole: Bool = false) throws -> MonitoringCohort {
    try cohorts.withLock { cohorts in
      let whole = whole || isExhaustive
      let key = "\(asOf) \(whole)"
      if let cohort = cohorts[key] { return cohort }
      let records = try monitoredRecords()
      let cohort = try MonitoringCohort(whole ? records : records.sampled(sample), asOf: asOf)
      cohorts[key] = cohort
      return cohort
    }
  }

  private init(_ records: [CareRecord], asOf: String) throws {
    var query = AdherenceQuery(try day("2025-01-01")..<day("2026-02-01"))
    query.asOf = try at(asOf)
    query.dayBoundary = try #require(CivilTime("03:00"))
    var evaluator = AdherenceEvaluator(query)
    let statistics = MeasureEvaluator(
      .ofReference, groups: Set(MeasureGroup.allCases), forCohort: true)
    for record in records {
      let planned = statistics.measures(of: record, by: &evaluator).tasks
      var record = record
      for index in record.tasks.indices {
        try MonitoringCohort.replan(&record.tasks[index].schedule, in: record.patient.zone)
      }
      record.patient.start =
        record.tasks.first { $0.id == "med" }?.schedule.elements.first?.start
        .civil(in: record.patient.zone).date
      var courses: [String: TaskCourse] = [:]
      let compiled = CompiledRecord(record, query)
      let replanned = statistics.evaluate(compiled, by: &evaluator) { course, _, _ in
        courses[course.task] = course
      }.measures
      collection.add(replanned, to: record.patient.group.map { [$0] } ?? [])
      var patient = Patient(
        record: record, query: query, summary: replanned.summary, courses: courses)
      for task in replanned.tasks { patient.measures[task.task] = task }
      patient.byNominal = try #require(planned.first { $0.task == "med" })
      patients.append(patient)
    }
  }

  /// Replaces shifted times in the plan by local times.
  private static func replan(_ schedule: inout Schedule, in zone: Zone) throws {
    let occurrences = try Occurrences(of: schedule, in: zone)
    for row in occurrences.starting(in: .earliest..<(.latest))
    where zone.civil(at: row.start) != occurrences.nominal(of: row) {
      var key = occurrences.key(of: row)
      schedule = schedule.excluding([Schedule.Exclusion(at: key.nominal)])
      key.nominal = zone.civil(at: row.start)
      schedule = schedule.added(key)
    }
  }
}

extension MeasureParameters {
  /// The parameters of the reference, which implies a drug.
  package static let ofReference = {
    var parameters = MeasureParameters()
    parameters.coverageIntervals = 1.5
    parameters.halfLifeIntervals = 1
    parameters.pkThreshold = 0.5
    return parameters
  }()
}

/// The patients of ``MonitoringCohort`` after the end of the data, evaluated once.
package enum FinishedCohort {
  package static let shared = Result { try MonitoringCohort.shared(asOf: "2026-02-01T00:00:00Z") }

  package static func med() throws -> TaskStatistics {
    try #require(statistics.get().tasks.first { $0.task == "med" })
  }

  private static let statistics = shared.map {
    CohortStatistics($0.collection, MeasureParameters())
  }
}
