import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// One pass over all files that records the locations of each patient's resources.
///
/// Patients are numbered at the first reference to them, because a Patient may follow the resources
/// that refer to it.
///
/// Safe: the table copies new names.
final class SourceScan {
  let files: [InputFile]
  /// The patient keys.
  private(set) var keys = KeyTable()
  /// The line runs of each patient, by file; `nil` for files that are not NDJSON.
  private(set) var runs: [RunCollector?]
  /// The resources of Bundles, with their patient's number.
  private(set) var entries: [PatientEntry] = []
  /// The Patient resources, with their number.
  private(set) var patients: [PatientEntry] = []
  private(set) var medications: [ResourceLocation] = []
  /// The JSON files that are not FHIR resources.
  private(set) var foreign: [String] = []
  var problems = ProblemList()
  var counts = RecordCounts()

  /// A resource and its patient, first by key number and later by patient index.
  struct PatientEntry: Sendable {
    var patient: Int32
    var type: ResourceType
    var location: ResourceLocation
  }

  private let blockSize: Int
  private var ignoredNames = KeyTable()
  private var ignoredCounts: [Int] = []

  init(_ input: InputFiles, blockSize: Int, runLimit: Int) throws(InputError) {
    files = input.files
    self.blockSize = blockSize
    runs = files.map { _ in nil }
    for (number, file) in files.enumerated() {
      if try file.hasLines ? true : isOfLines(file.file) {
        runs[number] = RunCollector(0..<Int(Int32.max), limit: runLimit)
        try scanLines(Int32(number), file.file)
      } else {
        try readDocument(Int32(number), file.file, isAlone: !input.isFolder)
      }
    }
  }

  /// The number of resources of each unsupported type.
  var ignored: [String: Int] {
    Dictionary(
      ignoredCounts.enumerated().map { (ignoredNames.text(of: $0), $1) }, uniquingKeysWith: +)
  }

  private func ignore(_ name: UnsafeBufferPointer<UInt8>) {
    let number = ignoredNames.number(of: name, 0)
    if number == ignoredCounts.count { ignoredCounts.append(0) }
    ignoredCounts[number] += 1
  }

  private func name(of file: Int32) -> String { files[Int(file)].file.name }
}

// NDJSON files.
extension SourceScan {
  /// Whether a `.json` file contains one resource per line.
  private func isOfLines(_ file: DatasetFile) throws(InputError) -> Bool {
    let reader = try LineReader(try file.stream(blockSize: blockSize))
    guard case .success(let line)? = reader.next(), reader.position < file.size,
      line.text.utf8.first == UInt8(ascii: "{"), line.text.utf8.last == UInt8(ascii: "}"),
      (try? JSONDocument().read(line.text.utf8)) != nil
    else { return false }
    while let next = reader.next() {
      guard case .success(let line) = next, line.text.allSatisfy(\.isWhitespace) else {
        return true
      }
    }
    return false
  }

  private func scanLines(_ number: Int32, _ file: DatasetFile) throws(InputError) {
    try LineScan(file, blockSize: blockSize).run(
      glance: { head, bytes, line in add(head, bytes, line, in: number) },
      closely: { resource, line in
        if resource["resourceType"]?.text == "Bundle" {
          addEntries(
            of: BundleScan(resource, number: line.number), from: line.bytes.lowerBound, number)
        } else {
          add(resource, ResourceLocation(line, in: number), run: line)
        }
      },
      failed: { problems.append($0) })
  }

  // Safe: the ranges of a head lie within its line, which is lent for the call.
  private func add(
    _ head: ResourceHead, _ bytes: UnsafeBufferPointer<UInt8>, _ line: LineScan.Line,
    in file: Int32
  ) {
    guard let type = head.type else {
      return ignore(UnsafeBufferPointer(rebasing: bytes[head.typeName]))
    }
    guard let patient = head.patient else {
      return medications.append(ResourceLocation(line, in: file))
    }
    let name = UnsafeBufferPointer(rebasing: bytes[patient])
    if type == .patient {
      let number = Int32(keys.number(of: name, type.rawValue))
      patients.append(
        PatientEntry(patient: number, type: type, location: ResourceLocation(line, in: file)))
    } else {
      let key = ReferenceKey(name)
      runs[Int(file)]?.add(
        place: keys.number(of: key.bytes, key.kind), bytes: line.bytes, line: line.number)
    }
  }
}

