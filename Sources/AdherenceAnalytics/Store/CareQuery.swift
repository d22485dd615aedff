public import Scheduling

/// What is asked of a store: which patients, and what of their records.
///
/// It has CareKit's queries as its parts. A part without filters chooses everything, and so does the
/// empty query:
///
///     var query = CareQuery(patients: PatientQuery(ids: ["ann"]))
///     query.tasks.groups = ["medication"]
///     query.outcomes.tasks = ["tablet"]
///     for await record in await store.records(matching: query) {
///       print(record.patient.id, record.tasks.count, record.outcomes.count)  // ann 0 2
///     }
///
/// The parts do not depend on each other: a record keeps the outcomes of tasks that are not chosen. Leave
/// the ranges of tasks, outcomes and patients open where records are to be evaluated, for that takes
/// all versions.
public struct CareQuery: Hashable, Sendable {
  /// Whose records.
  public var patients: PatientQuery
  /// Which of their care plans.
  public var carePlans = CarePlanQuery()
  /// Which of their contacts.
  public var contacts = ContactQuery()
  /// Which of their tasks.
  public var tasks = TaskQuery()
  /// Which of their outcomes.
  public var outcomes = OutcomeQuery()
  /// What records are to hold; the patient is always in it.
  public var kinds: Set<CareKind>
  /// The moment whose knowledge counts: what was recorded after it is left out, wherever it holds.
  public var asKnownAt: Instant?
  /// The share of the chosen patients to return, taken after all else.
  public var partition: Partition?

  /// Asks for the whole records of patients, or for parts of them.
  public init(
    patients: PatientQuery = PatientQuery(), kinds: Set<CareKind> = Set(CareKind.allCases),
    asKnownAt: Instant? = nil
  ) {
    self.patients = patients
    self.kinds = kinds
    self.asKnownAt = asKnownAt
  }
}
