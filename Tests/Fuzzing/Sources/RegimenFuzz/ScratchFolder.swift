import Glibc

/// A folder in memory with some files, removed when it is deinitialized.
///
/// A path does not keep it alive: callers that use one for longer must extend the folder's
/// lifetime.
final class ScratchFolder {
  let path: String
  private static let root = "/dev/shm"

  /// Writes the files; their names contain no folders.
  init(_ files: [String: [UInt8]]) throws {
    var template = Array("\(Self.root)/regimen-fuzz-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Finding("no folder in \(Self.root)") }
    path = String(cString: made)
    for (name, bytes) in files { try write(bytes, to: name) }
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    guard let file = fopen("\(path)/\(name)", "w") else { throw Finding("no file \(path)/\(name)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { Self.remove("\(path)/\(name)") }
      }
      closedir(folder)
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
