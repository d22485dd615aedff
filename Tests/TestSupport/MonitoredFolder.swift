import Foundation
import TestSampling

/// The lines of some patients in the files of the monitoring cohort.
package enum MonitoredFolder {
  package static let files = ["patients.csv", "tasks.ndjson", "outcomes.csv", "holds.csv"]
  /// The number of patients of ``path()``.
  package static let patients = isExhaustive ? 200 : 10

  /// Returns the header of a table, and the lines of patients whose ids start with one of the texts.
  package static func lines(of file: String, _ patients: [String]) throws -> [String] {
    let url = URL(filePath: monitoringPath).appending(path: file)
    let lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    let isTable = file.hasSuffix(".csv")
    let starts = patients.map { isTable ? $0 : "{\"patient\": \"" + $0 }
    let own = lines.filter { line in starts.contains { line.hasPrefix($0) } }
    return Array(lines.prefix(isTable ? 1 : 0)) + own
  }

  /// Returns the folder of the cohort: all of it in an exhaustive run, otherwise P000 to P009.
  package static func path() throws -> String {
    isExhaustive ? monitoringPath : try few.get()
  }

  private static let folder = FileManager.default.temporaryDirectory
    .appending(path: "regimen-monitored-\(ProcessInfo.processInfo.processIdentifier)")

  private static let few = Result {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: MonitoredFolder.folder) }
    for file in files {
      let text = try lines(of: file, ["P00"]).map { $0 + "\n" }.joined()
      try Data(text.utf8).write(to: folder.appending(path: file))
    }
    return folder.path()
  }
}
