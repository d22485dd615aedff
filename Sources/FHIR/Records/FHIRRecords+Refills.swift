import AdherenceAnalytics
public import Interchange
public import Scheduling

extension FHIRRecords {
  /// What was dispensed: a fill of each MedicationDispense that was handed over, and stays in
  /// hospital.
  ///
  /// What became of the requests plays no part. A patient to whom nothing was dispensed is not in
  /// it.
  ///
  ///     var options = FHIRRecords.Options()
  ///     options.zone = Zone("America/New_York")
  ///     let fills = try FHIRRecords("Datasets/golden/fhir/bulk/ndjson-r5", options).refills()
  ///     print(fills.patientIDs)  // ["p02", "p03", "p04", "p06"]
  ///
  /// - Throws: `InputError` where a file cannot be read any more.
  /// - Complexity: O(*n*) for *n* bytes of the files.
  public func refills() throws(InputError) -> RefillDataset {
    var rows = RefillRows()
    var reader = try makeReader()
    for place in patientIDs.indices { try reader.addRefills(of: place, to: &rows) }
    return rows.dataset
  }
}

extension FHIRReader {
  /// Adds what was dispensed to a patient, and where the patient stayed.
  fileprivate mutating func addRefills(
    of place: Int, to rows: inout RefillRows
  ) throws(InputError) {
    var findings = Findings()
    let record = try begin(place, &findings)
    findings.problems = []
    try readResources(
      of: place, context(of: record.patientZone),
      where: { $0 == .medicationDispense || $0 == .encounter }, &findings)
    var (refills, counts) = (RefillRecord(patient: record.patient.id, fills: []), RefillCounts())
    for resource in draft.resources {
      refills.add(resource, &counts)
      let errors = resource.failure.map { [$0] } ?? resource.notes
      findings.problems += errors.map {
        $0.at(
          source: resources.name(of: resource.file), line: Int(resource.line),
          record: resource.identity)
      }
    }
    rows.add(refills, counts: counts, problems: findings.sorted)
  }
}

extension DraftedResource {
  /// Why it was set aside.
  fileprivate var failure: InputError? {
    if case .failed(let error) = content { error } else { nil }
  }
}

extension RefillRecord {
  fileprivate mutating func add(_ resource: DraftedResource, _ counts: inout RefillCounts) {
    if case .deleted = resource.version { return }
    let isFill = resource.type == .medicationDispense
    let count: WritableKeyPath<RefillCounts, ReadCount> = isFill ? \.fills : \.stays
    switch resource.content {
    case .fill(let fill): fills.append(fill)
    case .stay(let stay):
      guard let days = stay.days else { return }
      stays.append(Stay(days))
    case .failed: counts[keyPath: count].setAside += 1
    default: return
    }
    counts[keyPath: count].read += 1
    if resource.failure == nil, !resource.notes.isEmpty { counts[keyPath: count].doubtful += 1 }
  }
}
