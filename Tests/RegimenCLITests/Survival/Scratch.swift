import Foundation

/// A folder that a test fills and throws away.
final class Scratch: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // What a test has made read-only can be removed all the same.
    _ = try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of something in the folder.
  subscript(name: String) -> String { url.appending(path: name).path }

  /// The names of all files below a path of the folder; none where there is nothing.
  func files(in name: String = "") -> [String] {
    let names = FileManager.default.enumerator(atPath: self[name])?.allObjects ?? []
    return names.compactMap { $0 as? String }.sorted()
  }

  /// Takes away a file or folder with what a store keeps beside it.
  func remove(_ name: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: self[name] + suffix)
    }
  }

  /// Puts a copy of something in the place of what was there.
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
