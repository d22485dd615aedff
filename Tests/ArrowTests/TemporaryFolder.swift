import Foundation

/// A temporary folder of files.
struct TemporaryFolder: ~Copyable {
  let url: URL

  var path: String { url.path() }

  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: url.appending(path: name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
