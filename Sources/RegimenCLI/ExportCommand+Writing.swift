import AdherenceAnalytics
import CareKitJSON
import Diagnostics
import FHIR
import Formats
import Foundation
import ICalendar
import Interchange
import Reporting
import Scheduling

// Exchange formats of other systems.
extension ExportCommand {
  /// Writes FHIR resources to a folder or a Bundle to a JSON file, or Open mHealth data points to a
  /// file.
  func writeResources(_ source: some CohortSource, _ options: ReportOptions) throws {
    var options = options
    let query = try definitions.query(days, outcomes, of: source, by: resources.by, &options)
    Console.list(options.warnings)
    if form == .openMHealth {
      try requireFile()
      let writer = try OpenMHealthWriter(target, query)
      return try write(source, writer.write, writer.finish)
    }
    var content = resources.content(query)
    content.eventDays = range
    let writer: FHIRWriter
    if target.hasSuffix(".json") {
      try requireFile()
      writer = try FHIRWriter(bundle: target, content)
    } else {
      if !force { try DataLocation.folder(target).requireEmpty() }
      writer = try FHIRWriter(folder: target, content)
    }
    try write(source, writer.write, writer.finish)
  }

  /// Writes the records and lists the omissions.
  private func write(
    _ source: some CohortSource, _ write: (CareRecord) throws(InputError) -> [InputError],
    _ end: () throws(InputError) -> Void
  ) throws {
    var (counts, problems) = (source.counts, ProblemLog())
    for problem in source.problems { problems.add(problem) }
    var reader = try source.makeReader()
    try reader.read(source.patientIDs.indices) { unexamined throws(InputError) in
      let entry = unexamined.examined()
      counts.merge(entry.counts)
      for problem in entry.problems + (try write(entry.record)) { problems.add(problem) }
    }
    try end()
    try Console.print("\(counts)\nIn \(target)\n")
    Console.list(problems)
    try RegimenCLI.finish(problems.count)
  }

  /// Writes the calendar of the only patient.
  func writeCalendar(_ source: some CohortSource) throws {
    try writeFile(source) { record throws(InputError) in
      let moments = range.map { days in
        let ends = [days.lowerBound, days.upperBound].map {
          record.patient.zone.firstInstant(atOrAfter: CivilDateTime(date: $0))
        }
        return ends[0]..<ends[1]
      }
      let calendar = CalendarText(of: record, CalendarText.Options(listing: moments))
      return (Array(calendar.text.utf8), calendar.problems)
    }
  }

  /// Writes the revision record of the only patient.
  func writeDocument(_ source: some CohortSource) throws {
    var options = CareKitWriter.Options()
    if form == .careKit31 { options.form = .v3 }
    options.expanding = range
    let writer = CareKitWriter(options)
    try writeFile(source) { record throws(InputError) in
      let document = writer.document(of: record)
      return (document.bytes, document.problems)
    }
  }

  private var range: Range<CivilDate>? {
    guard let from = days.from, let to = days.to else { return nil }
    return from..<to
  }

  private func writeFile(
    _ source: some CohortSource,
    _ text: (CareRecord) throws(InputError) -> (bytes: [UInt8], problems: [InputError])
  ) throws {
    guard source.patientIDs.count == 1 else {
      throw InputError(
        .outOfRange(text: "\(source.patientIDs.count)", rule: "select one patient"),
        parameter: "only")
    }
    try requireFile()
    let file = try OutputFile(path: target)
    try write(
      source,
      { record throws(InputError) in
        let written = try text(record)
        try file.write(written.bytes)
        return written.problems
      }, { () throws(InputError) in try file.finish() })
  }

  /// Rejects an existing file, unless it may be replaced.
  private func requireFile() throws(InputError) {
    if force || !FileManager.default.fileExists(atPath: target) { return }
    throw InputError(
      .unwritable(reason: "the file exists (use another, or overwrite it with --force)"),
      source: target)
  }
}
