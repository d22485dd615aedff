import AdherenceAnalytics
public import Diagnostics
public import Interchange
import Scheduling

extension FHIRRecords {
  /// Returns the dispensed supplies: a fill for each completed MedicationDispense, and the hospital
  /// stays.
  ///
  /// The status of the requests is ignored. Patients without fills are not in the data set.
  ///
  ///     var options = FHIRRecords.Options()
  ///     options.zone = Zone("America/New_York")
  ///     let fills = try FHIRRecords("Datasets/golden/fhir/bulk/ndjson-r5", options).refills()
  ///     print(fills.patientIDs)  // ["p02", "p03", "p04", "p06"]
  ///
  /// - Throws: `InputError` if a file can no longer be read.
  /// - Complexity: O(*n*) for *n* bytes of the files.
  public func refills() throws(InputError) -> RefillDataset {
    var rows = RefillRows()
    var reader = try makeReader()
    for patient in patientIDs.indices { try reader.addRefills(of: patient, to: &rows) }
    return rows.dataset
  }
}

extension FHIRReader {
  /// Adds the fills and hospital stays of a patient.
  fileprivate mutating func addRefills(
    of patient: Int, to rows: inout RefillRows
  ) throws(InputError) {
    var findings = Findings()
    let record = try begin(patient, &findings)
    findings.problems = []
    try readResources(
      of: patient, context(of: record.patientZone),
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
  /// The error with which it was rejected.
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
    case .failed: counts[keyPath: count].rejected += 1
    default: return
    }
    counts[keyPath: count].read += 1
    if resource.failure == nil, !resource.notes.isEmpty { counts[keyPath: count].withWarnings += 1 }
  }
}
