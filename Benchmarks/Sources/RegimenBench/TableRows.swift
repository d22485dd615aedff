import AdherenceAnalytics
import Foundation
import Interchange
import Scheduling
import Simulation

/// The row on a table of events written by another program: a million rows of patients and times.
struct TableRows {
  private let folder: URL
  private let made: Answer

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let cohort = try SyntheticCohort(patients: 2_000, days: 365, seed: 1)
    var lines = ["patient,opened_at,battery"]
    var reader = cohort.makeReader()
    try reader.read(cohort.patientIDs.indices) { entry in
      for outcome in entry.record.outcomes {
        guard let time = outcome.time else { continue }
        lines.append("\(entry.record.patient.id),\(Zone.utc.civil(at: time)),63")
      }
    }
    made = Answer(count: lines.count - 1, checksum: "")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: path)
  }

  private var path: URL { folder.appending(path: "events.csv") }

  /// Profiles the table, and reads its rows into records.
  func read() -> Row {
    let path = path.path()
    var count = 0
    var columns = EventColumns()
    columns.rules.minGap = 0
    columns.rules.keepsDuplicates = true
    func read(_ columns: EventColumns) throws {
      let source = try EventFiles([path], columns, EventPlan("every day at 08:00 and 20:00"))
      count = 0
      var reader = source.makeReader()
      try reader.read(source.patientIDs.indices) { count += $0.record.outcomes.count }
    }
    let regimen = System(
      name: "regimen", run: { runs in for _ in 0..<runs { try read(columns) } },
      answer: { Answer(count: count, checksum: "") })
    let lines = System(
      name: "memchr", expected: Answer(count: made.count + 1, checksum: ""),
      run: { runs in for _ in 0..<runs { count = try FolderRows.countLines(of: path) } },
      answer: { Answer(count: count, checksum: "") })
    return Row(
      name: "table-rows", what: "events of a table of another program, with its profile",
      per: .outcome, units: made.count, expected: made, systems: [regimen, lines], data: folder)
  }
}
