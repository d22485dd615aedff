import Foundation

/// What other systems speak that is read and written beside tables.
enum ExchangeFormat: String, CaseIterable {
  case fhir, iCalendar, careKit
}

extension ExchangeFormat {
  /// What a file or folder holds, told by its name and where that does not suffice by its first bytes; `nil`
  /// where it is none of these.
  init?(of path: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    guard let format = isFolder.boolValue ? .inFolder(path) : ExchangeFormat.ofFile(path) else {
      return nil
    }
    self = format
  }

  /// Folders with one of these are datasets or reports, whatever else lies in them.
  private static let own = ["patients.csv", "fills.csv", "report.json", "refills.json"]

  private static func inFolder(_ path: String) -> ExchangeFormat? {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    if own.contains(where: names.contains) { return nil }
    return names.lazy.filter { $0 != "tasks.ndjson" }.compactMap { ofFile("\(path)/\($0)") }.first
  }

  private static func ofFile(_ path: String) -> ExchangeFormat? {
    let name = path.lowercased()
    if name.hasSuffix(".ics") || name.hasSuffix(".ical") { return .iCalendar }
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    guard [".json", ".ndjson", ".jsonl"].contains(where: plain.hasSuffix) else { return nil }
    // Nobody compresses a document of CareKit's, while bulk data mostly are.
    return plain == name ? ofText(path) : .fhir
  }

  /// The first properties tell resources from entities.
  private static func ofText(_ path: String) -> ExchangeFormat? {
    guard let file = FileHandle(forReadingAtPath: path),
      let head = try? file.read(upToCount: 1 << 16)
    else { return nil }
    if head.range(of: Data(#""resourceType""#.utf8)) != nil { return .fhir }
    let marks = [
      "entities", "knowledgeVector", "object", "schedule", "taskOccurrenceIndex", "schemaVersion",
      "entityId",
    ]
    return marks.contains { head.range(of: Data("\"\($0)\"".utf8)) != nil } ? .careKit : nil
  }
}
