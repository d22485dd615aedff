import AdherenceAnalytics
public import ArgumentParser
import Arrow
import CareKitJSON
import Diagnostics
public import FHIR
import Formats
import Foundation
import ICalendar
import Interchange
import ScheduleFormats
import Scheduling

/// Options for data of other systems.
struct ExchangeOptions: ParsableArguments {
  @Option(
    help:
      "The time zone of patients without one. (default: for tables, local times as written)")
  var zone: Zone?
  @Option(
    help: """
      The patient's id for data without one, such as calendars and tables of one person. (default: for calendars \
      the file's name)
      """)
  var patientID: String?
  @OptionGroup var dosing: DosingOptions
  @Option(help: "The effect of hospital stays in FHIR data on plans: hold or ignore.")
  var inpatient = FHIRRecords.Options.InpatientStays.hold
}

/// Options for FHIR dosages.
struct DosingOptions: ParsableArguments {
  @Option(
    help: """
      The times of day of FHIR codes such as BID and MORN: standard, or a JSON file. (default: codes without \
      a defined time have none)
      """)
  var profile: String?
  @Option(
    help: """
      Whether numbered FHIR dosages are consecutive phases: ordered or concurrent. (default: ordered)
      """)
  var sequences: DosageSequences?

  /// The given options.
  var given: [String] {
    [("--profile", profile != nil), ("--sequences", sequences != nil)].filter(\.1).map(\.0)
  }

  /// Returns the selected profile.
  func dosingProfile() throws(InputError) -> DosingProfile {
    guard let profile else { return .standard }
    if profile == "standard" { return .standardGivingTimes }
    guard let data = try Data.contents(ofFile: profile) else {
      throw InputError(.unreadable(reason: "there is no such file"), source: profile)
    }
    do { return try DosingProfile(json: data) } catch { throw error.at(source: profile) }
  }
}

/// The meaning of `Dosage.sequence`.
enum DosageSequences: String, CaseIterable, ExpressibleByArgument {
  case ordered, concurrent
}

extension FHIRRecords.Options.InpatientStays: ExpressibleByArgument {}
extension FHIRRelease: ExpressibleByArgument {}

// Opening data of other systems.
extension ExchangeOptions {
  /// Opens data of another system.
  func open(_ format: ExchangeFormat, _ paths: [String]) throws -> any CohortSource {
    switch format {
    case .fhir: try FHIRRecords(paths[0], resources())
    case .iCalendar: try calendars(paths)
    case .careKit: try CareKitRecords(paths, careKit)
    }
  }

  /// Opens fills, from FHIR resources or the tables of a folder.
  func fills(_ path: String) throws(InputError) -> RefillDataset {
    guard ExchangeFormat(of: path) == .fhir else {
      try InputError.refuseAddress(path, exists: FileManager.default.fileExists(atPath: path))
      return RefillDataset.isArrowFolder(path)
        ? try RefillDataset(arrowFolder: path) : try RefillDataset(folder: path)
    }
    return try FHIRRecords(path, try resources()).refills()
  }

  private func resources() throws(InputError) -> FHIRRecords.Options {
    var options = FHIRRecords.Options()
    (options.zone, options.profile) = (zone, try dosing.dosingProfile())
    (options.ignoresSequences, options.inpatientStays) = (
      dosing.sequences == .concurrent, inpatient
    )
    return options
  }

  private var careKit: CareKitRecords.Options {
    CareKitRecords.Options(patient: patientID ?? "patient", zone: zone)
  }

  /// Opens calendars, one patient per file, named after the file unless an id is given.
  private func calendars(_ paths: [String]) throws(InputError) -> RecordList {
    let files = paths.flatMap(ExchangeOptions.calendars(at:))
    if let patientID, files.count > 1 {
      throw InputError(.duplicate(kind: "patient", id: patientID), parameter: "patient-id")
    }
    var (entries, known) = ([CohortEntry](), Set<String>())
    for path in files {
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      let id = patientID ?? (path == "-" ? "patient" : name)
      guard known.insert(id).inserted else {
        throw InputError(.duplicate(kind: "patient", id: id), source: path)
      }
      let file = try CalendarFile(path: path, patient: id, zone: zone)
      var counts = file.record.counts
      counts.merge(file.counts)
      entries.append(CohortEntry(file.record, problems: file.problems, counts: counts))
    }
    return RecordList(entries: entries)
  }

  /// Returns the calendars of a folder, or the file itself.
  private static func calendars(at path: String) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return [path]
    }
    return names.filter { $0.lowercased().hasSuffix(".ics") }.sorted().map { "\(path)/\($0)" }
  }
}

extension ExchangeOptions {
  /// Opens several files of one other system; `nil` for other files.
  func open(_ paths: [String]) throws -> (any CohortSource)? {
    let formats = Set(paths.map { ExchangeFormat(of: $0) })
    guard formats.count == 1, let format = formats.first ?? nil, format != .fhir else { return nil }
    return try open(format, paths)
  }
}

/// The exchange formats of other systems.
enum ExchangeFormat: String, CaseIterable {
  case fhir, iCalendar, careKit
}

extension ExchangeFormat {
  /// Detects the format of a file or folder by its first bytes, or of an empty calendar by its
  /// extension; `nil` for other data.
  init?(of path: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    guard let format = isFolder.boolValue ? .inFolder(path) : ExchangeFormat.ofFile(path) else {
      return nil
    }
    self = format
  }

  /// Folders with one of these files are datasets or reports, whatever else they contain.
  private static let own = ["patients.csv", "fills.csv", "report.json", "refills.json"]

  private static func inFolder(_ path: String) -> ExchangeFormat? {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    if own.contains(where: names.contains) { return nil }
    return names.lazy.filter { $0 != "tasks.ndjson" }.compactMap { ofFile("\(path)/\($0)") }.first
  }

  private static func ofFile(_ path: String) -> ExchangeFormat? {
    let name = path.lowercased()
    if name.hasSuffix(".ics") || name.hasSuffix(".ical") { return .iCalendar }
    // Compressed JSON is assumed to be FHIR Bulk Data; CareKit documents are not compressed.
    if [".json.gz", ".ndjson.gz", ".jsonl.gz"].contains(where: name.hasSuffix) { return .fhir }
    guard FileType(path: path) == nil, let file = FileHandle(forReadingAtPath: path),
      let head = try? file.read(upToCount: 1 << 16)
    else { return nil }
    let spaces: Set<UInt8> = [0xEF, 0xBB, 0xBF, 9, 10, 13, 32]
    let text = head.drop { spaces.contains($0) }
    if text.prefix(15).map({ $0 & 0xDF }) == Array("BEGIN:VCALENDAR".utf8).map({ $0 & 0xDF }) {
      return .iCalendar
    }
    return text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") ? ofJSON(text) : nil
  }

  /// Distinguishes FHIR resources from CareKit entities by their first properties.
  private static func ofJSON(_ head: Data) -> ExchangeFormat? {
    if head.range(of: Data(#""resourceType""#.utf8)) != nil { return .fhir }
    let marks = [
      "entities", "knowledgeVector", "object", "schedule", "taskOccurrenceIndex", "schemaVersion",
      "entityId",
    ]
    return marks.contains { head.range(of: Data("\"\($0)\"".utf8)) != nil } ? .careKit : nil
  }
}
