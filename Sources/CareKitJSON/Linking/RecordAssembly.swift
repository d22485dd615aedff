import AdherenceAnalytics
import Diagnostics
import Scheduling

/// Assembles the record of one patient.
struct RecordAssembly {
  let pool: EntityPool
  let sources: [String]
  var drafts: PatientDrafts
  var record: CareRecord
  /// The number of events that may still be enumerated.
  var budget: Int
  /// The location of each outcome of the record.
  var locations: [EntityLocation] = []
  var versions: Set<VersionIdentity> = []
  /// The last version of each care plan.
  var plans: [String: String] = [:]
  /// The elements of tasks with valid schedules, by version identity.
  var elements: [String: (id: String, elements: [ElementFacts])] = [:]

  init(
    _ drafts: PatientDrafts, _ stranger: Patient, _ pool: EntityPool, _ sources: [String],
    budget: Int
  ) {
    (self.pool, self.sources, self.drafts, self.budget) = (pool, sources, drafts, budget)
    record = CareRecord(patient: stranger)
  }

  /// Returns the record and its problems.
  mutating func entry() -> CohortEntry {
    addPatients()
    addPlans()
    addContacts()
    addTasks()
    addOutcomes()
    let (locations, sources) = (locations, sources)
    return CohortEntry(
      unexamined: record, problems: drafts.problems.problems, counts: drafts.counts
    ) { warning in
      var error = warning.error
      error.field = RecordAssembly.fields[error.field ?? ""] ?? error.field
      return error.at(locations[warning.position], of: sources)
    }
  }

  /// The CareKit fields for warnings about record fields.
  private static let fields = [
    "nominal": "taskOccurrenceIndex", "units": "values", "time": "values",
  ]
}

// Problems.
extension RecordAssembly {
  mutating func count(
    _ kind: WritableKeyPath<RecordCounts, ReadCount>, _ location: EntityLocation,
    _ body: (inout RecordAssembly) throws(InputError) -> Void
  ) {
    drafts.counts[keyPath: kind].read += 1
    do throws(InputError) {
      try body(&self)
    } catch {
      drafts.counts[keyPath: kind].rejected += 1
      report(error, location)
    }
  }

  mutating func claim(
    _ identity: VersionIdentity, _ kind: String, _ id: String
  ) throws(InputError) {
    guard versions.insert(identity).inserted else {
      throw InputError(.overlappingVersions(kind: kind, id: id), field: "effectiveDate")
    }
  }

  mutating func report(_ error: InputError, _ location: EntityLocation) {
    drafts.problems.append(error.at(location, of: sources))
  }

  mutating func report<Record>(forksOf chain: VersionChain<Record>) {
    for index in chain.forks {
      report(
        InputError(.against(.fork, text: ""), field: "previousVersionUUIDs"),
        chain.versions[index].location)
    }
  }
}
