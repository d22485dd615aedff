public import AdherenceAnalytics
public import Diagnostics
public import Interchange
public import Scheduling

/// Patient records from FHIR R4 or R5 resources: a Bulk Data folder, a Bundle, or one resource.
///
/// A folder contains NDJSON files (`*.ndjson`, one resource per line) and JSON files (`*.json`,
/// each a Bundle or a resource), optionally gzip-compressed. Opening it indexes the locations of
/// each patient's resources, and readers parse only those, so that memory use depends on the
/// patients in flight rather than on the file sizes. A Bundle is parsed as a whole when it is
/// opened.
///
/// Requests become tasks; administrations and similar resources become outcomes. A resource that
/// cannot be parsed is rejected with an error that gives its location, identity and the invalid
/// element; the other resources are unaffected.
///
///     var options = FHIRRecords.Options()
///     options.zone = Zone("America/New_York")
///     let records = try FHIRRecords("Datasets/golden/fhir/bulk/ndjson-r4", options)
///     var reader = try records.makeReader()
///     try reader.read(0..<1) { entry in
///       print(entry.record.patient.id, entry.record.tasks.map(\.id))
///       // p01 ["MedicationRequest/mr-p01-0"]
///     }
public struct FHIRRecords: CohortSource {
  /// The sorted patient ids, without the resource type.
  public let patientIDs: [String]
  /// The problems that belong to no patient, at most ten thousand.
  public let problems: [InputError]
  /// The number of rejected resources that belong to no patient.
  public let counts: RecordCounts
  /// The number of resources of each unsupported type.
  public let ignored: [String: Int]
  /// The JSON files of the folder that are not FHIR resources.
  public let foreignFiles: [String]

  let index: SourceIndex
  let options: Options

  /// Options for reading resources.
  public struct Options: Sendable {
    /// The time zone of patients without one of their own.
    public var zone: Zone?
    /// The times of day assigned to the codes of a Timing.
    public var profile = DosingProfile.standard
    /// Whether `Dosage.sequence` is ignored, for senders who use it as a line number.
    public var ignoresSequences = false
    /// The effect of hospital stays on outpatient plans.
    public var inpatientStays = InpatientStays.hold

    /// The effect of hospital stays on outpatient plans.
    public enum InpatientStays: String, CaseIterable, Hashable, Sendable {
      /// Plans are on hold during the stay.
      case hold
      /// No effect.
      case ignore
    }

    /// Creates the default options.
    public init() {}
  }

  /// Opens a folder, a Bundle or a resource.
  ///
  /// - Throws: `InputError` if a file as a whole cannot be read or decompressed, or if there is
  ///   none.
  /// - Complexity: O(*n*) for *n* bytes of the files; memory for each patient's id and a few
  ///   numbers, and for the largest document.
  public init(_ path: String, _ options: Options = Options()) throws(InputError) {
    try self.init(path, options, SourceIndex.Options())
  }

  init(
    _ path: String, _ options: Options, _ reading: SourceIndex.Options
  ) throws(InputError) {
    let scan = try SourceScan(
      try InputFiles(path), blockSize: reading.blockSize, runLimit: reading.runLimit)
    index = try SourceIndex(scan, reading, zone: options.zone)
    patientIDs = index.patients.ids
    problems = scan.problems.problems
    counts = scan.counts
    ignored = scan.ignored
    foreignFiles = scan.foreign
    self.options = options
  }

  /// Creates a reader; each worker needs its own.
  public func makeReader() throws(InputError) -> FHIRReader { try FHIRReader(self) }
}

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
