import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling
import TestSampling
import TestSupport
import Testing

/// The signals of all patients of `Datasets/monitoring` against an independent reference.
@Suite struct SignalsGoldenTests {
  @Test(arguments: Reference.names)
  func everySignalOfEveryPatient(_ name: String) throws {
    let reference = try Reference(name)
    let cohort = try MonitoringCohort.shared(asOf: reference.asOf)
    let patients = reference.patients.sampled(MonitoringCohort.sample)
    try #require(cohort.patients.count == patients.count && reference.patients.count == 200)
    let scratch = SignalScratch()
    var compared = 0
    for (patient, expected) in zip(cohort.patients, patients) {
      let course = try #require(patient.courses["med"])
      let ours = try SignalInputs(course).asReference(scratch, treatment: treatment(patient))
      let theirs = Dictionary(uniqueKeysWithValues: ours.keys.map { ($0, expected[$0] ?? "?") })
      let found = Dictionary(Leaf.all(of: ours).map { ($0.path, $0.value) }) { $1 }
      for leaf in Leaf.all(of: theirs) where !leaf.isOfNoMeasure {
        compared += 1
        let id = patient.record.patient.id
        let value = try #require(found[leaf.path], "\(id) \(leaf.path) is not there")
        #expect(isSame(value, leaf.value), "\(id) \(leaf.path): \(value), not \(leaf.value)")
      }
    }
    #expect(compared > (isExhaustive ? 10_000 : 1_900))
  }

  /// The days from the first event to the end of treatment.
  private func treatment(_ patient: MonitoringCohort.Patient) throws -> ClosedRange<Int32>? {
    guard let phases = patient.measures["med"]?.phases, let end = phases.course.value?.end else {
      return nil
    }
    let first = try #require(phases.first)
    return Int32(first.dayNumber)...Int32(end.dayNumber)
  }

  private func isSame(_ ours: Leaf.Value, _ theirs: Leaf.Value) -> Bool {
    if case (.number(let a), .number(let b)) = (ours, theirs) { return isClose(a, b) }
    return ours == theirs
  }
}
