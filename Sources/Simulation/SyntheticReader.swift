public import AdherenceAnalytics
public import Diagnostics
import Scheduling

/// A reader that generates the records of a synthetic cohort in reused memory.
public struct SyntheticReader: CohortReader {
  private let cohort: SyntheticCohort
  private let outcomes: OutcomeGenerator

  init(_ cohort: SyntheticCohort) {
    self.cohort = cohort
    outcomes = OutcomeGenerator(until: cohort.range.upperBound)
  }

  /// Generates the records at consecutive indices, in order.
  ///
  /// - Precondition: The indices are within the cohort.
  /// - Complexity: O(*n*) for *n* outcomes, regardless of the other patients.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    for place in places { try body(entry(at: place)) }
  }

  private func entry(at place: Int) -> CohortEntry {
    var random = RandomNumbers(seed: cohort.seed, stream: UInt64(place))
    let traits = Traits(
      in: cohort.range, zones: cohort.zones, steadyRate: cohort.steadyRate, &random)
    var record = CareRecord(
      patient: traits.patient(id: cohort.patientIDs[place], in: zone(of: traits)),
      tasks: traits.tasks, holds: traits.holds)
    record.outcomes = outcomes.table(of: traits, record, &random)
    var counts = RecordCounts()
    counts.patients.read = 1
    counts.tasks.read = record.tasks.count
    counts.outcomes.read = record.outcomes.count
    counts.holds.read = record.holds.count
    return CohortEntry(record, counts: counts)
  }

  private func zone(of traits: Traits) -> Zone {
    traits.journey.map { cohort.zones.zone(of: traits.home, away: $0) } ?? traits.home
  }
}
