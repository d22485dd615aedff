import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// The locations of all resources by patient.
final class SourceIndex: Sendable {
  let files: [InputFile]
  let patients: PatientList
  /// The NDJSON files.
  let lines: [LineFile]
  /// The medications that requests refer to, by `Medication/id`.
  let medications: [String: CodeableConcept]
  let options: Options
  /// The resources of Bundles, sorted by patient index.
  private let entries: [SourceScan.PatientEntry]

  /// Tuning parameters of the reader; they do not affect the result.
  struct Options: Sendable {
    /// The block size in bytes.
    var blockSize = 1 << 16
    /// The approximate maximum number of line runs kept per file.
    var runLimit = 1 << 20
  }

  /// An NDJSON file and the line runs of each patient.
  struct LineFile: Sendable {
    var number: Int32
    var index: RunIndex
  }

  /// Resolves the patients of the scanned resources; resources without a patient become problems of
  /// the scan.
  init(_ scan: SourceScan, _ options: Options, zone: Zone?) throws(InputError) {
    let reader = try ResourceReader(scan.files, blockSize: options.blockSize)
    let patients = try PatientList(scan, reader, zone: zone)
    files = scan.files
    self.options = options
    self.patients = patients
    medications = try SourceIndex.medications(scan, reader)
    var lines: [LineFile] = []
    for number in scan.files.indices {
      if let file = try SourceIndex.file(number, scan, patients, reader, options) {
        lines.append(file)
      }
    }
    self.lines = lines
    entries = try SourceIndex.entries(scan, patients, reader)
  }

  /// Returns the Bundle resources of a patient.
  func entries(of patient: Int) -> ArraySlice<SourceScan.PatientEntry> {
    let start = entries.partitionPoint { Int($0.patient) < patient }
    return entries[start...].prefix { Int($0.patient) == patient }
  }
}

extension SourceIndex {
  private static func medications(
    _ scan: SourceScan, _ reader: ResourceReader
  ) throws(InputError) -> [String: CodeableConcept] {
    var latest: [String: (updated: Instant, concept: CodeableConcept)] = [:]
    for location in scan.medications {
      do throws(InputError) {
        let resource = try Resource(try reader.read(location), .medication, location)
        let updated = resource.lastUpdated ?? .earliest
        if let known = latest[resource.identity], updated < known.updated { continue }
        latest[resource.identity] = (updated, try resource.node.concept("code") ?? .init(nil))
      } catch {
        if error.problem.isOfTheSystem { throw error }
        scan.problems.append(
          error.at(
            source: reader.name(of: location.file), line: Int(location.line), record: "Medication")
        )
      }
    }
    return latest.mapValues(\.concept)
  }

  /// Returns the entries of known patients.
  private static func entries(
    _ scan: SourceScan, _ patients: PatientList, _ reader: ResourceReader
  ) throws(InputError) -> [SourceScan.PatientEntry] {
    var entries: [SourceScan.PatientEntry] = []
    for entry in scan.entries {
      var entry = entry
      entry.patient = patients.indexOfKey[Int(entry.patient)]
      if entry.patient >= 0 {
        entries.append(entry)
      } else if entry.location.length > 0 {
        let resource = Result { () throws(InputError) in try reader.read(entry.location) }
        scan.addOrphan(resource, entry.location, isRejected: entry.patient == PatientList.rejected)
      }
    }
    return entries.enumerated().sorted {
      ($0.element.patient, $0.offset) < ($1.element.patient, $1.offset)
    }.map(\.element)
  }

  private static func file(
    _ number: Int, _ scan: SourceScan, _ patients: PatientList, _ reader: ResourceReader,
    _ options: Options
  ) throws(InputError) -> LineFile? {
    guard let found = scan.runs[number] else { return nil }
    let file = scan.files[number].file
    let keys = scan.keys
    let pass: RunIndex.Pass = { runs, _ throws(InputError) in
      try SourceIndex.pass(file, keys, patients, collecting: runs, options) { _, _ in }
    }
    var orphans: [LineRun] = []
    let runs: RunCollector
    if found.isWhole {
      runs = found.renumbered(patients.indexOfKey, count: patients.ids.count) { orphans.append($0) }
    } else {
      runs = try SourceIndex.pass(
        file, keys, patients,
        collecting: RunCollector(0..<patients.ids.count, limit: options.runLimit), options
      ) { line, key in
        orphans.append(
          LineRun(
            offset: line.bytes.lowerBound, line: line.number,
            length: UInt32(clamping: line.bytes.count), place: Int32(key)))
      }
    }
    for run in orphans {
      // Keys that were renumbered still hold the original key as their index.
      let isRejected = patients.indexOfKey[Int(run.place)] == PatientList.rejected
      try reader.read(run, of: Int32(number)) { scan.addOrphan($0, $1, isRejected: isRejected) }
    }
    return LineFile(
      number: Int32(number),
      index: RunIndex(
        file, patientCount: patients.ids.count, limit: options.runLimit, found: runs, pass: pass))
  }

  /// Scans a file again for the runs of some patients; the body receives lines of unknown patients
  /// with their key.
  ///
  /// Safe: the key points into the line that is lent, and is looked up before the next.
  private static func pass(
    _ file: DatasetFile, _ keys: KeyTable, _ patients: PatientList,
    collecting runs: RunCollector, _ options: Options, _ orphan: (LineScan.Line, Int) -> Void
  ) throws(InputError) -> RunCollector {
    var (runs, keys) = (runs, keys)
    func add(_ key: Int, _ line: LineScan.Line) {
      guard key < patients.indexOfKey.count else { return }
      let patient = patients.indexOfKey[key]
      if patient < 0 { return orphan(line, key) }
      runs.add(place: Int(patient), bytes: line.bytes, line: line.number)
    }
    try LineScan(file, blockSize: options.blockSize).run(
      glance: { head, bytes, line in
        guard let type = head.type, type != .patient, let patient = head.patient else { return }
        let key = ReferenceKey(UnsafeBufferPointer(rebasing: bytes[patient]))
        add(keys.number(of: key.bytes, key.kind), line)
      },
      closely: { resource, line in
        guard let type = resource["resourceType"]?.text.flatMap({ ResourceType($0) }),
          type != .patient, type != .medication, type != .bundle,
          let key = keys.patient(of: resource, type, id: nil, in: nil)
        else { return }
        add(key, line)
      },
      failed: { _ in })
    runs.sort()
    return runs
  }
}

extension SourceScan {
  /// Rejects a resource of an unknown patient.
  func addOrphan(
    _ resource: Result<JSONNode, InputError>, _ location: ResourceLocation, isRejected: Bool
  ) {
    let source = files[Int(location.file)].file.name
    guard case .success(let node) = resource,
      let type = node["resourceType"]?.text.flatMap({ ResourceType($0) })
    else {
      if case .failure(let error) = resource {
        problems.append(error.at(source: source, line: Int(location.line)))
      }
      return
    }
    if node["status"]?.text == "entered-in-error" { return }
    count(type)
    if isRejected { return }
    let id = node["id"]?.text ?? location.id
    let reference = node[type == .task ? "for" : "subject"]
    let text = reference?["reference"]?.text ?? reference?["identifier"]?.identifierKey ?? ""
    problems.append(
      InputError(
        .against(.unknownPatient, text: text), field: type == .task ? "for" : "subject",
        line: Int(location.line), source: source
      ).at(record: type.identity(id)))
  }
}
