public import AdherenceAnalytics
public import Diagnostics
import Formats
import Interchange
import Scheduling

/// Reads the records of ``FHIRRecords``, holding one patient in memory at a time.
public struct FHIRReader: CohortReader {
  let records: FHIRRecords
  let resources: ResourceReader
  private(set) var draft = RecordDraft()
  /// For each NDJSON file, the line runs of a window of patients.
  private var windows: [RunCollector] = []

  init(_ records: FHIRRecords) throws(InputError) {
    self.records = records
    let index = records.index
    resources = try ResourceReader(index.files, blockSize: index.options.blockSize)
    for file in index.lines { windows.append(try file.index.runs(from: 0)) }
  }

  /// Reads a range of patients in order.
  ///
  /// - Throws: `InputError` if a file can no longer be read or has changed since it was opened;
  ///   rethrows errors of `body`.
  /// - Complexity: O(*n* log *n*) for *n* resources of the patients. Files that are far from sorted
  ///   by patient need occasional additional passes.
  public mutating func read(
    _ patients: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    for patient in patients { try body(try entry(at: patient)) }
  }
}

extension FHIRReader {
  private mutating func entry(at patient: Int) throws(InputError) -> CohortEntry {
    var findings = Findings()
    let record = try begin(patient, &findings)
    let context = context(of: record.patientZone)
    try readResources(of: patient, context, &findings)
    let resources = resources
    var assembly = RecordAssembly(record, draft) { resources.name(of: $0) }
    assembly.run(holdsStays: records.options.inpatientStays == .hold)
    findings.problems += assembly.problems
    findings.counts.merge(assembly.counts)
    let files = records.index.files
    let (locations, outcomes) = (assembly.locations, assembly.record.outcomes)
    return CohortEntry(
      unexamined: assembly.record, problems: findings.sorted, counts: findings.counts
    ) { warning in
      let location = locations[warning.position]
      return warning.error.at(
        source: files[Int(location.file)].file.name, line: Int(location.line),
        record: outcomes[warning.position].id)
    }
  }

  /// The problems of one patient's resources.
  struct Findings {
    var problems: [InputError] = []
    var counts = RecordCounts()

    /// The problems sorted by file and line.
    var sorted: [InputError] {
      let sorted = problems.enumerated().sorted {
        ($0.element.source ?? "", $0.element.line ?? 0, $0.offset)
          < ($1.element.source ?? "", $1.element.line ?? 0, $1.offset)
      }
      var list = ProblemList()
      for (_, problem) in sorted { list.append(problem) }
      return list.problems
    }
  }

  func context(of zone: Zone) -> PatientContext {
    PatientContext(
      zone: zone, profile: records.options.profile,
      sequences: records.options.ignoresSequences ? .concurrent : .ordered,
      medications: records.index.medications)
  }

  /// Creates the record of a patient, from the most recently recorded version.
  func begin(_ patient: Int, _ findings: inout Findings) throws(InputError) -> CareRecord {
    var versions: [Patient] = []
    var deletion: LocalOrInstant?
    for location in records.index.patients.locations[patient] {
      if case .deleted(let moment) = location.version {
        deletion = moment.map { .instant($0) }
        continue
      }
      let resource = try Resource(try resources.read(location), .patient, location)
      var notes: [InputError] = []
      versions.append(try Patient(resource, zone: records.options.zone, notes: &notes))
      findings.counts.patients.read += 1
      if !notes.isEmpty { findings.counts.patients.withWarnings += 1 }
      findings.problems += notes.map {
        $0.at(
          source: resources.name(of: location.file), line: Int(location.line),
          record: resource.identity)
      }
    }
    guard var newest = versions.popLast() else {
      throw InputError(.unreadable(reason: "it changed while it was being read"))
    }
    newest.deletedAt = newest.deletedAt ?? deletion
    var record = CareRecord(patient: newest)
    record.earlierPatients = versions
    return record
  }

  /// Reads the resources of a patient, optionally of some types only.
  mutating func readResources(
    of patient: Int, _ context: PatientContext, where isWanted: ((ResourceType) -> Bool)? = nil,
    _ findings: inout Findings
  ) throws(InputError) {
    draft.removeAll()
    for (number, file) in records.index.lines.enumerated() {
      if !windows[number].places.contains(patient) {
        windows[number] = try file.index.runs(from: patient)
      }
      for run in windows[number].runs(of: patient) {
        try resources.read(run, of: file.number, where: isWanted) { node, location in
          add(node, location, context, &findings)
        }
      }
    }
    for entry in records.index.entries(of: patient) where isWanted?(entry.type) ?? true {
      if case .deleted(let moment) = entry.location.version {
        draft.addDeletion(entry, at: moment)
        continue
      }
      let node = Result { () throws(InputError) in try resources.read(entry.location) }
      if case .failure(let error) = node, error.problem.isOfTheSystem { throw error }
      add(node, entry.location, context, &findings)
    }
    draft.settleVersions()
  }

  private mutating func add(
    _ node: Result<JSONNode, InputError>, _ location: ResourceLocation, _ context: PatientContext,
    _ findings: inout Findings
  ) {
    do throws(InputError) {
      try draft.read(try node.get(), location, context)
    } catch {
      findings.problems.append(
        error.at(source: resources.name(of: location.file), line: Int(location.line)))
      let type = (try? node.get())?["resourceType"]?.text.flatMap { ResourceType($0) }
      guard let kind = type?.kind else { return }
      findings.counts[keyPath: kind].read += 1
      findings.counts[keyPath: kind].rejected += 1
    }
  }
}
