import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import Simulation

/// The rows on a folder of two thousand synthetic patients, with a million outcomes sorted by
/// patient.
struct FolderRows {
  private let cohort: SyntheticCohort
  private let folder: URL
  /// The number of generated outcomes, and the sum of the times of every fiftieth patient's.
  private let made: Answer

  init() throws {
    cohort = try SyntheticCohort(patients: 2_000, days: 365, seed: 1)
    folder = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString)")
    var reader = cohort.makeReader()
    let writer = try DatasetWriter(folder.path)
    var (count, sum, place) = (0, Int64(0), 0)
    try reader.read(cohort.patientIDs.indices) { entry throws(InputError) in
      try writer.write(entry.record)
      count += entry.record.outcomes.count
      if place.isMultiple(of: 50) { sum += FolderRows.sumOfTimes(entry.record) }
      place += 1
    }
    try writer.finish()
    made = Answer(count: count, checksum: "\(sum)")
  }

  /// Opens the folder and reads all records with one reader.
  func read() -> Row {
    let folder = folder
    var count = 0
    var chosen: [CareRecord] = []
    let regimen = System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs {
          (count, chosen) = (0, [])
          let source = try DatasetFolder(folder.path)
          var reader = try source.makeReader()
          var place = 0
          try reader.read(source.patientIDs.indices) { entry in
            count += entry.counts.outcomes.read
            if place.isMultiple(of: 50) { chosen.append(entry.record) }
            place += 1
          }
        }
      },
      answer: {
        let sum = chosen.reduce(0) { $0 + FolderRows.sumOfTimes($1) }
        return Answer(count: count, checksum: "\(sum)")
      })
    return Row(
      name: "read-rows", what: "records of patients from sorted files", per: .outcome,
      units: made.count, expected: made, systems: [regimen, lineCount],
      data: folder)
  }

  /// The lower bound: reading the file and finding line ends.
  private var lineCount: System {
    let path = folder.appending(path: "outcomes.csv").path
    var lines = 0
    return System(
      name: "memchr", expected: Answer(count: made.count + 1, checksum: ""),
      run: { runs in for _ in 0..<runs { lines = try FolderRows.countLines(of: path) } },
      answer: { Answer(count: lines, checksum: "") })
  }

  static func countLines(of path: String) throws -> Int {
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? handle.close() }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var lines = 0
    while true {
      let count = Foundation.read(handle.fileDescriptor, &block, block.count)
      if count <= 0 { return lines }
      block.withUnsafeBytes { bytes in
        guard var next = bytes.baseAddress else { return }
        let end = next + count
        while let found = memchr(next, 10, end - next) {
          lines += 1
          next = UnsafeRawPointer(found) + 1
        }
      }
    }
  }

  private static func sumOfTimes(_ record: CareRecord) -> Int64 {
    record.outcomes.reduce(0) { $0 + ($1.time?.seconds ?? 0) }
  }

  /// Writes the records from memory to another folder.
  func write() throws -> Row {
    var records: [CareRecord] = []
    var reader = cohort.makeReader()
    try reader.read(cohort.patientIDs.indices) { records.append($0.record) }
    let target = folder.appending(path: "copy")
    let regimen = System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs {
          let writer = try DatasetWriter(target.path)
          for record in records { try writer.write(record) }
          try writer.finish()
        }
      },
      answer: {
        let path = target.appending(path: "outcomes.csv").path
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int
        return Answer(count: size ?? 0, checksum: "")
      })
    return Row(
      name: "write-rows", what: "records of patients into files", per: .outcome,
      units: made.count, expected: Answer(count: Expected.rowBytes, checksum: ""),
      systems: [regimen], data: folder)
  }
}
