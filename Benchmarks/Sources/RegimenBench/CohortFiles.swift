import AdherenceAnalytics
import Foundation
import Scheduling
import Simulation

/// A synthetic cohort as a folder and as a store, for reports by the tool.
final class CohortFiles {
  let cohort: SyntheticCohort
  let folder: URL
  /// The number of outcomes of all patients, counted from the model and not from a file.
  let outcomeCount: Int
  private var process: ToolProcess
  /// The sums of the first report's tables; all others must be equal.
  private var firstSums: [String] = []

  /// Writes a cohort as a folder, and imports it into a store.
  init(_ options: CohortSet.Options, patients: Int) throws {
    cohort = try SyntheticCohort(patients: patients, days: options.days, seed: 5)
    folder = options.data.appending(path: "\(patients)-\(options.days)")
    process = ToolProcess(tool: options.tool)
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    outcomeCount = try CohortFiles.count(cohort)
    try process.run([
      "generate", "--patients", "\(patients)", "--days", "\(options.days)",
      "--seed", "\(cohort.seed)", "--out", dataset,
    ])
    try process.run(["import", dataset, store])
  }

  var dataset: String { folder.appending(path: "dataset").path }
  var store: String { folder.appending(path: "store.sqlite").path }
  var report: URL { folder.appending(path: "report") }

  private static func count(_ cohort: SyntheticCohort) throws -> Int {
    var reader = cohort.makeReader()
    var count = 0
    try reader.read(0..<cohort.patientIDs.count) { count += $0.record.outcomes.count }
    return count
  }

  /// Returns the arguments of a weekly report.
  func weekly(_ source: String, jobs: Int, tables: String = "adherence,cohort") -> [String] {
    [
      "report", source, "--by", "week", "--jobs", "\(jobs)", "--tables", tables,
      "--from", "\(cohort.range.lowerBound)", "--to", "\(cohort.range.upperBound)",
      "--out", report.path,
    ]
  }
}

extension CohortFiles {
  /// Returns the names of the tables that differ from those of the first report.
  func differenceToFirstReport() throws -> String {
    let sums = try ["adherence.csv", "cohort.csv"].map { name in
      "\(name) \(try FileSum(report.appending(path: name)).value)"
    }
    if firstSums.isEmpty { firstSums = sums }
    return zip(sums, firstSums).filter { $0 != $1 }.map(\.0).joined(separator: ", ")
  }
}

extension CohortFiles {
  /// The folder of the patients' pages.
  var pages: URL { report.appending(path: "pages/patients") }

  /// Returns the number of patients with a page in the report.
  func pageCount() throws -> Int {
    guard FileManager.default.fileExists(atPath: pages.path) else { return 0 }
    return try FileManager.default.contentsOfDirectory(atPath: pages.path)
      .count { $0.hasSuffix(".html") }
  }
}

/// The files of a report's pages, for writing them again.
struct PageCopy {
  private var files: [(name: String, bytes: Data)] = []
  private let place: URL

  /// Reads the pages of the last report.
  init(of files: CohortFiles) throws {
    place = files.folder.appending(path: "copy")
    for name in try FileManager.default.contentsOfDirectory(atPath: files.pages.path) {
      self.files.append((name, try Data(contentsOf: files.pages.appending(path: name))))
    }
  }

  /// The number of patients.
  var pages: Int { files.count }

  /// Removes the written files.
  func remove() { try? FileManager.default.removeItem(at: place) }

  /// Writes all files with the simplest system calls.
  func write() throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for file in files {
      let path = place.appending(path: file.name).path
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      defer { close(descriptor) }
      let written = file.bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      guard written == file.bytes.count else { throw CocoaError(.fileWriteUnknown) }
    }
  }
}

/// A checksum of a file of any size.
struct FileSum {
  private(set) var value: UInt64 = 0

  init(_ file: URL) throws {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    while let block = try handle.read(upToCount: 1 << 22), !block.isEmpty { add(block) }
  }

  private mutating func add(_ block: Data) {
    block.withUnsafeBytes { bytes in
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
  }
}
