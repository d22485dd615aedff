package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The parts of a patient's record that have been read so far.
package struct PatientParts {
  package let patient: StoredPatient
  /// The ids of the tasks by key.
  package var taskIDs: [Int64: String] = [:]
  package var patients: [Patient] = []
  package var carePlans: [CarePlan] = []
  package var contacts: [Contact] = []
  package var tasks: [CareTask] = []
  package var holds: [Hold] = []
  package var namedEvents: [NamedEvent] = []
  package var outcomes = OutcomeTable()
  package var counts = RecordCounts()
  package var problems: [InputError] = []

  package init(_ patient: StoredPatient) { self.patient = patient }

  /// Rejects a record with missing rows.
  package func check() throws(InputError) {
    let kinds = [
      counts.patients, counts.carePlans, counts.contacts, counts.tasks, counts.holds,
      counts.namedEvents,
    ]
    let found = kinds.reduce(0) { $0 + $1.read }
    guard found != patient.versions else { return }
    throw .damaged("\(found) of \(patient.versions) rows of patient '\(patient.id)' can be read")
  }

  /// Returns the record, which is empty if no version of the patient can be read.
  ///
  /// - Parameter source: The store's name in error messages.
  /// - Returns: The record with its problems.
  package func entry(_ source: String) -> CohortEntry {
    let record = record
    return CohortEntry(
      unexamined: record, problems: problems.map { $0.at(source: source) }, counts: counts
    ) { doubt in doubt.error(in: record).at(source: source) }
  }

  private var record: CareRecord {
    var own = patients
    for index in own.indices { own[index].id = patient.id }
    guard let newest = own.popLast() else {
      return CareRecord(patient: Patient(id: patient.id, zone: .utc))
    }
    var record = CareRecord(patient: newest)
    record.earlierPatients = own
    record.carePlans = carePlans
    record.contacts = contacts
    record.tasks = tasks
    record.holds = holds
    record.namedEvents = namedEvents
    record.outcomes = outcomes
    return record
  }
}
