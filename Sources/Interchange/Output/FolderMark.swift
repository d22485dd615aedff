import Foundation
import Scheduling

/// The file in a folder that says that this program has made the folder and may remove it.
enum FolderMark {
  private static let name = ".regimen"
  private static let text = "Made by regimen, which replaces this folder as a whole.\n"

  /// Marks a folder.
  static func put(in folder: FolderHandle) throws(InputError) {
    let path = "\(folder.path)/\(name)"
    let file = OutputFile(try folder.makeFile(name, for: path), path: path, isSummed: false)
    try file.write(Array(text.utf8))
    try file.close(isSynced: false)
  }

  /// Whether a folder, and no link to one, is marked.
  static func isThere(_ path: String) -> Bool {
    written(in: path) { _, bytes in bytes.elementsEqual(text.utf8) } ?? false
  }

  /// Removes a mark of which not all is there.
  static func removeUnfinished(in path: String) {
    _ = written(in: path) { folder, bytes in
      if bytes.count < text.utf8.count, text.utf8.starts(with: bytes) { unlinkat(folder, name, 0) }
    }
  }

  /// Removes all that is in a folder beside its mark, by which the rest is known where that is interrupted.
  static func removeOthers(in path: String) {
    guard isThere(path) else { return }
    for other in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where other != name {
      try? FileManager.default.removeItem(atPath: "\(path)/\(other)")
    }
  }

  /// What stands in the mark of a folder, and no more of it than a mark has and a byte; `nil` where there is none.
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
