public import Scheduling

/// A query of a store: which patients, and which of their data.
///
/// Its parts correspond to CareKit's queries. A part without filters matches everything, and so does the
/// empty query:
///
///     var query = CareQuery(patients: PatientQuery(ids: ["ann"]))
///     query.tasks.groups = ["medication"]
///     query.outcomes.tasks = ["tablet"]
///     for await record in await store.records(matching: query) {
///       print(record.patient.id, record.tasks.count, record.outcomes.count)  // ann 0 2
///     }
///
/// The parts are independent: a record includes the outcomes of tasks that do not match. Leave the ranges of
/// tasks, outcomes and patients unset for records to be evaluated, since evaluation needs all versions.
public struct CareQuery: Hashable, Sendable {
  /// The patients.
  public var patients: PatientQuery
  /// The filter of care plans.
  public var carePlans = CarePlanQuery()
  /// The filter of contacts.
  public var contacts = ContactQuery()
  /// The filter of tasks.
  public var tasks = TaskQuery()
  /// The filter of outcomes.
  public var outcomes = OutcomeQuery()
  /// The kinds of data to include; the patient is always included.
  public var kinds: Set<CareKind>
  /// The knowledge cutoff: versions recorded later are omitted, whatever their effective time.
  public var asKnownAt: Instant?
  /// The share of the matching patients to return, applied last.
  public var partition: Partition?

  /// Creates a query of whole records, or of parts of them.
  public init(
    patients: PatientQuery = PatientQuery(), kinds: Set<CareKind> = Set(CareKind.allCases),
    asKnownAt: Instant? = nil
  ) {
    self.patients = patients
    self.kinds = kinds
    self.asKnownAt = asKnownAt
  }
}
