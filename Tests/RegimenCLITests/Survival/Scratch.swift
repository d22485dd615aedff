import Foundation

/// A temporary folder for a test.
final class Scratch: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // Makes read-only folders removable.
    _ = try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of an item in the folder.
  subscript(name: String) -> String { url.appending(path: name).path }

  /// The names of all files below a path of the folder; empty if it does not exist.
  func files(in name: String = "") -> [String] {
    let names = FileManager.default.enumerator(atPath: self[name])?.allObjects ?? []
    return names.compactMap { $0 as? String }.sorted()
  }

  /// Removes a file or folder, including SQLite's auxiliary files.
  func remove(_ name: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: self[name] + suffix)
    }
  }

  /// Replaces an item by a copy of another.
  func copy(_ name: String, to copy: String) throws {
    remove(copy)
    try FileManager.default.copyItem(atPath: self[name], toPath: self[copy])
  }

  func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: self[name])))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: self[name]))
  }
}
