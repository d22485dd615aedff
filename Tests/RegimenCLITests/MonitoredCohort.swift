import Foundation

/// The lines of some patients in the files of the monitoring cohort.
enum MonitoredCohort {
  static let files = ["patients.csv", "tasks.ndjson", "outcomes.csv", "holds.csv"]

  /// Returns the header of a table, and the lines of patients whose ids start with one of the texts.
  static func lines(of file: String, _ patients: [String]) throws -> [String] {
    let url = Tool.repository.appending(path: "Datasets/monitoring/\(file)")
    let lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    let isTable = file.hasSuffix(".csv")
    let starts = patients.map { isTable ? $0 : "{\"patient\": \"" + $0 }
    let own = lines.filter { line in starts.contains { line.hasPrefix($0) } }
    return Array(lines.prefix(isTable ? 1 : 0)) + own
  }
}
