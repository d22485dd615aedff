import Foundation
import Synchronization

/// Writes a synthetic cohort, to a folder or a store.
///
/// The tool generates each cohort once for all tests, which get copies.
func writeCohort(patients: Int, days: Int, seed: Int, to path: String) throws {
  let isStore = path.hasSuffix(".sqlite")
  let name = "\(patients)-\(days)-\(seed)" + (isStore ? ".sqlite" : "")
  let made = try WrittenCohorts.shared.path(of: name) { made in
    let sizes = ["--patients", "\(patients)", "--days", "\(days)"]
    _ = try Tool.seconds(["generate", "--seed", "\(seed)", "--out", made] + sizes)
  }
  try FileManager.default.copyItem(atPath: made, toPath: path)
}

/// The cohorts requested by any test, kept until the tests end.
private final class WrittenCohorts: Sendable {
  static let shared = WrittenCohorts()

  private static let folder = FileManager.default.temporaryDirectory
    .appending(path: "regimen-cohorts-\(ProcessInfo.processInfo.processIdentifier)")
  private let names = Mutex<Set<String>>([])

  private init() {
    try? FileManager.default.createDirectory(
      at: WrittenCohorts.folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: WrittenCohorts.folder) }
  }

  /// Returns the path of a cohort, which is written on the first request.
  func path(of name: String, _ write: (String) throws -> Void) throws -> String {
    let path = WrittenCohorts.folder.appending(path: name).path
    try names.withLock { names in
      if names.contains(name) { return }
      try write(path)
      names.insert(name)
    }
    return path
  }
}
