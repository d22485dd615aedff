public import AdherenceAnalytics
import Interchange
public import Scheduling

/// Resources of FHIR R4 or R5 as records of patients: a folder of Bulk Data, a Bundle, or one
/// resource.
///
/// A folder has files `*.ndjson` with a resource a line, and `*.json`, each a Bundle or a resource;
/// both may be packed by gzip. Opening it finds where each patient's resources stand, and readers
/// read those alone, so that memory depends on the patients in flight and not on the files. A
/// Bundle is parsed as a whole when it is opened.
///
/// Requests become tasks, administrations and the like their outcomes. A resource that cannot be
/// read is set aside with its error, which says where it stands, which it is, and which element is
/// wrong; the others are read as if it were not there.
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
  /// The patients' ids in order, without their type.
  public let patientIDs: [String]
  /// What is wrong and belongs to no patient; no more than ten thousand problems.
  public let problems: [InputError]
  /// What was set aside because it belongs to no patient.
  public let counts: RecordCounts
  /// How many resources there are of each type that is not read.
  public let ignored: [String: Int]
  /// The JSON files of the folder that are no resources.
  public let foreignFiles: [String]

  let index: SourceIndex
  let options: Options

  /// How resources are read.
  public struct Options: Sendable {
    /// The zone of patients who have none of their own.
    public var zone: Zone?
    /// The hours of the day that codes of a Timing stand for.
    public var profile = DosingProfile.standard
    /// Whether numbers of dosages order nothing, as with senders who number lines.
    public var ignoresSequences = false
    /// What a stay in hospital does to the plans that a patient follows at home.
    public var inpatientStays = InpatientStays.hold

    /// What a stay in hospital does to the plans that a patient follows at home.
    public enum InpatientStays: String, CaseIterable, Hashable, Sendable {
      /// Nothing of them is due meanwhile.
      case hold
      /// Nothing.
      case ignore
    }

    /// Creates the usual options.
    public init() {}
  }

  /// Opens a folder, a Bundle or a resource.
  ///
  /// - Throws: `InputError` where a file cannot be read or unpacked as a whole, or there is none.
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

  /// Makes a reader; each worker needs its own.
  public func makeReader() throws(InputError) -> FHIRReader { try FHIRReader(self) }
}
