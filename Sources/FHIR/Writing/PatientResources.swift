import AdherenceAnalytics
import Diagnostics
import Scheduling

/// The resources of one patient's record.
struct PatientResources {
  let content: FHIRContent
  /// The record as of the query's knowledge cutoff.
  let record: CareRecord
  let answer: PatientAdherence
  let moments: QueryMoments
  let name: ResourceName
  let tasks: [WrittenTask]
  /// The last versions of the care plans, in order of first appearance.
  let carePlans: [CarePlan]
  var lines: ResourceLines
  /// What FHIR cannot represent.
  var problems: [InputError] = []
  /// The omitted requests, which must not be referenced.
  var refused: Set<ResourceName> = []

  init(
    _ compiled: CompiledRecord, _ answer: PatientAdherence, _ content: FHIRContent,
    into lines: ResourceLines
  ) {
    (self.content, self.answer, self.lines) = (content, answer, lines)
    (record, moments) = (compiled.record, compiled.moments)
    let patient = record.patient
    name = ResourceName(type: .patient, id: ResourceID(patient.id))
    let zone = moments.zone
    carePlans = record.carePlans.byID.compactMap { $0.inForce(in: zone).last?.record }
    let ends = Dictionary(
      carePlans.map { ($0.id, $0.deletedAt) }, uniquingKeysWith: { first, _ in first })
    tasks = record.tasks.byID.map { [holds = record.holds] versions in
      WrittenTask(
        versions.inForce(in: zone), of: patient, planEnd: { ends[$0] ?? nil },
        holds: holds, zone)
    }
  }

  /// Writes the requested content.
  mutating func write() {
    if content.hasRecords { writeRecord() }
    if content.hasAdherence { writeAdherence() }
    if let measure = content.measure { writeReports(of: measure) }
  }

  private mutating func writeRecord() {
    writePatient()
    var requests: [String: [ResourceName]] = [:]
    for task in tasks {
      let written = writeRequests(of: task)
      if let plan = task.last.carePlan { requests[plan, default: []] += written }
    }
    for plan in carePlans { write(plan, requests[plan.id] ?? []) }
    writeEvents()
    writeNamedEvents()
  }

  /// Reports a problem with a task.
  mutating func note(_ problem: InputError.Problem, of task: String, _ field: String = "") {
    problems.append(
      InputError(problem, field: "task \(task)\(field)", source: "patient \(record.patient.id)"))
  }

  /// Returns a moment as a FHIR `dateTime` in the patient's time zone.
  func text(_ moment: LocalOrInstant) -> String { moment.fhirText(in: moments.zone) }
}

extension Array where Element: VersionedRecord {
  /// The versions grouped by id, in order of first appearance.
  var byID: [[Element]] {
    var indices: [String: Int] = [:]
    var versions: [[Element]] = []
    for record in self {
      if let index = indices[record.id] {
        versions[index].append(record)
      } else {
        indices[record.id] = versions.count
        versions.append([record])
      }
    }
    return versions
  }
}
