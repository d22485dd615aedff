import Foundation

/// The synthetic cohorts used by rows, each written on the first request.
final class CohortSet {
  var options = Options()
  private var known: [Int: CohortFiles] = [:]

  /// The options of a run.
  struct Options {
    /// The built tool.
    var tool = ".build/release/regimen"
    var patients = 10_000
    var days = 365
    /// The folder of the files while they are needed.
    var data = URL(filePath: ".build/bench")
  }

  func files(patients: Int) throws -> CohortFiles {
    if let files = known[patients] { return files }
    let files = try CohortFiles(options, patients: patients)
    known[patients] = files
    return files
  }

  func removeFiles() {
    for files in known.values { try? FileManager.default.removeItem(at: files.folder) }
    known = [:]
  }
}
