import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import TestSampling
import TestSupport
import Testing

/// The patients of `Datasets/monitoring` against an independent reference, `golden/mems`: every
/// field of every patient, at every moment that there is a file for.
@Suite struct MonitoringGoldenTests {
  @Test(arguments: Reference.names)
  func everyFieldOfEveryPatient(_ name: String) throws {
    let reference = try Reference(name)
    let cohort = try MonitoringCohort.shared(asOf: reference.asOf)
    let patients = reference.patients.sampled(MonitoringCohort.sample)
    try #require(cohort.patients.count == patients.count && reference.patients.count == 200)
    var differences: [String: [String]] = [:]
    for (patient, expected) in zip(cohort.patients, patients) {
      for difference in compare(Leaf.all(of: expected), Leaf.all(of: patient.asReference)) {
        let field = difference.prefix { $0 != " " && $0 != "." }
        differences[String(field), default: []].append("\(patient.record.patient.id) \(difference)")
      }
    }
    for (field, list) in differences.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(field): \(list.count) differences, such as \(list.prefix(3))")
    }
  }

  @Test func everyFieldOfTheCohort() throws {
    let reference = try Reference("expected.json")
    try #require(reference.cohort.count == 11)
    let cohort = try MonitoringCohort.shared(asOf: reference.asOf, whole: true)
    let statistics = CohortStatistics(cohort.collection, MeasureParameters(), jobs: 2)
    let doses = try #require(statistics.tasks.first { $0.task == "med" })
    let ours = Leaf.all(of: doses.asReference(cohort.patients))
    let differences = compare(Leaf.all(of: reference.cohort), ours)
    #expect(differences.isEmpty, "\(differences.count) differences: \(differences.prefix(20))")
  }

  /// The key paths at which the result differs from the expected one by more than one part in 10⁹.
  private func compare(_ expected: [Leaf], _ ours: [Leaf]) -> [String] {
    let ours = Dictionary(ours.map { ($0.path, $0.value) }) { $1 }
    return expected.filter { !$0.isOfNoMeasure }.compactMap { leaf in
      guard let found = ours[leaf.path] else { return "\(leaf.path) is not there" }
      if case (.number(let a), .number(let b)) = (leaf.value, found),
        isClose(a, b, within: leaf.tolerance)
      {
        return nil
      }
      return found == leaf.value ? nil : "\(leaf.path) is \(found) and not \(leaf.value)"
    }
  }
}
