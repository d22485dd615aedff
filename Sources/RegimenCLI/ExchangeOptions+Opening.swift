import AdherenceAnalytics
import Arrow
import CareKitJSON
import Diagnostics
import FHIR
import Foundation
import ICalendar
import Interchange
import ScheduleFormats
import Scheduling

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
