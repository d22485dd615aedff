import AdherenceAnalytics
import Formats
import Foundation
import ScheduleFormats

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
