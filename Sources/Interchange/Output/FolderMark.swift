import Diagnostics
import Foundation
import Scheduling

/// The file that marks a folder as created by this program, which may therefore remove it.
enum FolderMark {
  private static let name = ".regimen"
  private static let text = "Made by regimen, which replaces this folder as a whole.\n"

  /// Writes the mark of a folder.
  static func put(in folder: FolderHandle) throws(InputError) {
    let path = "\(folder.path)/\(name)"
    let file = OutputFile(try folder.makeFile(name, for: path), path: path, isSummed: false)
    try file.write(Array(text.utf8))
    try file.close(isSynced: false)
  }

  /// Returns whether a folder (not a link to one) is marked.
  static func isThere(_ path: String) -> Bool {
    written(in: path) { _, bytes in bytes.elementsEqual(text.utf8) } ?? false
  }

  /// Removes an incomplete mark.
  static func removeUnfinished(in path: String) {
    _ = written(in: path) { folder, bytes in
      if bytes.count < text.utf8.count, text.utf8.starts(with: bytes) { unlinkat(folder, name, 0) }
    }
  }

  /// Removes everything in a folder except its mark, which identifies the rest after an
  /// interruption.
  static func removeOthers(in path: String) {
    guard isThere(path) else { return }
    for other in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where other != name {
      try? FileManager.default.removeItem(atPath: "\(path)/\(other)")
    }
  }

  /// Passes the content of a folder's mark, at most one byte longer than a valid mark, to a body;
  /// `nil` if there is none.
  private static func written<Result>(
    in path: String, _ body: (_ folder: Int32, ArraySlice<UInt8>) -> Result
  ) -> Result? {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    defer { close(folder) }
    let mark = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard mark >= 0 else { return nil }
    defer { close(mark) }
    var bytes = [UInt8](repeating: 0, count: text.utf8.count + 1)
    let count = read(mark, &bytes, bytes.count)
    return count < 0 ? nil : body(folder, bytes[..<count])
  }
}
