import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// The parts of a patient's record that have been read so far.
struct PatientParts {
  let patient: StoredPatient
  /// The ids of the tasks by key.
  var taskIDs: [Int64: String] = [:]
  var patients: [Patient] = []
  var carePlans: [CarePlan] = []
  var contacts: [Contact] = []
  var tasks: [CareTask] = []
  var holds: [Hold] = []
  var outcomes = OutcomeTable()
  /// The positions of the outcomes among all rows, if some rows were rejected.
  var places: [Int]?
  var counts = RecordCounts()
  var problems: [InputError] = []

  init(_ patient: StoredPatient) { self.patient = patient }

  /// Rejects a record with missing rows.
  func check() throws(InputError) {
    let kinds = [counts.patients, counts.carePlans, counts.contacts, counts.tasks, counts.holds]
    let found = kinds.reduce(0) { $0 + $1.read }
    guard found != patient.versions else { return }
    throw .damaged("\(found) of \(patient.versions) rows of patient '\(patient.id)' can be read")
  }

  /// Returns the record, which is empty if no version of the patient can be read.
  func entry(_ source: String) -> CohortEntry {
    var own = patients
    for index in own.indices { own[index].id = patient.id }
    var record = CareRecord(patient: own.last ?? Patient(id: patient.id, zone: .utc))
    if own.count > 1 { record.earlierPatients = Array(own.dropLast()) }
    if !own.isEmpty {
      record.carePlans = carePlans
      record.contacts = contacts
      record.tasks = tasks
      record.holds = holds
      record.outcomes = outcomes
    }
    let (number, places) = (patient.number, places)
    return CohortEntry(
      unexamined: record, problems: problems.map { $0.at(source: source) }, counts: counts
    ) { doubt in
      let position = places?[doubt.position] ?? doubt.position
      let place = RowLocation(table: "outcomes", first: number, Int64(position))
      return doubt.error(within: place.row).at(source: source)
    }
  }
}