// JSON documents.
extension SourceScan {
  private func readDocument(
    _ number: Int32, _ file: DatasetFile, isAlone: Bool
  ) throws(InputError) {
    var bytes: [UInt8] = []
    let document = JSONDocument()
    do throws(InputError) {
      guard file.size <= JSONDocument.limit else {
        throw InputError(.tooLarge(what: "bytes in one document", limit: JSONDocument.limit))
      }
      try file.append(0..<file.size, to: &bytes)
      let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      try document.read(bytes[mark...])
      guard document.root.kind == .object, document.root["resourceType"] != nil else {
        if !isAlone { return foreign.append(file.name) }
        throw InputError(.missing, field: "resourceType")
      }
      addEntries(of: BundleScan(document.root), from: mark, number)
    } catch {
      let error = error.at(source: file.name)
      if isAlone || error.problem.isOfTheSystem { throw error }
      problems.append(error)
    }
  }

  /// Adds the entries of a document that starts at an offset of its file.
  private func addEntries(of scan: BundleScan, from start: Int, _ file: Int32) {
    for problem in scan.problems { problems.append(problem.at(source: name(of: file))) }
    let bundle = scan.identities.isEmpty ? nil : BundleContext(scan.identities)
    var owners: [String: PatientEntry] = [:]
    for entry in scan.entries {
      guard let resource = entry.resource else { continue }
      let range = resource.textRange
      let location = ResourceLocation(
        file: file, line: Int32(clamping: entry.number), offset: start + range.lowerBound,
        length: range.count, bundle: bundle, id: entry.id, version: entry.version)
      let added = add(resource, location, run: nil)
      if entry.version == .kept, let identity = entry.identity { owners[identity] = added }
    }
    for entry in scan.entries {
      guard case .deleted = entry.version, let identity = entry.identity,
        var owner = owners[identity]
      else { continue }
      owner.location.line = Int32(clamping: entry.number)
      (owner.location.length, owner.location.version) = (0, entry.version)
      owner.location.id = identity.split(separator: "/").last.map(String.init)
      if owner.type == .patient { patients.append(owner) } else { entries.append(owner) }
    }
  }

  /// Adds a resource to its line run if it is on a line of its own, otherwise as an entry.
  ///
  /// Safe: the text's bytes are lent for the call.
  @discardableResult
  private func add(
    _ resource: JSONNode, _ location: ResourceLocation, run: LineScan.Line?
  ) -> PatientEntry? {
    let source = name(of: location.file)
    guard let name = resource["resourceType"] else {
      problems.append(
        InputError(.missing, field: "resourceType", line: Int(location.line), source: source))
      return nil
    }
    guard let text = name.text, let type = ResourceType(text) else {
      var text = name.text ?? name.source
      text.withUTF8 { ignore($0) }
      return nil
    }
    if type == .medication { medications.append(location) }
    if type == .medication || type == .bundle { return nil }
    let id = resource["id"]?.text ?? location.id
    guard let number = keys.patient(of: resource, type, id: id, in: location.bundle) else {
      count(type)
      let error =
        type == .patient
        ? InputError(.missing, field: "id") : InputError(.against(.unknownPatient, text: ""))
      problems.append(
        error.at(
          source: source, line: Int(location.line), record: type.identity(id)))
      return nil
    }
    let entry = PatientEntry(patient: Int32(number), type: type, location: location)
    if type == .patient {
      patients.append(entry)
    } else if let run {
      runs[Int(location.file)]?.add(place: number, bytes: run.bytes, line: run.number)
    } else {
      entries.append(entry)
    }
    return entry
  }

  /// Counts a rejected resource.
  func count(_ type: ResourceType) {
    guard let kind = type.kind else { return }
    counts[keyPath: kind].read += 1
    counts[keyPath: kind].rejected += 1
  }
}

// Safe: the text's bytes are lent for the call.
extension ResourceType {
  /// Parses a type name.
  init?(_ name: String) {
    var name = name
    guard let type = name.withUTF8({ ResourceType($0) }) else { return nil }
    self = type
  }

  /// Returns the name of a resource in errors: `Type/id`, or the type alone.
  func identity(_ id: String?) -> String { id.map { prefix + $0 } ?? "\(name)" }
}

extension ResourceLocation {
  /// Creates the location of a line.
  init(_ line: LineScan.Line, in file: Int32) {
    self.init(
      file: file, line: Int32(clamping: line.number), offset: line.bytes.lowerBound,
      length: line.bytes.count)
  }
}

extension InputError.Problem {
  /// Whether the system failed to read the file, so that its content is not at fault.
  var isOfTheSystem: Bool { if case .unreadable = self { true } else { false } }
}
